#include "rooms/contabilidad/reportes/balance_general.hpp"

#include "api/ambito.hpp"
#include "engine/entorno/meses.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

void tabla_balance_general(const Context& ctx, const BalancePedido& p, const Estado& e, tabla::Hoja& hoja) {
    estado::escribir_tabla(ctx, "Balance general", p, e, hoja);
}

Fecha dia_pedido(const Context& ctx, const BalancePedido& p) {
    Faltas faltas;
    faltas.agregar_si(p.periodo && p.fecha, Codigo::valor_no_permitido, "/fecha");
    std::optional<Fecha> dia = p.fecha.value_or(ctx.hoy());
    if (p.periodo) {
        dia = engine::primer_dia_de(*p.periodo);
        faltas.agregar_si(!dia, Codigo::fecha_invalida, "/periodo");
        if (dia) dia = dia->ultimo_del_mes();
    }
    exigir_ambito(ctx.db(), p, faltas);
    faltas.lanzar();
    return *dia;
}

std::string al_dia(const estado::Rango& r) { return "fecha=" + r.hasta.iso(); }

Fecha primero_del_anio(Fecha dia) { return *Fecha::de_civil(dia.anio(), 1, 1); }

// The ledger whose closing balance the figure is; what is no account opens as the statement that tells it.
std::string saldo_de(std::int64_t cuentaId, const estado::Rango& r) {
    const estado::Rango anio{primero_del_anio(r.hasta), r.hasta};
    if (cuentaId == estado::resultado_del_ejercicio) return "/api/Contabilidad/EstadoResultados?" + estado::por_dias(anio);
    if (cuentaId < 0) return {};
    return fmt::format("/api/Contabilidad/Auxiliares?cuentaId={}&{}&conCierre=false", cuentaId, estado::por_dias(anio));
}

// What accounts of results have by then: of the year, and of years before that were not closed.
estado::Saldos balance_al(db::Reader& tx, const BalancePedido& p, Fecha dia,
                          const std::map<std::int64_t, CuentaDeFormato>& cuentas) {
    estado::Saldos saldos;
    for (const auto& [cuentaId, s] : engine::balanza(tx, estado::pedida(p, {primero_del_anio(dia), dia}))) {
        if (estado::es_de_resultados(cuentas.at(cuentaId))) {
            saldos[estado::resultado_sin_cerrar] += s.inicial;
            saldos[estado::resultado_del_ejercicio] += s.cargos - s.abonos;
        } else {
            saldos[cuentaId] = s.inicial + s.cargos - s.abonos;
        }
    }
    return saldos;
}

}  // namespace

Estado balance_general(const Context& ctx, const BalancePedido& p, const FormatoElegido& formato) {
    auto& tx = ctx.db();
    const Fecha dia = dia_pedido(ctx, p);
    Faltas faltas;
    faltas.agregar_si(p.comparar == Comparacion::presupuesto, Codigo::valor_no_permitido, "/comparar");
    estado::Hecho hecho{.formato = formato, .rangos = {{dia, dia}}, .columnas = {}, .cuentas = estado::cuentas_de_detalle(tx)};
    // Compared are ends of months, or the same days of other months.
    for (const auto& r : estado::comparados(p, {dia.primero_del_mes(), dia}, faltas))
        if (r.hasta != dia) hecho.rangos.push_back({r.hasta, r.hasta});
    faltas.lanzar();
    const bool parte = (p.sucursalId && *p.sucursalId != 0) || p.proyectoId;
    for (const auto& rango : hecho.rangos) {
        hecho.columnas.push_back(balance_al(tx, p, rango.hasta, hecho.cuentas));
        // Rows of one branch or project need not balance by themselves: what others owe it stands in the open.
        if (parte) hecho.columnas.back()[estado::entre_lugares] = -estado::suma(hecho.columnas.back());
    }
    hecho.cuentas[estado::resultado_del_ejercicio] = {estado::resultado_del_ejercicio, "", "Resultado del ejercicio", "",
                                                      "resultado"};
    hecho.cuentas[estado::resultado_sin_cerrar] = {estado::resultado_sin_cerrar, "", "Resultados de ejercicios sin cerrar", "304",
                                                   "capital"};
    hecho.cuentas[estado::entre_lugares] = {estado::entre_lugares, "", "Entre sucursales y proyectos", "", "capital"};
    auto e = estado::armar(p, hecho, {.ruta = "/api/Contabilidad/BalanceGeneral", .dias = al_dia, .cuenta = saldo_de, .mas = {}});
    // What there is is what is owed and what is left: the books as a whole.
    for (std::size_t i = 0; i < e.columnas.size(); ++i) {
        const Importe abierto = estado::suma(hecho.columnas[i]);
        e.columnas[i].diferencia += abierto;
        e.diferencia += abierto;
    }
    return e;
}

Estado consultar_balance_general(const Context& ctx, const BalancePedido& p) {
    return balance_general(ctx, p, formato_elegido(ctx.db(), EstadoFinanciero::balance, p.formatoEstadoId));
}

void register_balance_general(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/BalanceGeneral", "BalanceGeneral", consultar_balance_general)
        .nuestra()
        .como_tabla(consultar_balance_general, tabla_balance_general)
        .rechaza(
            {Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::requerido, Codigo::no_encontrado, Codigo::inactivo});
}

}  // namespace cacao
