#include "rooms/contabilidad/reportes/saldos_cuentas.hpp"

#include "api/ambito.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/libros/flujo_efectivo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace cacao {
namespace {

bool es_cierre(std::int64_t periodo) { return periodo % 100 == 13; }

// The first day of a month written as 202611; month 13, which has no days of its own, stands behind the last of its December.
std::optional<Fecha> primer_dia(std::int64_t periodo) {
    return Fecha::de_civil(static_cast<int>(periodo / 100), es_cierre(periodo) ? 12 : static_cast<int>(periodo % 100), 1);
}

}  // namespace

engine::BalanzaPedida rango_de_libro(const Context& ctx, const LibroPedido& p) {
    Faltas faltas;
    const bool meses = p.periodoInicial || p.periodoFinal;
    faltas.agregar_si(meses && p.fechaInicial, Codigo::valor_no_permitido, "/fechaInicial");
    faltas.agregar_si(meses && p.fechaFinal, Codigo::valor_no_permitido, "/fechaFinal");
    engine::BalanzaPedida b;
    const Fecha hoy = ctx.hoy();
    b.desde = p.fechaInicial.value_or(hoy.primero_del_mes());
    b.hasta = p.fechaFinal.value_or(p.fechaInicial ? std::max(hoy, *p.fechaInicial) : hoy);
    if (meses) {
        const std::int64_t inicial = p.periodoInicial ? *p.periodoInicial : *p.periodoFinal;
        const std::int64_t final_ = p.periodoFinal ? *p.periodoFinal : *p.periodoInicial;
        const auto desde = primer_dia(inicial);
        const auto hasta = primer_dia(final_);
        faltas.agregar_si(!desde, Codigo::fecha_invalida, "/periodoInicial");
        faltas.agregar_si(!hasta, Codigo::fecha_invalida, "/periodoFinal");
        b.desde_cierre = es_cierre(inicial);
        if (desde) b.desde = b.desde_cierre ? desde->ultimo_del_mes() : *desde;
        if (hasta) b.hasta = hasta->ultimo_del_mes();
        const bool cierre = b.desde_cierre || es_cierre(final_);
        faltas.agregar_si(cierre && !p.conCierre.value_or(true), Codigo::valor_no_permitido, "/conCierre");
        faltas.agregar_si(desde && hasta && final_ < inicial && b.desde <= b.hasta, Codigo::fuera_de_rango, "/periodoFinal");
    }
    faltas.agregar_si(b.hasta < b.desde, Codigo::fuera_de_rango, meses ? "/periodoFinal" : "/fechaFinal");
    exigir_ambito(ctx.db(), p, faltas);
    faltas.lanzar();
    if (p.sucursalId && *p.sucursalId != 0) b.sucursalId = *p.sucursalId;
    if (p.proyectoId) b.proyectoId = *p.proyectoId;  // 0 is a question too: what belongs to no project
    b.con_cierre = p.conCierre.value_or(true);
    return b;
}

SaldosCuentas consultar_saldos_cuentas(const Context& ctx, const SaldosCuentasPedidos& pedidos) {
    const auto pedida = rango_de_libro(ctx, pedidos);
    const auto cuentas =
        ctx.db().all<CuentaDelArbol>(R"(SELECT cuentaId, codigo, nombre, padreId, nivel, naturaleza, esAcumulativa,
                                                                codigoAgrupador
                                                         FROM cuenta WHERE organizacionId = $1 ORDER BY codigo)",
                                     ctx.organizacionId());
    const auto hojas = engine::balanza(ctx.db(), pedida);
    SaldosCuentas r{pedida.desde, pedida.hasta, {}, {}, {}, {}};
    // Each leaf adds to itself and to everyone above it; totals come from leaves alone.
    std::unordered_map<std::int64_t, const CuentaDelArbol*> por_id;
    for (const auto& c : cuentas) por_id.emplace(c.cuentaId, &c);
    std::unordered_map<std::int64_t, engine::SaldoDeCuenta> sumas;
    for (const auto& [cuentaId, s] : hojas) {
        r.cargos += s.cargos;
        r.abonos += s.abonos;
        for (auto it = por_id.find(cuentaId); it != por_id.end(); it = por_id.find(it->second->padreId)) {
            auto& suma = sumas[it->first];
            suma.inicial += s.inicial;
            suma.cargos += s.cargos;
            suma.abonos += s.abonos;
        }
    }
    r.diferencia = r.cargos - r.abonos;
    for (const auto& c : cuentas) {
        const auto it = sumas.find(c.cuentaId);
        const auto s = it == sumas.end() ? engine::SaldoDeCuenta{} : it->second;
        const bool vacia = s.inicial.es_cero() && s.cargos.es_cero() && s.abonos.es_cero();
        if ((vacia && !pedidos.conCeros.value_or(false)) || (pedidos.nivel && c.nivel > *pedidos.nivel)) continue;
        const bool deudora = c.naturaleza == reflect::enum_name(engine::NaturalezaCuenta::deudora);
        const Importe final_ = s.inicial + s.cargos - s.abonos;
        r.cuentas.push_back({c, deudora ? s.inicial : -s.inicial, s.cargos, s.abonos, deudora ? final_ : -final_});
    }
    return r;
}

Pagina<AsientoAuxiliar> consultar_auxiliar(const Context& ctx, const AuxiliarPedido& pedido) {
    const auto pedida = rango_de_libro(ctx, pedido);
    auto& tx = ctx.db();
    const auto existe = tx.one<std::int64_t>("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
                                             ctx.organizacionId(), std::int64_t{pedido.cuentaId});
    reject_if(!existe, Codigo::no_encontrado, "/cuentaId");
    const Recorrido recorrido{ctx, pedido, "Auxiliar",
                              fmt::format("{}/{}/{}/{}/{}/{}/{}/{}", std::int64_t{pedido.cuentaId}, pedida.desde.dias(),
                                          pedida.hasta.dias(), pedida.sucursalId.value_or(-1), pedida.proyectoId.value_or(-1),
                                          pedida.con_cierre, pedida.desde_cierre, pedido.conEfectivo.value_or(false))};
    db::Where donde{ctx.organizacionId(), pedida.desde, pedida.hasta, std::int64_t{pedido.cuentaId}};
    donde.add_if(pedida.sucursalId, "a.sucursalId = $");
    donde.add_if(pedida.proyectoId, "a.proyectoId = $");
    if (!pedida.con_cierre) donde.add("p.periodo % 100 <= 12");
    if (pedida.desde_cierre) donde.add("p.periodo >= $", engine::cierre_de(pedida.desde));
    // As the statement of cash has them.
    if (pedido.conEfectivo.value_or(false))
        donde.add(engine::con_efectivo_sql("a.polizaId") + " AND NOT " + engine::de_revaluacion_sql("a.polizaId"));
    // A parent asks for everything below it.
    const std::string cabeza = R"(WITH RECURSIVE rama (cuentaId) AS (
            SELECT c.cuentaId FROM cuenta c WHERE c.organizacionId = $1 AND c.cuentaId = $4
            UNION ALL
            SELECT h.cuentaId FROM cuenta h JOIN rama ON h.organizacionId = $1 AND h.padreId = rama.cuentaId) )";
    const std::string cuerpo =
        " FROM asiento a JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId"
        " JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId"
        " WHERE a.organizacionId = $1 AND a.fecha BETWEEN $2 AND $3 AND a.cuentaId IN (SELECT cuentaId FROM rama)";
    const Total total = recorrido.contar(tx, cabeza + "SELECT 1" + cuerpo + donde.and_sql(), donde.params());
    if (const auto& desde = recorrido.desde())
        donde.add("(a.fecha, a.polizaId, a.renglon) > ($, $, $)", desde->at(0), desde->at(1), desde->at(2));
    const std::string filtros = donde.and_sql();
    const auto tramo = recorrido.tramo_sql(donde);
    std::vector<AsientoAuxiliar> filas;
    tx.query(
        cabeza +
            "SELECT a.fecha, a.polizaId, a.renglon, p.transaccionId, d.tipo, d.serie, d.folio, p.evento, a.entidadId, "
            "a.sucursalId, "
            "a.proyectoId, a.cargo, a.abono, a.moneda, a.original, d.notas, COALESCE(d.uuid, ''), "
            "COALESCE((SELECT e.rfc FROM contacto e WHERE e.organizacionId = $1 AND e.entidadId = d.entidadId), '')" +
            cuerpo + filtros + " ORDER BY a.fecha, a.polizaId, a.renglon" + tramo,
        donde.params(), [&](const db::Row& r) {
            filas.push_back({Fecha::de_dias(static_cast<std::int32_t>(r.integer(0))), r.integer(1), r.integer(2), r.integer(3),
                             std::string{r.text(4)}, engine::folio_texto(r.text(5), r.integer(6)), std::string{r.text(7)},
                             std::string{r.text(16)}, r.integer(8), std::string{r.text(17)}, r.integer(9), r.integer(10),
                             Importe::de_micros(r.integer(11)), Importe::de_micros(r.integer(12)), std::string{r.text(13)},
                             Importe::de_micros(r.integer(14)), std::string{r.text(15)}});
        });
    return recorrido.pagina(std::move(filas), total, [](const AsientoAuxiliar& a) {
        return std::vector<std::int64_t>{a.fecha.dias(), a.polizaId, a.renglon};
    });
}

void register_saldos_cuentas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/SaldosCuentas", "SaldosCuentas", consultar_saldos_cuentas)
        .rechaza({Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango, Codigo::no_encontrado});
    ops.add(GET, "/api/Contabilidad/Auxiliar/{cuentaId}", "Auxiliar", consultar_auxiliar)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::fuera_de_rango,
                  Codigo::cursor_invalido, Codigo::pagina_y_cursor});
}

}  // namespace cacao
