#include "rooms/importaciones/importacion.hpp"

#include "base/texto.hpp"
#include "reflect/json_value.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <deque>

namespace cacao {
namespace {

using namespace importacion;

// Of one request: it is one transaction, and others wait for it.
constexpr std::size_t filas_por_importacion = 1000;

// What one needs for a table: the operations that make and change its records one by one.
std::vector<std::string_view> permisos_de(TablaImportable tabla) {
    switch (tabla) {
        case TablaImportable::contactos: return {"ContactoCrear", "ContactoActualizar"};
        case TablaImportable::productos: return {"ProductoCrear", "ProductoActualizar"};
        case TablaImportable::precios: return {"PreciosActualizar"};
        case TablaImportable::cuentas: return {"CuentaCrear", "CuentaActualizar"};
        case TablaImportable::saldos: break;
    }
    return {"SaldoInicialCrear", "PolizaCrear", "MovimientoAgregar"};
}

void exigir_permisos(const Context& ctx, const api::Operations& ops, TablaImportable tabla) {
    for (const auto id : permisos_de(tabla))
        if (!ctx.sesion().permitidas[ops.find(id)->index])
            reject(Codigo::permiso_denegado, "/tabla", reflect::objeto("permiso", id));
}

// A value of a row as the cell of a table has it: a list of plain values with commas, one of objects as JSON.
std::string celda_de(reflect::JsonValue& valor) {
    std::string out;
    if (valor.type() == reflect::JsonType::null) return out;
    if (valor.type() == reflect::JsonType::string) return std::string{valor.text()};
    if (valor.type() != reflect::JsonType::array) {
        reflect::write_value(valor, out);
        return out;
    }
    std::string juntos = "[";
    bool sencilla = true;
    valor.items([&](reflect::JsonValue& v) {
        sencilla = sencilla && v.type() != reflect::JsonType::object && v.type() != reflect::JsonType::array;
        std::string una;
        if (sencilla && v.type() == reflect::JsonType::string) {
            const auto texto = v.text();
            out.append(out.empty() ? "" : ",").append(texto);
            reflect::write_string(una, texto);
        } else {
            reflect::write_value(v, una);
            out.append(out.empty() ? "" : ",").append(una);
        }
        juntos.append(juntos.size() > 1 ? "," : "").append(una);
    });
    return sencilla && juntos.size() > 1 ? out : juntos + "]";
}

// Rows that name other fields than those before begin another table: what a row leaves out stays as it is.
std::deque<Tabla> leer_json(const std::string& texto, const Importador& clase, Informe& informe) {
    std::deque<Tabla> tablas;
    std::vector<std::string> titulos;
    std::size_t fila = 0;
    bool lista = false;
    Faltas forma;
    reflect::read_document(
        texto, forma,
        [&](reflect::JsonValue& raiz) {
            lista = raiz.type() == reflect::JsonType::array;
            if (!lista) return celda_de(raiz).clear();
            raiz.items([&](reflect::JsonValue& valor) {
                if (++fila > filas_por_importacion) return;
                if (valor.type() != reflect::JsonType::object) {
                    informe.faltas.push_back({fila, 0, {}, Codigo::renglon_malformado, {}});
                    return;
                }
                std::vector<std::string> suyos;
                tabla::Renglon renglon{fila, {}, false};
                valor.fields([&](std::string_view nombre, reflect::JsonValue& v) {
                    suyos.emplace_back(nombre);
                    renglon.celdas.push_back(celda_de(v));
                });
                if (tablas.empty() || suyos != titulos) {
                    titulos = std::move(suyos);
                    tablas.emplace_back().columnas = leer_columnas(fila, titulos, clase, informe);
                }
                tablas.back().renglones.push_back(std::move(renglon));
            });
        },
        reflect::Root::any);
    forma.lanzar();
    reject_if(!lista, Codigo::tipo_incorrecto, "");
    reject_if(fila > filas_por_importacion, Codigo::lista_muy_larga, "");
    return tablas;
}

std::deque<Tabla> leer_filas(const Archivo& filas, const Importador& clase, Informe& informe) {
    if (filas.tipo != "text/csv") return leer_json(filas.contenido, clase, informe);
    std::deque<Tabla> una;
    una.push_back(leer_csv(tabla::en_utf8(filas.contenido), clase, informe));
    reject_if(una.front().renglones.size() > filas_por_importacion, Codigo::lista_muy_larga, "");
    return una;
}

FaltaImportada dicha(const FaltaEnTabla& f, Idioma idioma) {
    return {f.campo, std::string{nombre(f.codigo)}, std::string{mensaje(f.codigo, idioma)}, {f.datos.empty() ? "{}" : f.datos}};
}

ResultadoFila resultado_de(Efecto efecto) {
    if (efecto == Efecto::creado) return ResultadoFila::creada;
    return efecto == Efecto::actualizado ? ResultadoFila::actualizada : ResultadoFila::igual;
}

// In the order in which the rows came.
std::vector<FilaImportada> por_fila(const Informe& informe, const std::map<std::size_t, std::size_t>& lugares, Idioma idioma) {
    std::vector<FilaImportada> filas(lugares.size());
    for (const auto& [linea, lugar] : lugares) {
        filas[lugar].fila = static_cast<std::int64_t>(lugar + 1);
        const auto efecto = informe.efectos.find(linea);
        filas[lugar].resultado = efecto == informe.efectos.end() ? ResultadoFila::rechazada : resultado_de(efecto->second);
    }
    for (const FaltaEnTabla& f : informe.faltas)
        if (const auto it = lugares.find(f.linea); it != lugares.end()) {
            filas[it->second].resultado = ResultadoFila::rechazada;
            filas[it->second].errores.push_back(dicha(f, idioma));
        }
    for (const FaltaEnTabla& f : informe.advertencias)
        if (const auto it = lugares.find(f.linea); it != lugares.end())
            filas[it->second].advertencias.push_back(dicha(f, idioma));
    return filas;
}

// Faults of the header, which is no row.
[[noreturn]] void rechazar_columnas(const Informe& informe) {
    Faltas faltas;
    for (const FaltaEnTabla& f : informe.faltas)
        faltas.agregar(f.codigo, f.campo.empty() ? "" : "/" + f.campo, En::cuerpo, f.datos);
    throw Error{faltas.lista(), faltas.mas()};
}

// One fault for each row, at its place from 0, as the pointer into a JSON array has it; what is wrong with the row stands in it.
void exigir_buenas(const Importacion& hecha) {
    Faltas faltas;
    for (const FilaImportada& f : hecha.filas)
        if (f.resultado == ResultadoFila::rechazada)
            faltas.agregar(Codigo::regla_incumplida, "/" + std::to_string(f.fila - 1), En::cuerpo,
                           reflect::objeto("fila", f.fila, "errores", reflect::Escrito{reflect::to_json(f.errores)}));
    faltas.lanzar();
}

}  // namespace

Importacion importar(Context& ctx, const api::Operations& ops, Fabrica fabrica, const ImportacionPedida& pedida) {
    exigir_permisos(ctx, ops, pedida.tabla);
    const auto clase = fabrica(reflect::enum_name(pedida.tabla));
    const bool parcial = pedida.parcial.value_or(false);
    reject_if(parcial && !clase->admite_parcial(), Codigo::valor_no_permitido, "/parcial");
    Informe informe;
    auto tablas = leer_filas(pedida.filas, *clase, informe);
    std::map<std::size_t, std::size_t> lugares;  // by line
    for (const Tabla& t : tablas)
        for (const auto& r : t.renglones) lugares.emplace(r.linea, lugares.size());
    if (!informe.faltas.empty()) rechazar_columnas(informe);
    reject_if(lugares.empty(), Codigo::lista_vacia, "");
    clase->empezar(ctx);
    Claves vistas;
    for (Tabla& t : tablas) {
        revisar_forma(t, *clase, vistas, informe);
        clase->renglones(ctx, t, t.renglones, informe);
    }
    clase->terminar(ctx, tablas.back(), informe);
    Importacion r{pedida.tabla, !ctx.simular(), informe.creados, informe.actualizados, informe.iguales, 0, {}};
    r.filas = por_fila(informe, lugares, ctx.idioma());
    r.rechazadas = std::ranges::count(r.filas, ResultadoFila::rechazada, &FilaImportada::resultado);
    if (!parcial && !ctx.simular()) exigir_buenas(r);
    return r;
}

void register_importaciones(api::Operations& ops, Fabrica fabrica) {
    ops.group("Sistema");
    ops.add(api::Verb::POST, "/api/Importaciones/{tabla}", "Importar",
            [&ops, fabrica](Context& ctx, const ImportacionPedida& pedida) { return importar(ctx, ops, fabrica, pedida); })
        .nuestra()
        .para_todos()
        .con_tabla()
        .con_calma()
        .en_consulta("parcial")
        .rechaza({Codigo::permiso_denegado, Codigo::lista_vacia, Codigo::regla_incumplida});
}

}  // namespace cacao
