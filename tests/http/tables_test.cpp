// Every list, report and catalog of the OpenAPI document as a table: what a CSV says is what the JSON says, row by row and value
// by value, and paper says whose it is and no word that only programs know. A new list is under test as soon as it is in the
// table.

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "http/openapi.hpp"
#include "http/service.hpp"
#include "palabras/palabras.hpp"
#include "support/pdf.hpp"
#include "support/zip.hpp"
#include "tabla/csv.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr const char* libro = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

// A value as JSON has it, and how a cell may write it.
struct Esperado {
    std::string campo;
    std::vector<std::string> formas;
    std::optional<Precio> numero;
};
using Fila = std::vector<Esperado>;

// Of which operations a list inside the rows is rows, and which lists close the table instead.
const std::map<std::string, std::string, std::less<>> expandidas{
    {"SaldosContactos", "monedas"},   {"SaldoContacto", "monedas"}, {"SaldosBancos", "movimientos"},
    {"PolizasDocumento", "asientos"}, {"Diario", "asientos"},       {"Trazabilidad", "pasos"},
    {"KitDisponible", "componentes"}};
const std::set<std::string, std::less<>> de_cierre{"NotaCreditoDetallado.totales", "IvaAcreditable.proveedores", "Diot.avisos"};
// Written by hand, and tested where they stand.
const std::set<std::string, std::less<>> a_mano{"AntiguedadSaldos", "EstadoCuenta", "EstadoResultados", "BalanceGeneral",
                                                "FlujoEfectivo"};

// Totals of their own: those that rows by age only take apart, those of accounts whose rows hold one another, and those of rows
// that stand once more by supplier.
const std::set<std::string, std::less<>> sin_suma{"CarteraGlobalTotales", "SaldosCuentas", "IvaAcreditable"};

// Catalogs that tell people which name of programs is what.
const std::set<std::string, std::less<>> de_nombres{"BitacoraListar", "CierreMensual", "ObjetosListar", "PermisosListar",
                                                    "PlantillasListar"};
// JSON of any form, which no cell holds.
const std::set<std::string, std::less<>> crudos{"antes", "despues", "cuerpo"};

bool hay(element e, std::string_view miembro) { return e.is_object() && e[miembro].error() == simdjson::SUCCESS; }
std::vector<std::string> formas_de(const std::string& campo, const std::string& texto) {
    std::vector<std::string> formas{texto, std::string{glosario::en_palabras(campo, texto)}, "'" + texto};
    if (texto.ends_with('Z'))
        if (const auto momento = Instante::leer_iso(texto)) {
            formas.push_back(hora_local(*momento, zona_predeterminada));
            std::ranges::replace(formas.back(), 'T', ' ');
        }
    return formas;
}

// The text of a list in one cell; nothing for lists that are no cell.
std::optional<std::vector<std::string>> junta(const std::string& campo, array lista) {
    std::string cruda, dicha;
    for (const element e : lista) {
        std::string_view texto;
        const bool folio = hay(e, "folio");
        if ((folio ? e["folio"].get(texto) : e.get(texto)) != simdjson::SUCCESS) return std::nullopt;
        cruda += (cruda.empty() ? "" : ", ") + std::string{texto};
        dicha += (dicha.empty() ? "" : ", ") + std::string{glosario::en_palabras(campo, texto)};
    }
    return std::vector{cruda, dicha, "'" + cruda};
}

void aplanar(object o, std::string_view por, Fila& fila) {
    for (const auto [clave, valor] : o) {
        const std::string campo{clave};
        std::string_view texto;
        bool si = false;
        if ((campo == por && valor.is_array()) || crudos.contains(campo)) continue;
        if (valor.is_object()) aplanar(valor.get_object().value(), por, fila);
        else if (valor.is_null()) continue;  // an empty cell
        else if (valor.get(si) == simdjson::SUCCESS) fila.push_back({campo, {si ? "true" : "false"}, {}});
        else if (valor.get(texto) == simdjson::SUCCESS) fila.push_back({campo, formas_de(campo, std::string{texto}), {}});
        else if (valor.is_array()) {
            const auto junto = junta(campo, valor.get_array().value());
            if (junto && !junto->front().empty()) fila.push_back({campo, *junto, {}});
        } else fila.push_back({campo, {}, Precio::leer(simdjson::minify(valor))});
    }
}

// The rows of one record: one, or one for each item of a list inside it. Amounts of the whole stand in the first alone: they may
// be missing from the others.
void filas_de(element e, std::string_view por, const std::string& seccion, std::vector<Fila>& filas) {
    Fila fila;
    if (!seccion.empty()) fila.push_back({"", {seccion}, {}});
    aplanar(e.get_object().value(), por, fila);
    array items;
    if (por.empty() || e[por].get(items) != simdjson::SUCCESS || items.size() == 0) return filas.push_back(fila);
    for (const element item : items) {
        filas.push_back(fila);
        aplanar(item.get_object().value(), {}, filas.back());
        for (Esperado& c : fila)
            if (c.numero && !c.campo.ends_with("Id")) c.formas = {""};
    }
}

bool es(const std::string& celda, const Esperado& e) {
    if (std::ranges::find(e.formas, celda) != e.formas.end()) return true;
    return e.numero && Precio::leer(celda) == e.numero;
}

// "" when each value stands in one cell and each cell is a value or empty; otherwise what is wrong.
std::string comparar(const Fila& fila, std::vector<std::string> celdas) {
    for (const Esperado& e : fila) {
        const auto celda = std::ranges::find_if(celdas, [&](const std::string& c) { return es(c, e); });
        if (celda == celdas.end()) return fmt::format("no cell for {}: {}", e.campo, e.numero ? e.numero->texto() : e.formas[0]);
        celdas.erase(celda);
    }
    for (const auto& c : celdas)
        if (!c.empty()) return "no value for the cell " + c;
    return {};
}

// Which cells of a sheet are words that only programs know: NotaCreditoCliente, enAlmacen.
std::vector<std::string_view> de_programas(const std::string& hoja) {
    std::vector<std::string_view> halladas;
    const auto compuesta = [](std::string_view v) {
        return std::ranges::any_of(v.substr(1), [](char c) { return c >= 'A' && c <= 'Z'; });
    };
    for (const glosario::Valor& v : glosario::valores())
        if (v.valor != v.palabras && compuesta(v.valor) && hoja.find(fmt::format(">{}<", v.valor)) != std::string::npos)
            halladas.push_back(v.valor);
    return halladas;
}

// A sheet as rows of cells by their column; text, or the digits of a number.
struct CeldaLeida {
    std::string texto;
    bool numero = false;
};
using RenglonLeido = std::map<std::string, CeldaLeida, std::less<>>;
std::string_view entre(std::string_view texto, std::string_view desde, std::string_view hasta, std::size_t& at) {
    const auto a = texto.find(desde, at);
    if (a == std::string_view::npos) return {};
    const auto b = texto.find(hasta, a + desde.size());
    at = b;
    return texto.substr(a + desde.size(), b - a - desde.size());
}
std::vector<RenglonLeido> renglones_de(std::string_view hoja) {
    std::vector<RenglonLeido> renglones;
    for (std::size_t at = 0;;) {
        const auto renglon = entre(hoja, "<row ", "</row>", at);
        if (renglon.empty()) return renglones;
        RenglonLeido celdas;
        for (std::size_t en = 0;;) {
            const auto celda = entre(renglon, "<c r=\"", "</c>", en);
            if (celda.empty()) break;
            std::size_t c = 0, n = 0;
            const auto columna = celda.substr(0, celda.find_first_of("0123456789"));
            const bool numero = celda.find("<v>") != std::string_view::npos;
            const auto texto = numero ? entre(celda, "<v>", "</v>", n) : entre(celda, "<t xml:space=\"preserve\">", "</t>", c);
            celdas[std::string{columna}] = {std::string{texto}, numero};
        }
        renglones.push_back(std::move(celdas));
    }
}

// "" when every figure of the lines of totals that stand right below the rows is the sum of its column, of the currency that the
// line names, without what was cancelled; otherwise what is wrong. Counts the figures.
std::string mal_sumado(std::string_view hoja, std::size_t& cifras) {
    std::size_t en = 0;
    const auto arriba = std::stoul(std::string{entre(hoja, "ySplit=\"", "\"", en)});
    const auto todos = renglones_de(hoja);
    const auto& cabeza = todos.at(arriba - 1);
    const auto columna = [&](std::string_view titulo) {
        const auto c = std::ranges::find_if(cabeza, [&](const auto& x) { return x.second.texto == titulo; });
        return c == cabeza.end() ? std::string{} : c->first;
    };
    const auto estado = columna("Estado"), moneda = columna("Moneda");
    const auto en_columna = [](const RenglonLeido& r, const std::string& c) {
        const auto x = r.find(c);
        return x == r.end() ? std::string{} : x->second.texto;
    };
    const auto es_total = [](const RenglonLeido& r) { return r.contains("A") && r.at("A").texto == "Total"; };
    const auto filas = std::ranges::find_if(todos.begin() + static_cast<std::ptrdiff_t>(arriba), todos.end(), es_total);
    for (auto t = filas; t != todos.end() && es_total(*t); ++t)
        for (const auto& [c, celda] : *t) {
            if (!celda.numero) continue;
            Importe suma;
            for (auto f = todos.begin() + static_cast<std::ptrdiff_t>(arriba); f != filas; ++f) {
                const auto x = f->find(c);
                if (x == f->end() || !x->second.numero || en_columna(*f, estado).starts_with("Cancelad")) continue;
                if (const auto m = en_columna(*t, moneda); !m.empty() && m != en_columna(*f, moneda)) continue;
                suma += Importe::leer(x->second.texto).value();
            }
            ++cifras;
            if (suma != Importe::leer(celda.texto).value())
                return fmt::format("{}: {} where the rows add up to {}", en_columna(cabeza, c), celda.texto, suma.texto());
        }
    return {};
}

class TablesTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    const std::string interfaz = service.ask("nadie", "GET", "/openapi.json").body;
    const Document document{interfaz};
    simdjson::dom::parser lector_de_interfaz;
    const element raiz = lector_de_interfaz.parse(interfaz);
    Headers bearer;
    std::map<std::string, std::string> valores;

    void SetUp() override {
        const auto hecha = service.installation().run({"demo"}, {"--json", "--contactos", "30", "--documents", "150"});
        ASSERT_EQ(hecha.exit, 0) << hecha.err;
        const auto entrada = service.ask("nadie", "POST", "/api/Seguridad/Autenticacion", login(hecha.out));
        ASSERT_EQ(entrada.status, 200) << entrada.body;
        bearer = {{"Authorization", "Bearer " + entrada.at("/data/accessToken")}};
        const auto uno = [&](const std::string& nombre, const std::string& destino, const std::string& donde) {
            valores[nombre] = pide(destino).at(donde);
            EXPECT_NE(valores[nombre], "") << destino;
        };
        uno("entidadId", "/api/Cartera/Global", "/data/0/entidadId");
        uno("proveedorId", "/api/Cartera/Global?tipo=proveedores", "/data/0/entidadId");
        uno("sucursalId", "/api/Sucursales", "/data/0/sucursalId");
        uno("transaccionId", "/api/FacturaVenta", "/data/0/transaccionId");
        uno("productoId", "/api/Inventario/Existencias?soloConExistencia=true", "/data/0/productoId");
        uno("almacenId", "/api/Inventario/Existencias?soloConExistencia=true", "/data/0/almacenId");
        uno("objetoId", "/api/Objetos", "/data/0/objetoId");
        uno("cuentaId", "/api/Contabilidad/SaldosCuentas?fechaInicial=2020-01-01", "/data/cuentas/0/cuentaId");
        uno("cuentaBancariaId", "/api/Bancos/Cuentas", "/data/0/cuentaBancariaId");
        uno("usuarioId", "/api/Seguridad/Usuarios", "/data/0/usuarioId");
        uno("consumidorId", "/api/ConsumidoresApi", "/data/0/consumidorId");
        uno("catalogo", "/api/CatalogosSAT", "/data/0/catalogo");
        uno("hoy", "/api/Contactos/" + valores["entidadId"] + "/Saldo", "/data/fecha");
        uno("pieza", "/api/UnidadesMedida/Base", "/data/6/unidadMedidaId");
        lo_que_falta();
    }
    // Of what the demonstration company has none.
    void lo_que_falta() {
        const auto crea = [&](const std::string& nombre, const std::string& ruta, const std::string& cuerpo,
                              const std::string& donde) {
            const auto r = service.ask("nadie", "POST", ruta, cuerpo, bearer);
            EXPECT_EQ(r.status, 200) << ruta << ' ' << cuerpo << '\n' << r.body;
            valores[nombre] = r.at(donde);
        };
        const auto producto = [&](const std::string& codigo, const std::string& mas) {
            return fmt::format(R"({{"codigo":"{0}","nombre":"{0}","unidadMedidaId":{1},"claveProdServ":"52152100",{2}}})", codigo,
                               valores["pieza"], mas);
        };
        crea("formatoEstadoId", "/api/Contabilidad/FormatosEstado",
             R"({"codigo":"F","nombre":"=F","estado":"balance","lineas":[{"clave":"a","titulo":"x","clase":"titulo"}]})",
             "/data/formatoEstadoId");
        crea("presupuesto", "/api/Contabilidad/Presupuestos",
             fmt::format(R"({{"ejercicio":{0},"renglones":[{{"periodo":{0}01,"importe":12.5,"cuentaId":{1}}}]}})",
                         valores["hoy"].substr(0, 4), pide("/api/Bancos/Cuentas").at("/data/0/cuentaId")),
             "/data/version");
        crea("proyectoId", "/api/Proyecto", R"({"codigo":"OBRA","nombre":"=1+1"})", "/data/proyectoId");
        crea(
            "modeloId", "/api/Productos/Modelos",
            fmt::format(
                R"({{"codigo":"PLAYERA","nombre":"Playera","productoId":{},"atributos":[{{"nombre":"Talla","valores":["M"]}}]}})",
                valores["productoId"]),
            "/data/modeloId");
        crea("suscripcionId", "/api/Suscripciones",
             fmt::format(R"({{"consumidorId":{},"nombre":"Tienda","url":"https://tienda.example/avisos","tipos":["*"]}})",
                         valores["consumidorId"]),
             "/data/suscripcionId");
        crea("listaPreciosId", "/api/ListasPrecios", R"({"codigo":"L","nombre":"Lista","vigenciaInicio":"2020-01-01"})",
             "/data/listaPreciosId");
        crea("promocionId", "/api/Promociones",
             R"({"codigo":"CINCO","nombre":"Cinco","vigenciaInicio":"2020-01-01","condicion":"importe","condicionImporte":30,)"
             R"("beneficio":"importe","beneficioValor":5})",
             "/data/promocionId");
        crea("canalId", "/api/Canales", R"({"codigo":"WEB","nombre":"Web"})", "/data/canalId");
        crea("KitDisponible.productoId", "/api/Productos",
             producto("KIT",
                      fmt::format(R"("tipo":"kit","componentes":[{{"productoId":{},"cantidad":2}}])", valores["productoId"])),
             "/data/productoId");
        crea("LotesSugeridos.productoId", "/api/Productos", producto("LECHE", R"("seguimiento":"lote","metodoCosto":"peps")"),
             "/data/productoId");
        crea(
            "entrada", "/api/Inventario/MovimientoAgregar",
            fmt::format(
                R"({{"tipo":"entrada","partidas":[{{"productoId":{},"cantidad":5,"costoUnitario":4,"lote":{{"codigo":"L1"}}}}]}})",
                valores["LotesSugeridos.productoId"]),
            "/data/transaccionId");
        crea("orden", "/api/OrdenCompra",
             fmt::format(R"({{"proveedorId":{},"partidas":[{{"productoId":{},"cantidad":3,"precioUnitario":10}}]}})",
                         valores["proveedorId"], valores["productoId"]),
             "/data/transaccionId");
        crea("equipoServicioId", "/api/EquiposServicio",
             fmt::format(R"({{"codigo":"EQUIPO-T","nombre":"Bomba","clienteId":{}}})", valores["entidadId"]),
             "/data/equipoServicioId");
        const auto cuenta = pide("/api/Bancos/Cuentas").at("/data/0/cuentaId");
        for (const std::string codigo : {"CAJA-T1", "CAJA-T2"})
            crea(codigo, "/api/Bancos/Cuentas",
                 fmt::format(R"({{"codigo":"{0}","nombre":"{0}","tipo":"caja","cuentaId":{1}}})", codigo, cuenta),
                 "/data/cuentaBancariaId");
        for (const std::string codigo : {"VEH-T1", "VEH-T2"})
            crea(codigo, "/api/Almacenes",
                 fmt::format(R"({{"codigo":"{0}","nombre":"{0}","sucursalId":{1}}})", codigo, valores["sucursalId"]),
                 "/data/almacenId");
        crea("vendedor", "/api/Vendedores", R"({"codigo":"RUTA-T","nombre":"Luis"})", "/data/vendedorId");
        crea("rutaId", "/api/Ruta",
             fmt::format(
                 R"({{"codigo":"RUTA-T","nombre":"Centro","sucursalId":{},"vendedorId":{},"almacenId":{},"almacenBaseId":{},)"
                 R"("cuentaBancariaId":{},"cuentaEntregaId":{}}})",
                 valores["sucursalId"], valores["vendedor"], valores["VEH-T1"], valores["VEH-T2"], valores["CAJA-T1"],
                 valores["CAJA-T2"]),
             "/data/rutaId");
        crea("jornadaId", "/api/Ruta/JornadaAbrir", fmt::format(R"({{"rutaId":{}}})", valores["rutaId"]), "/data/transaccionId");
        crea("categoriaId", "/api/Activos/Categorias", R"({"codigo":"COMPUTO","nombre":"=1+1","claveTasa":"computo"})",
             "/data/categoriaId");
        crea("activoId", "/api/Activos",
             fmt::format(R"({{"codigo":"A1","nombre":"Laptop","fechaAdquisicion":"2026-01-01","costo":1200,"categoriaId":{}}})",
                         valores["categoriaId"]),
             "/data/activoId");
        crea("BajasListar.activoId", "/api/Activos",
             fmt::format(R"({{"codigo":"A2","nombre":"Laptop","fechaAdquisicion":"2026-01-01","costo":1200,"categoriaId":{}}})",
                         valores["categoriaId"]),
             "/data/activoId");
        crea("baja", "/api/Activos/" + valores["BajasListar.activoId"] + "/Baja",
             R"({"clase":"retiro","fecha":"2026-01-20","motivo":"Se perdió"})", "/data/transaccionId");
        crea("depreciacionId", "/api/Activos/Depreciaciones", R"({"periodo":202601})", "/data/depreciacionId");
        {
            const auto indices =
                service.ask("nadie", "PUT", "/api/Activos/INPC", R"({"indices":[{"periodo":202601,"valor":142.5}]})", bearer);
            EXPECT_EQ(indices.status, 200) << indices.body;
        }
        crea("diferidoId", "/api/Periodicos/Diferidos",
             fmt::format(R"({{"codigo":"SEG","nombre":"Seguro","importe":1200,"meses":12,"periodoInicial":202601,"cuentaId":{},)"
                         R"("cuentaGastoId":{}}})",
                         pide("/api/Activos/Categorias/" + valores["categoriaId"]).at("/data/cuentaPerdidaId"),
                         pide("/api/Activos/Categorias/" + valores["categoriaId"]).at("/data/cuentaGananciaId")),
             "/data/diferidoId");
        crea("plantillaId", "/api/Periodicos/Plantillas",
             fmt::format(
                 R"({{"codigo":"P1","nombre":"Pedido","operacion":"PedidoClienteCrear","ritmo":"mensual","desde":"2026-01-05",)"
                 R"("cuerpo":{{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":1}}]}}}})",
                 valores["entidadId"], valores["productoId"]),
             "/data/plantillaId");
        crea("corridaId", "/api/Periodicos/Generar", R"({"periodo":202601,"depreciacion":false,"devengos":false})",
             "/data/corridaId");
        for (const char* deMes : {"DepreciacionPorHacer", "ActivosCuadre", "PeriodicosPendientes", "CierreMensual"})
            valores[std::string{deMes} + ".periodo"] = "202602";
        valores["DepreciacionFiscal.ejercicio"] = "2026";
        crea("nivelEscolarId", "/api/EscuelaPrivada/Niveles",
             R"({"codigo":"PRIM","nombre":"Primaria","nivelEducativo":"primaria","autRvoe":"13PPR0001Z"})",
             "/data/nivelEscolarId");
        crea("cicloEscolarId", "/api/EscuelaPrivada/Ciclos",
             R"({"codigo":"2026","nombre":"2026","inicio":"2026-01-01","fin":"2026-12-31"})", "/data/cicloEscolarId");
        crea("familiaId", "/api/EscuelaPrivada/Familias",
             fmt::format(R"({{"codigo":"F1","nombre":"Pérez","clienteId":{}}})", valores["entidadId"]), "/data/familiaId");
        crea(
            "alumnoId", "/api/EscuelaPrivada/Alumnos",
            fmt::format(
                R"({{"matricula":"A1","nombre":"Juan","curp":"PERJ150203HDFRMNA9","familiaId":{},"nivelEscolarId":{},"cicloEscolarId":{}}})",
                valores["familiaId"], valores["nivelEscolarId"], valores["cicloEscolarId"]),
            "/data/alumnoId");
        valores["deVenta"] = pide("/api/Conceptos?buscar=VENTA-SERV").at("/data/0/conceptoId");
        crea("EscuelaArchivos.id", "/api/EscuelaPrivada/NotaVenta",
             fmt::format(
                 R"({{"partidas":[{{"alumnoId":{},"tipo":"colegiatura","conceptoId":{},"cantidad":1,"precioUnitario":4500}}]}})",
                 valores["alumnoId"], valores["deVenta"]),
             "/data/transaccionId");
        valores["NotaVentaEscolarObtener.id"] = valores["EscuelaArchivos.id"];
        // The log gives its rows their positions beside us, the newest last.
        const auto hasta = std::chrono::steady_clock::now() + std::chrono::seconds{60};
        while (pide("/api/Bitacora").at("/data/0/posicion") == "null" && std::chrono::steady_clock::now() < hasta)
            std::this_thread::yield();
    }
    static std::string login(const std::string& hecha) {
        HttpAnswer a;
        a.body = hecha;
        return a.at("/login");
    }
    HttpAnswer pide(const std::string& destino, const std::string& accept = "application/json") {
        auto headers = bearer;
        headers.emplace_back("Accept", accept);
        return service.ask("nadie", "GET", destino, {}, headers);
    }

    // Where an operation is asked: what its path and required parameters want, of this company.
    std::string destino(const DocumentedOperation& o) const {
        const auto hoy = valores.at("hoy");
        const auto dmy = hoy.substr(8, 2) + '/' + hoy.substr(5, 2) + '/' + hoy.substr(0, 4);
        const std::map<std::string, std::string, std::less<>> propios{
            {"IVARetenidoPorPagar", "fechaInicial=01/01/2020&fechaFinal=" + dmy},
            {"AnalisisIVARetenidoPorPagar", "fechaInicial=01/01/2020&fechaFinal=" + dmy},
            {"IVAcobradoTasas", "fechaInicial=01/01/2020&fechaFinal=" + dmy},
            {"IvaAcreditable", "fechaInicial=01/01/2020&fechaFinal=" + dmy},
            {"Ieps", "fechaInicial=01/01/2020&fechaFinal=" + dmy},
            {"IsrRetenido", "fechaInicial=01/01/2020&fechaFinal=" + dmy},
            {"Diot", "periodo=" + hoy.substr(0, 4) + hoy.substr(5, 2)},
            {"SaldosBancos", "conMovimientos=true&fechaInicial=2020-01-01"},
            {"SaldosCuentas", "fechaInicial=2020-01-01"},
            {"Auxiliar", "fechaInicial=2020-01-01"},
            {"Auxiliares", "fechaInicial=2020-01-01&cuentaId=" + valores.at("cuentaId")},
            {"Diario", "fechaInicial=2020-01-01"},
            {"FlujoEfectivoPartidas",
             "parte=saldo&fechaInicial=2020-01-01&fechaFinal=" + hoy + "&cuentaId=" + valores.at("cuentaId")},
            {"Trazabilidad", "lote=L1&productoId=" + valores.at("LotesSugeridos.productoId")},
            {"RevaluacionSaldos", "periodo=" + hoy.substr(0, 4) + hoy.substr(5, 2)},
        };
        std::string ruta = o.path;
        const auto de = [&](const DocumentedParameter& p) {
            if (const auto v = valores.find(o.id + "." + p.name); v != valores.end()) return v->second;
            if (const auto v = valores.find(p.name); v != valores.end()) return v->second;
            if (p.name == "fechaInicial") return std::string{"2020-01-01"};
            return p.name.starts_with("fecha") ? hoy : std::string{"1"};
        };
        for (const auto& p : o.in_path) ruta.replace(ruta.find('{' + p.name + '}'), p.name.size() + 2, de(p));
        std::string consulta;
        if (const auto suyo = propios.find(o.id); suyo != propios.end()) consulta = suyo->second;
        else
            for (const auto& p : o.in_query)
                if (p.required) consulta += (consulta.empty() ? "" : "&") + p.name + '=' + de(p);
        return consulta.empty() ? ruta : ruta + '?' + consulta;
    }

    // All the rows that the JSON has, page after page.
    std::vector<Fila> filas_json(const DocumentedOperation& o, const std::string& desde) {
        std::vector<Fila> filas;
        const auto por = expandidas.contains(o.id) ? expandidas.find(o.id)->second : std::string{};
        std::string destino = desde;
        for (int pagina = 0; pagina < 100; ++pagina) {
            const auto r = pide(destino);
            EXPECT_EQ(r.status, 200) << destino << '\n' << r.body;
            if (r.status != 200) return filas;
            simdjson::dom::parser parser;
            const element respuesta = parser.parse(r.body);
            de_respuesta(o, respuesta["data"], por, filas);
            std::string_view siguiente;
            if (respuesta["data"].is_object() || respuesta["siguiente"].get(siguiente) != simdjson::SUCCESS) return filas;
            destino = desde + (desde.find('?') == std::string::npos ? "?" : "&") + "cursor=" + std::string{siguiente};
        }
        ADD_FAILURE() << "too many pages";
        return filas;
    }
    void de_respuesta(const DocumentedOperation& o, element data, const std::string& por, std::vector<Fila>& filas) const {
        array lista;
        if (data.get(lista) == simdjson::SUCCESS) {
            for (const element e : lista) filas_de(e, por, {}, filas);
        } else if (!por.empty() && hay(data, por)) {
            filas_de(data, por, {}, filas);
        } else {
            const auto listas = nombres_de_listas(o);
            for (const auto& nombre : listas)
                for (const element e : data[nombre].get_array().value()) filas_de(e, por, listas.size() > 1 ? "*" : "", filas);
        }
    }
    // The lists of records of an answer, by its schema: one that is empty is one too.
    std::vector<std::string> nombres_de_listas(const DocumentedOperation& o) const;
};
CACAO_EN_AMBOS_MOTORES(TablesTest);

std::vector<std::string> TablesTest::nombres_de_listas(const DocumentedOperation& o) const {
    std::vector<std::string> nombres;
    const auto deref = [&](element e) {
        std::string_view ref;
        while (e["$ref"].get(ref) == simdjson::SUCCESS) e = raiz.at_pointer(ref.substr(1));
        return e;
    };
    const element esquema = deref(o.node["responses"]["200"]["content"]["application/json"]["schema"]);
    object miembros;
    if (deref(esquema["properties"]["data"])["properties"].get(miembros) != simdjson::SUCCESS) return nombres;
    for (const auto [nombre, miembro] : miembros) {
        element items;
        if (miembro["items"].get(items) != simdjson::SUCCESS || !hay(deref(items), "properties")) continue;
        if (!de_cierre.contains(o.id + "." + std::string{nombre})) nombres.emplace_back(nombre);
    }
    return nombres;
}

TEST_P(TablesTest, EveryListIsTheSameInEachForm) {
    std::size_t con_filas = 0;
    std::size_t todas = 0;
    std::size_t sumadas = 0;
    for (const auto& o : document.operations()) {
        if (o.method != "GET" || o.node["responses"]["200"]["content"]["text/csv"].error() != simdjson::SUCCESS) continue;
        ++todas;
        const auto ruta = destino(o);
        SCOPED_TRACE(o.id + " " + ruta);
        const auto csv = pide(ruta, "text/csv");
        EXPECT_EQ(csv.status, 200) << csv.body;
        if (csv.status != 200) continue;
        std::vector<std::vector<std::string>> renglones;
        tabla::LectorCsv lector{csv.body};
        for (tabla::Renglon r; lector.siguiente(r);) renglones.push_back(r.celdas);
        ASSERT_FALSE(renglones.empty());
        EXPECT_EQ(std::set(renglones[0].begin(), renglones[0].end()).size(), renglones[0].size()) << "two columns of one name";
        con_filas += renglones.size() > 1 ? 1U : 0U;
        if (!a_mano.contains(o.id)) {
            const auto filas = filas_json(o, ruta);
            // Figures beside several lists are rows behind them.
            EXPECT_LE(filas.size(), renglones.size() - 1);
            const auto cuantas =
                nombres_de_listas(o).size() > 1 ? std::min(filas.size(), renglones.size() - 1) : renglones.size() - 1;
            EXPECT_EQ(filas.size(), cuantas);
            for (std::size_t i = 0; i < filas.size() && i + 1 < renglones.size(); ++i) {
                auto celdas = renglones[i + 1];
                Fila fila = filas[i];
                // Rows of several lists: the first cell says of which, by its label.
                if (!fila.empty() && fila[0].campo.empty()) fila.erase(fila.begin()), celdas.erase(celdas.begin());
                const auto mal = comparar(fila, celdas);
                EXPECT_EQ(mal, "") << "row " << i << ": " << fmt::format("{}", fmt::join(celdas, " | "));
                if (!mal.empty()) break;  // one of each table tells enough
            }
        }
        const auto xlsx = pide(ruta, libro);
        EXPECT_EQ(xlsx.status, 200) << xlsx.body;
        const auto hoja = test::partes(xlsx.body).at("xl/worksheets/sheet1.xml");
        EXPECT_NE(hoja.find("RFC "), std::string::npos);
        if (!sin_suma.contains(o.id)) {
            EXPECT_EQ(mal_sumado(hoja, sumadas), "");
        }
        // Where identifiers are what the catalog is about, they stand.
        const auto palabras = de_nombres.contains(o.id) ? std::vector<std::string_view>{} : de_programas(hoja);
        EXPECT_EQ(fmt::format("{}", fmt::join(palabras, " ")), "");
        const auto pdf = pide(ruta, "application/pdf");
        EXPECT_EQ(pdf.status, 200) << pdf.body;
        EXPECT_GE(paginas_de(texto_de_pdf(pdf.body)), 1);
    }
    EXPECT_GT(todas, 90U);
    EXPECT_GT(sumadas, 40U);
    EXPECT_GT(con_filas, 60U) << "a comparison of empty tables says little";
}

TEST_P(TablesTest, WhatIsNoListStaysJson) {
    const std::vector<std::string> rutas{"/api/FacturaVenta/" + valores["transaccionId"], "/api/Contabilidad/Configuracion",
                                         "/api/Seguridad/Usuario", "/api/Contactos/" + valores["entidadId"]};
    for (const auto& ruta : rutas) EXPECT_EQ(pide(ruta, "text/csv").status, 406) << ruta;
}

}  // namespace
}  // namespace cacao::test
