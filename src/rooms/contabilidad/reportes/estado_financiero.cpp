#include "rooms/contabilidad/reportes/estado_financiero.hpp"

#include "api/ambito.hpp"
#include "api/monedas.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/libros/flujo_efectivo.hpp"
#include "palabras/palabras.hpp"
#include "tabla/hoja.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace cacao::estado {
namespace {

bool meses_enteros(const Rango& r) { return r.desde == r.desde.primero_del_mes() && r.hasta == r.hasta.ultimo_del_mes(); }
std::int64_t meses_de(const Rango& r) {
    return engine::meses_entre(engine::periodo_de(r.desde), engine::periodo_de(r.hasta)) + 1;
}

// The range before, of the same form: as many months where it begins with one, otherwise as many days.
Rango anterior(const Rango& r, int veces) {
    if (r.desde == r.desde.primero_del_mes()) {
        const int meses = -static_cast<int>(meses_de(r)) * veces;
        return {mover_meses(r.desde, meses), mover_meses(r.hasta, meses)};
    }
    const int dias = (r.hasta - r.desde + 1) * veces;
    return {r.desde + -dias, r.hasta + -dias};
}

std::string nombre_de(const Rango& r) {
    if (r.presupuesto) return "Presupuesto";
    if (r.desde == r.hasta) return tabla::dia_mes_anio(r.hasta);
    if (!meses_enteros(r)) return tabla::dia_mes_anio(r.desde) + " a " + tabla::dia_mes_anio(r.hasta);
    if (meses_de(r) == 12 && r.desde.mes() == 1) return std::to_string(r.desde.anio());
    const auto mes = [](Fecha f) { return f.iso().substr(0, 7); };
    return meses_de(r) == 1 ? mes(r.desde) : mes(r.desde) + " a " + mes(r.hasta);
}

std::string presupuesto_de(std::int64_t cuentaId, const Rango& r) {
    return fmt::format("/api/Contabilidad/PresupuestoEjercido?periodoInicial={}&periodoFinal={}&cuentaId={}",
                       engine::periodo_de(r.desde), engine::periodo_de(r.hasta), cuentaId);
}

// A layout with the accounts of each of its lines.
class Armado {
public:
    Armado(const ComparativosPedidos& vista, const Hecho& hecho, const Consultas& consultas)
        : vista_(vista),
          hecho_(hecho),
          consultas_(consultas),
          cuentas_(hecho.formato.lineas.size()),
          netos_(hecho.formato.lineas.size()) {}

    Estado armar() {
        Estado e;
        e.formato = hecho_.formato.nombre;
        repartir();
        sumar();
        Importe todo;
        for (std::size_t c = 0; c < hecho_.rangos.size(); ++c) {
            const Rango& r = hecho_.rangos[c];
            Importe lineas = std::accumulate(resto_.begin(), resto_.end(), Importe{},
                                             [&](Importe s, std::int64_t id) { return s + neto(id, c); });
            for (std::size_t i = 0; i < cuentas_.size(); ++i)
                for (const auto id : cuentas_[i]) lineas += neto(id, c);
            const Importe diferencia = suma(hecho_.columnas[c]) - lineas;
            e.columnas.push_back({nombre_de(r), r.desde, r.hasta, r.presupuesto, diferencia});
            e.diferencia += diferencia;
        }
        for (std::size_t i = 0; i < cuentas_.size(); ++i) {
            const LineaFormato& l = hecho_.formato.lineas.at(i);
            if (vista_.linea && l.clave != *vista_.linea) continue;
            if (!vista_.linea && es_de_resto(l) && cuentas_[i].empty()) continue;
            e.lineas.push_back(linea(l, i));
        }
        if (!resto_.empty() && (!vista_.linea || *vista_.linea == clave_sin_clasificar)) e.lineas.push_back(sin_clasificar());
        reject_if(vista_.linea && e.lineas.empty(), Codigo::no_encontrado, "/linea");
        return e;
    }

private:
    Importe neto(std::int64_t cuentaId, std::size_t columna) const {
        const auto& saldos = hecho_.columnas[columna];
        const auto it = saldos.find(cuentaId);
        return it == saldos.end() ? Importe{} : it->second;
    }
    // Each account that has a figure in some column to its line.
    void repartir() {
        for (const auto& [id, cuenta] : hecho_.cuentas) {
            bool alguna = false;
            for (std::size_t c = 0; c < hecho_.columnas.size(); ++c) alguna = alguna || !neto(id, c).es_cero();
            if (!alguna) continue;
            if (const auto i = linea_de(hecho_.formato.lineas, cuenta)) cuentas_[*i].push_back(id);
            else resto_.push_back(id);
        }
        // An account goes before what is told apart of it, which has a negative identifier.
        const auto por_codigo = [&](std::int64_t a, std::int64_t b) {
            return std::tie(hecho_.cuentas.at(a).codigo, b) < std::tie(hecho_.cuentas.at(b).codigo, a);
        };
        for (auto& suyas : cuentas_) std::ranges::sort(suyas, por_codigo);
        std::ranges::sort(resto_, por_codigo);
    }
    // Lines are sums of accounts, subtotals of lines above them.
    void sumar() {
        std::map<std::string, std::size_t, std::less<>> lugares;
        for (std::size_t i = 0; i < hecho_.formato.lineas.size(); ++i) {
            const LineaFormato& l = hecho_.formato.lineas.at(i);
            netos_[i].assign(hecho_.columnas.size(), {});
            for (std::size_t c = 0; c < hecho_.columnas.size(); ++c)
                for (const auto id : cuentas_[i]) netos_[i][c] += neto(id, c);
            if (l.clase == ClaseLinea::subtotal && l.suma)
                for (const auto& clave : *l.suma) {
                    const std::size_t otra = lugares.at(clave);
                    for (std::size_t c = 0; c < netos_[i].size(); ++c) netos_[i][c] += netos_[otra][c];
                    if (vista_.conCuentas.value_or(false) && vista_.linea)
                        abiertas_[i].insert(abiertas_[i].end(), abiertas_[otra].begin(), abiertas_[otra].end());
                }
            else abiertas_[i] = cuentas_[i];
            lugares[l.clave] = i;
        }
    }
    static Importe dicha(Importe neto, bool acreedora) { return acreedora ? -neto : neto; }

    std::string abrir(std::string_view clave, const Rango& r) const {
        return fmt::format(
            "{}?{}{}&linea={}&conCuentas=true{}{}", consultas_.ruta, consultas_.dias(r), consultas_.mas, clave,
            r.presupuesto ? "&comparar=presupuesto" : "",
            (vista_.formatoEstadoId ? fmt::format("&formatoEstadoId={}", std::int64_t{*vista_.formatoEstadoId}) : "") +
                filtros(vista_));
    }
    std::vector<CuentaEstado> detalle(const std::vector<std::int64_t>& ids, bool acreedora) const {
        std::vector<CuentaEstado> lista;
        if (!vista_.conCuentas.value_or(false)) return lista;
        for (const auto id : ids) {
            const CuentaDeFormato& c = hecho_.cuentas.at(id);
            auto& una = lista.emplace_back(
                CuentaEstado{std::max<std::int64_t>(c.cuentaId, 0), c.codigo, c.nombre, c.codigoAgrupador, {}});
            for (std::size_t i = 0; i < hecho_.columnas.size(); ++i) {
                const Rango& r = hecho_.rangos[i];
                std::string ruta = r.presupuesto ? presupuesto_de(id, r) : consultas_.cuenta(id, r);
                if (!ruta.empty()) ruta += filtros(vista_);
                una.cifras.push_back({dicha(neto(id, i), acreedora), std::move(ruta)});
            }
        }
        return lista;
    }
    LineaEstado linea(const LineaFormato& l, std::size_t i) const {
        const bool acreedora = l.naturaleza == NaturalezaCuenta::acreedora;
        LineaEstado una{l.clave, l.titulo, l.clase, l.nivel ? std::int64_t{*l.nivel} : 1, {}, {}};
        if (l.clase == ClaseLinea::titulo) return una;
        for (std::size_t c = 0; c < netos_[i].size(); ++c)
            una.cifras.push_back({dicha(netos_[i][c], acreedora), abrir(l.clave, hecho_.rangos[c])});
        const auto suyas = abiertas_.find(i);
        if (suyas != abiertas_.end()) una.cuentas = detalle(suyas->second, acreedora);
        return una;
    }
    LineaEstado sin_clasificar() const {
        LineaEstado una{std::string{clave_sin_clasificar}, "Sin clasificar", ClaseLinea::cuentas, 1, {}, {}};
        for (std::size_t c = 0; c < hecho_.columnas.size(); ++c) {
            Importe neta;
            for (const auto id : resto_) neta += neto(id, c);
            una.cifras.push_back({-neta, abrir(clave_sin_clasificar, hecho_.rangos[c])});
        }
        una.cuentas = detalle(resto_, true);
        return una;
    }

    const ComparativosPedidos& vista_;
    const Hecho& hecho_;
    const Consultas& consultas_;
    std::vector<std::vector<std::int64_t>> cuentas_;  // of each line
    std::vector<std::int64_t> resto_;
    std::vector<std::vector<Importe>> netos_;  // of each line, by column
    std::map<std::size_t, std::vector<std::int64_t>> abiertas_;
};

}  // namespace

Fecha mover_meses(Fecha fecha, int meses) {
    const int cuenta = fecha.anio() * 12 + fecha.mes() - 1 + meses;
    // Years before 1900 have no days of ours.
    const auto primero = Fecha::de_civil(cuenta / 12, cuenta % 12 + 1, 1).value_or(*Fecha::de_civil(1900, 1, 1));
    const Fecha ultimo = primero.ultimo_del_mes();
    if (fecha == fecha.ultimo_del_mes()) return ultimo;
    return std::min(primero + (fecha.dia() - 1), ultimo);
}

Rango rango_pedido(const Context& ctx, const EstadoPedido& p) {
    Faltas faltas;
    const bool meses = p.periodoInicial || p.periodoFinal;
    faltas.agregar_si(meses && p.fechaInicial, Codigo::valor_no_permitido, "/fechaInicial");
    faltas.agregar_si(meses && p.fechaFinal, Codigo::valor_no_permitido, "/fechaFinal");
    const Fecha hoy = ctx.hoy();
    Rango r;
    r.hasta = p.fechaFinal.value_or(p.fechaInicial ? std::max(hoy, *p.fechaInicial) : hoy);
    r.desde = p.fechaInicial.value_or(r.hasta.primero_del_mes());
    if (meses) {
        const auto desde = engine::primer_dia_de(p.periodoInicial ? *p.periodoInicial : *p.periodoFinal);
        const auto hasta = engine::primer_dia_de(p.periodoFinal ? *p.periodoFinal : *p.periodoInicial);
        faltas.agregar_si(!desde, Codigo::fecha_invalida, "/periodoInicial");
        faltas.agregar_si(!hasta && p.periodoFinal, Codigo::fecha_invalida, "/periodoFinal");
        if (desde) r.desde = *desde;
        if (hasta) r.hasta = hasta->ultimo_del_mes();
        if (!desde || !hasta) r.hasta = r.desde;
    }
    faltas.agregar_si(r.hasta < r.desde, Codigo::fuera_de_rango, meses ? "/periodoFinal" : "/fechaFinal");
    exigir_ambito(ctx.db(), p, faltas);
    faltas.lanzar();
    return r;
}

std::vector<Rango> comparados(const ComparativosPedidos& vista, Rango primero, Faltas& faltas) {
    std::vector<Rango> rangos{primero};
    faltas.agregar_si(vista.comparaciones && !vista.comparar, Codigo::requerido, "/comparar");
    if (!vista.comparar) return rangos;
    faltas.agregar_si(vista.comparaciones && *vista.comparar == Comparacion::presupuesto, Codigo::valor_no_permitido,
                      "/comparaciones");
    const auto veces = vista.comparaciones ? std::int64_t{*vista.comparaciones} : 1;
    for (int i = 1; i <= veces; ++i) switch (*vista.comparar) {
            case Comparacion::periodoAnterior: rangos.push_back(anterior(primero, i)); break;
            case Comparacion::anioAnterior:
                rangos.push_back({mover_meses(primero.desde, -12 * i), mover_meses(primero.hasta, -12 * i)});
                break;
            case Comparacion::presupuesto:
                // What was meant for a month says nothing of its days.
                faltas.agregar_si(!meses_enteros(primero), Codigo::fuera_de_rango, "/comparar");
                rangos.push_back({primero.desde, primero.hasta, true});
                break;
        }
    return rangos;
}

engine::BalanzaPedida pedida(const ComparativosPedidos& vista, const Rango& rango) {
    engine::BalanzaPedida b{.desde = rango.desde, .hasta = rango.hasta};
    if (vista.sucursalId && *vista.sucursalId != 0) b.sucursalId = *vista.sucursalId;
    if (vista.proyectoId) b.proyectoId = *vista.proyectoId;
    b.con_cierre = false;  // what a close moves is told by what it closes
    return b;
}

std::map<std::int64_t, CuentaDeFormato> cuentas_de_detalle(db::Reader& tx) {
    std::map<std::int64_t, CuentaDeFormato> cuentas;
    for (auto& c : tx.all<CuentaDeFormato>(R"(SELECT cuentaId, codigo, nombre, codigoAgrupador, tipo, naturaleza FROM cuenta
                                              WHERE organizacionId = $1)",
                                           tx.organizacion())) {
        const auto id = c.cuentaId;
        cuentas.emplace(id, std::move(c));
    }
    return cuentas;
}

Saldos presupuestado(db::Reader& tx, const ComparativosPedidos& vista, const Rango& rango) {
    db::Where donde{tx.organizacion(), engine::periodo_de(rango.desde), engine::periodo_de(rango.hasta)};
    const auto b = pedida(vista, rango);
    donde.add_if(b.sucursalId, "m.sucursalId = $");
    donde.add_if(b.proyectoId, "m.proyectoId = $");
    Saldos saldos;
    tx.query(R"(SELECT m.cuentaId, CAST(SUM(CASE WHEN c.naturaleza = 'acreedora' THEN -m.importe ELSE m.importe END) AS BIGINT)
                FROM presupuestoMes m
                JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = m.cuentaId
                WHERE m.organizacionId = $1 AND m.periodo BETWEEN $2 AND $3)" +
                 donde.and_sql() + " GROUP BY m.cuentaId",
             donde.params(), [&](const db::Row& r) { saldos[r.integer(0)] = Importe::de_micros(r.integer(1)); });
    return saldos;
}

bool es_de_resultados(const CuentaDeFormato& c) { return c.tipo == "ingreso" || c.tipo == "costo" || c.tipo == "gasto"; }
bool es_de_efectivo(const CuentaDeFormato& c) { return engine::es_efectivo(c.codigoAgrupador); }

Importe suma(const Saldos& saldos) {
    return std::accumulate(saldos.begin(), saldos.end(), Importe{}, [](Importe s, const auto& uno) { return s + uno.second; });
}

Estado armar(const ComparativosPedidos& vista, const Hecho& hecho, const Consultas& consultas) {
    return Armado{vista, hecho, consultas}.armar();
}

std::string por_dias(const Rango& r) { return fmt::format("fechaInicial={}&fechaFinal={}", r.desde.iso(), r.hasta.iso()); }

std::string filtros(const ComparativosPedidos& vista) {
    std::string texto;
    if (vista.sucursalId && *vista.sucursalId != 0) texto += fmt::format("&sucursalId={}", std::int64_t{*vista.sucursalId});
    if (vista.proyectoId) texto += fmt::format("&proyectoId={}", std::int64_t{*vista.proyectoId});
    return texto;
}

std::string movimientos_de(std::int64_t cuentaId, const Rango& r) {
    if (cuentaId < 0) return {};
    return fmt::format("/api/Contabilidad/Auxiliar/{}?{}&conCierre=false", cuentaId, por_dias(r));
}

void escribir_tabla(const Context& ctx, std::string_view titulo, const ComparativosPedidos& vista, const Estado& e,
                    tabla::Hoja& hoja) {
    using tabla::celda;
    auto& tx = ctx.db();
    std::string nota;
    const auto anotar = [&](std::string_view que, const std::optional<std::string>& nombre) {
        if (nombre) nota += fmt::format("{}{}: {}", nota.empty() ? "" : "; ", que, *nombre);
    };
    if (vista.sucursalId && *vista.sucursalId != 0)
        anotar("Sucursal", tx.one<std::string>("SELECT nombre FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2",
                                               tx.organizacion(), std::int64_t{*vista.sucursalId}));
    if (vista.proyectoId)
        anotar("Proyecto", *vista.proyectoId == 0
                               ? std::optional<std::string>{"sin proyecto"}
                               : tx.one<std::string>("SELECT nombre FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2",
                                                     tx.organizacion(), std::int64_t{*vista.proyectoId}));
    const auto& primera = e.columnas.front();
    std::vector<tabla::Columna> columnas{tabla::texto("Código", 13), tabla::texto("Concepto", 46)};
    for (const ColumnaEstado& c : e.columnas) columnas.push_back(tabla::importe(c.nombre));
    const bool en_un_dia = primera.fechaInicial == primera.fechaFinal;
    hoja.encabezar(
        {std::string{titulo}, en_un_dia ? std::nullopt : std::optional{primera.fechaInicial}, primera.fechaFinal, nota},
        std::move(columnas));
    api::Decimales decimales{tx};
    const auto fila = [&](std::string_view codigo, std::string_view concepto, const std::vector<CifraEstado>& cifras) {
        std::vector<tabla::Celda> celdas{celda(codigo), celda(concepto)};
        for (std::size_t i = 0; i < e.columnas.size(); ++i)
            celdas.push_back(i < cifras.size() ? decimales.monto(cifras[i].importe, {}) : celda(""));
        return celdas;
    };
    for (const LineaEstado& l : e.lineas) {
        const auto celdas = fila("", l.titulo, l.cifras);
        // Sums stand out on paper; a program tells them by their title.
        if (l.clase == "subtotal" && hoja.es_papel()) hoja.total(celdas);
        else hoja.renglon(celdas);
        for (const CuentaEstado& c : l.cuentas) hoja.renglon(fila(c.codigo, c.nombre, c.cifras));
    }
}

}  // namespace cacao::estado
