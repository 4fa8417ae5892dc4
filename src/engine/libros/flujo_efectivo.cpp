#include "engine/libros/flujo_efectivo.hpp"

#include "base/recordadas.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/tipos/contabilidad.hpp"

#include <fmt/format.h>

namespace cacao::engine {
namespace {

void filtrar_flujo(db::Where& donde, const BalanzaPedida& p) {
    donde.add_if(p.sucursalId, "s.sucursalId = $");
    donde.add_if(p.proyectoId, "s.proyectoId = $");
}

// Of days that whole months do not cover: what was posted then beside cash.
void sumar_dias_de_flujo(db::Reader& tx, const BalanzaPedida& p, Fecha desde, Fecha hasta,
                         std::map<std::int64_t, Importe>& flujo) {
    if (hasta < desde) return;
    db::Where donde{tx.organizacion(), desde, hasta};
    filtrar_flujo(donde, p);
    tx.query(fmt::format(R"(SELECT s.cuentaId, CAST(SUM(s.cargo - s.abono) AS BIGINT) FROM asiento s
                            JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = s.polizaId
                            JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId
                            WHERE s.organizacionId = $1 AND s.fecha BETWEEN $2 AND $3 AND p.periodo % 100 <= 12
                              AND NOT {} AND {}{} GROUP BY s.cuentaId)",
                         efectivo_sql("c"), con_efectivo_sql("s.polizaId"), donde.and_sql()),
             donde.params(), [&](const db::Row& r) { flujo[r.integer(0)] -= Importe::de_micros(r.integer(1)); });
}

}  // namespace

std::string efectivo_sql(std::string_view alias) {
    return fmt::format("substr({}.codigoAgrupador, 1, 3) IN ('101', '102')", alias);
}

std::vector<std::int64_t> cuentas_de_efectivo(db::Reader& tx, std::int64_t papeles) {
    static Recordadas<std::vector<std::int64_t>> recordadas;
    if (papeles == 0)
        papeles =
            tx.one<std::int64_t>("SELECT papeles FROM configuracion WHERE organizacionId = $1", tx.organizacion()).value_or(0);
    if (papeles != 0)
        if (auto cuentas = recordadas.de(papeles)) return *std::move(cuentas);
    static const std::string sql = "SELECT c.cuentaId FROM cuenta c WHERE c.organizacionId = $1 AND " + efectivo_sql("c");
    auto cuentas = tx.all<std::int64_t>(sql, tx.organizacion());
    if (papeles != 0) recordadas.guardar(papeles, cuentas);
    return cuentas;
}

std::string con_efectivo_sql(std::string_view columna) {
    return fmt::format(
        "EXISTS (SELECT 1 FROM asiento fe JOIN cuenta fc ON fc.organizacionId = $1 AND fc.cuentaId = fe.cuentaId "
        "WHERE fe.organizacionId = $1 AND fe.polizaId = {} AND {})",
        columna, efectivo_sql("fc"));
}

std::map<std::int64_t, Importe> contrapartidas_de_efectivo(db::Reader& tx, const BalanzaPedida& p) {
    std::map<std::int64_t, Importe> flujo;
    db::Where donde{tx.organizacion(), periodo_de(p.desde), periodo_de(p.hasta)};
    filtrar_flujo(donde, p);
    tx.query(
        "SELECT s.cuentaId, CAST(SUM(s.salidas - s.entradas) AS BIGINT) FROM saldoFlujo s "
        "WHERE s.organizacionId = $1 AND s.periodo BETWEEN $2 AND $3 AND s.periodo % 100 <= 12" +
            donde.and_sql() + " GROUP BY s.cuentaId",
        donde.params(), [&](const db::Row& r) { flujo[r.integer(0)] += Importe::de_micros(r.integer(1)); });
    sumar_dias_de_flujo(tx, p, p.desde.primero_del_mes(), p.desde + -1, flujo);
    sumar_dias_de_flujo(tx, p, p.hasta + 1, p.hasta.ultimo_del_mes(), flujo);
    return flujo;
}

std::string de_revaluacion_sql(std::string_view columna) {
    return fmt::format(
        "EXISTS (SELECT 1 FROM poliza rp JOIN documento rd ON rd.organizacionId = $1 AND rd.transaccionId = rp.transaccionId "
        "WHERE rp.organizacionId = $1 AND rp.polizaId = {} AND rd.tipo IN ('{}', '{}'))",
        columna, RevaluacionCambiaria.tipo, ReversaRevaluacion.tipo);
}

Importe apartar_revaluaciones(db::Reader& tx, const BalanzaPedida& p, std::map<std::int64_t, Importe>& flujo) {
    Importe efectivo;
    db::Where donde{tx.organizacion(), p.desde, p.hasta};
    filtrar_flujo(donde, p);
    tx.query(fmt::format(R"(SELECT s.cuentaId, CAST(SUM(s.cargo - s.abono) AS BIGINT), CASE WHEN {} THEN 1 ELSE 0 END
                            FROM documento d CROSS JOIN poliza q CROSS JOIN asiento s CROSS JOIN cuenta c
                            WHERE d.organizacionId = $1 AND d.tipo IN ('{}', '{}') AND d.fecha BETWEEN $2 AND $3
                              AND q.organizacionId = $1 AND q.transaccionId = d.transaccionId AND q.fecha BETWEEN $2 AND $3
                              AND s.organizacionId = $1 AND s.polizaId = q.polizaId
                              AND c.organizacionId = $1 AND c.cuentaId = s.cuentaId AND {}{}
                            GROUP BY s.cuentaId, c.codigoAgrupador)",
                         efectivo_sql("c"), RevaluacionCambiaria.tipo, ReversaRevaluacion.tipo, con_efectivo_sql("s.polizaId"),
                         donde.and_sql()),
             donde.params(), [&](const db::Row& r) {
                 const auto movido = Importe::de_micros(r.integer(1));
                 if (r.integer(2) != 0) efectivo += movido;
                 else flujo[r.integer(0)] -= movido;
             });
    std::erase_if(flujo, [](const auto& f) { return f.second.es_cero(); });
    return efectivo;
}

}  // namespace cacao::engine
