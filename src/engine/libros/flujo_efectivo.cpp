#include "engine/libros/flujo_efectivo.hpp"

#include "base/recordadas.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/tipos/contabilidad.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

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

// The kinds of documents that revalue balances at the end of a month and take that back.
std::string tipos_de_revaluacion() { return fmt::format("('{}', '{}')", RevaluacionCambiaria.tipo, ReversaRevaluacion.tipo); }

constexpr std::string_view columnas_de_flujo =
    "s.polizaId, s.renglon, q.transaccionId, s.fecha, s.cuentaId, s.sucursalId, s.proyectoId, s.cargo - s.abono, q.revierteId, "
    "d.tipo";

AsientoDeFlujo leer_asiento_de_flujo(const db::Row& r, bool revaluacion) {
    return {r.integer(0),
            r.integer(1),
            r.integer(2),
            Fecha::de_dias(static_cast<std::int32_t>(r.integer(3))),
            r.integer(4),
            r.integer(5),
            r.integer(6),
            Importe::de_micros(r.integer(7)),
            (r.integer(8) != 0) != (r.text(9) == PolizaReversa.tipo),
            revaluacion};
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
        "WHERE rp.organizacionId = $1 AND rp.polizaId = {} AND rd.tipo IN {})",
        columna, tipos_de_revaluacion());
}

std::vector<AsientoDeFlujo> asientos_de_revaluacion(db::Reader& tx, Fecha desde, Fecha hasta) {
    std::vector<AsientoDeFlujo> filas;
    // From the documents, which are few. One may be undone on a later day than its own.
    tx.each(
        fmt::format(R"(SELECT {} FROM documento d CROSS JOIN poliza q CROSS JOIN asiento s
                           WHERE d.organizacionId = $1 AND d.tipo IN {} AND d.fecha <= $3
                             AND q.organizacionId = $1 AND q.transaccionId = d.transaccionId AND q.fecha BETWEEN $2 AND $3
                             AND q.periodo % 100 <= 12
                             AND s.organizacionId = $1 AND s.polizaId = q.polizaId
                           ORDER BY s.polizaId, s.renglon)",
                    columnas_de_flujo, tipos_de_revaluacion()),
        [&](const db::Row& r) { filas.push_back(leer_asiento_de_flujo(r, true)); }, tx.organizacion(), desde, hasta);
    return filas;
}

std::vector<AsientoDeFlujo> asientos_con(db::Reader& tx, const std::vector<std::int64_t>& cuentas, bool con_efectivo, Fecha desde,
                                         Fecha hasta) {
    const std::set<std::int64_t> pedidas{cuentas.begin(), cuentas.end()};
    std::map<std::int64_t, std::vector<std::int64_t>> por_mes;
    tx.each(
        fmt::format("SELECT DISTINCT periodo, cuentaId FROM {} WHERE organizacionId = $1 AND periodo BETWEEN $2 AND $3 "
                    "AND periodo % 100 <= 12",
                    con_efectivo ? "saldoFlujo" : "saldoCuenta"),
        [&](const db::Row& r) {
            if (pedidas.contains(r.integer(1))) por_mes[r.integer(0)].push_back(r.integer(1));
        },
        tx.organizacion(), periodo_de(desde), periodo_de(hasta));
    // Day by day of a month, written out: entries are found by their day before their account.
    static const std::string dias = [] {
        std::string texto = "$3";
        for (int i = 1; i <= 30; ++i) texto += fmt::format(", $3 + {}", i);
        return texto;
    }();
    const auto preguntar = [](bool solo_efectivo) {
        return fmt::format(R"(SELECT {} FROM asiento t CROSS JOIN poliza q CROSS JOIN documento d CROSS JOIN asiento s
                              WHERE t.organizacionId = $1 AND t.cuentaId = $2 AND t.fecha IN ({})
                                AND q.organizacionId = $1 AND q.polizaId = t.polizaId AND q.periodo = $4
                                AND d.organizacionId = $1 AND d.transaccionId = q.transaccionId AND d.tipo NOT IN {}
                                AND s.organizacionId = $1 AND s.polizaId = t.polizaId{})",
                           columnas_de_flujo, dias, tipos_de_revaluacion(),
                           solo_efectivo ? " AND " + con_efectivo_sql("t.polizaId") : std::string{});
    };
    static const std::string todas = preguntar(false);
    static const std::string con = preguntar(true);
    std::map<std::pair<std::int64_t, std::int64_t>, AsientoDeFlujo> vistos;  // an entry may be found by several of its rows
    for (const auto& [periodo, suyas] : por_mes) {
        const auto primero = primer_dia_de(periodo);
        if (!primero) continue;
        for (const auto cuentaId : suyas)
            tx.each(
                con_efectivo ? con : todas,
                [&](const db::Row& r) {
                    auto a = leer_asiento_de_flujo(r, false);
                    if (a.fecha >= desde && a.fecha <= hasta) vistos.try_emplace({a.polizaId, a.renglon}, std::move(a));
                },
                tx.organizacion(), cuentaId, *primero, periodo);
    }
    std::vector<AsientoDeFlujo> filas;
    filas.reserve(vistos.size());
    for (auto& [lugar, a] : vistos) filas.push_back(a);
    return filas;
}

}  // namespace cacao::engine
