// What is kept of the account of each contact by lapses of days, and which assignments change it, against documents and
// assignments.

#include "engine/verificar/verificar_interno.hpp"

namespace cacao::engine::verificacion {
namespace {

constexpr std::string_view de_esos = "d.organizacionId = $1 AND d.entidadId > $2 AND d.entidadId <= $3 AND d.entidadId <> 0";

// The settled side of assignments, and the settling one: its balance is `s`, the other one's `o`.
struct LadoDeAplicacion {
    std::string_view llave, otra, importe, local, naturaleza;
};
constexpr LadoDeAplicacion lados_de_aplicacion[] = {
    {"documentoId", "pagoId", "importe2", "localDocumento",
     "WHEN 'cobrar' THEN 'favorCliente' WHEN 'pagar' THEN 'favorProveedor'"},
    {"pagoId", "documentoId", "importe", "localPago", "WHEN 'favorCliente' THEN 'cobrar' WHEN 'favorProveedor' THEN 'pagar'"},
};

std::string aplicaciones_sql(const LadoDeAplicacion& l, std::string_view columnas, std::string_view dia) {
    return fmt::format(R"(
        SELECT {} FROM documento d
        JOIN aplicacion a ON a.organizacionId = $1 AND a.{} = d.transaccionId
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
        JOIN saldo o ON o.organizacionId = $1 AND o.transaccionId = a.{} AND o.naturaleza = CASE s.naturaleza {} END
        WHERE {} AND a.{} IS NOT NULL)",
                       columnas, l.llave, l.otra, l.naturaleza, de_esos, dia);
}

std::string cambios_sql() {
    constexpr std::string_view fila = "s.entidadId, s.naturaleza, s.moneda, {} AS dia, 0, 0, {}, {}";
    std::string sql;
    for (const bool cancelado : {false, true})
        sql += fmt::format(R"( UNION ALL
        SELECT {} FROM documento d
        JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId WHERE {}{})",
                           fmt::format(fmt::runtime(fila), cancelado ? "d.cancelacionFecha" : "d.fecha",
                                       cancelado ? "-s.total" : "s.total", cancelado ? "-s.totalLocal" : "s.totalLocal"),
                           de_esos, cancelado ? " AND d.cancelacionFecha IS NOT NULL" : "");
    for (const LadoDeAplicacion& l : lados_de_aplicacion)
        for (const bool deshecha : {false, true}) {
            const std::string_view dia = deshecha ? "cancelacionFecha" : "fecha";
            const std::string_view signo = deshecha ? "" : "-";
            sql += " UNION ALL" +
                   aplicaciones_sql(l,
                                    fmt::format(fmt::runtime(fila), fmt::format("a.{}", dia),
                                                fmt::format("{}a.{}", signo, l.importe), fmt::format("{}a.{}", signo, l.local)),
                                    dia);
        }
    return fmt::format(R"(
        SELECT u.entidadId, u.naturaleza, u.moneda, (u.dia + 25567) / 32 * 32 - 25567, CAST(SUM(u.guardado) AS BIGINT),
               CAST(SUM(u.movido) AS BIGINT), CAST(SUM(u.guardadoLocal) AS BIGINT), CAST(SUM(u.movidoLocal) AS BIGINT)
        FROM (SELECT k.entidadId, k.naturaleza, k.moneda, k.fecha AS dia, k.cambio AS guardado, k.cambioLocal AS guardadoLocal,
                     0 AS movido, 0 AS movidoLocal
              FROM cambioContacto k WHERE k.organizacionId = $1 AND k.entidadId > $2 AND k.entidadId <= $3{}) u
        GROUP BY u.entidadId, u.naturaleza, u.moneda, (u.dia + 25567) / 32 * 32 - 25567
        HAVING SUM(u.guardado) <> SUM(u.movido) OR SUM(u.guardadoLocal) <> SUM(u.movidoLocal)
        ORDER BY u.entidadId, u.naturaleza, u.moneda, 4 LIMIT 1000)",
                       sql);
}

std::string asignaciones_sql() {
    std::string sql;
    for (const LadoDeAplicacion& l : lados_de_aplicacion)
        for (const bool deshecha : {false, true}) {
            const std::string_view dia = deshecha ? "cancelacionFecha" : "fecha";
            sql += fmt::format(
                "{}{} AND (s.moneda <> o.moneda OR s.entidadId <> o.entidadId OR a.localPago <> a.localDocumento)",
                sql.empty() ? "" : " UNION",
                aplicaciones_sql(
                    l, fmt::format("s.entidadId, {} AS deshecha, a.{} AS fecha, a.aplicacionId", deshecha ? 1 : 0, dia), dia));
        }
    return fmt::format(R"(
        SELECT u.entidadId, u.deshecha, u.fecha, u.aplicacionId, CAST(SUM(u.guardada) AS BIGINT)
        FROM (SELECT k.entidadId, k.deshecha, k.fecha, k.aplicacionId, 1 AS guardada, 0 AS hay
              FROM asignacionContacto k WHERE k.organizacionId = $1 AND k.entidadId > $2 AND k.entidadId <= $3
              UNION ALL
              SELECT x.entidadId, x.deshecha, x.fecha, x.aplicacionId, 0, 1 FROM ({}) x) u
        GROUP BY u.entidadId, u.deshecha, u.fecha, u.aplicacionId HAVING SUM(u.guardada) <> SUM(u.hay)
        ORDER BY u.entidadId, u.deshecha, u.fecha, u.aplicacionId LIMIT 1000)",
                       sql);
}

}  // namespace

void revisar_cuentas_de_contactos(const Revision& r, Tramo t) {
    static const std::string cambios = cambios_sql();
    static const std::string asignaciones = asignaciones_sql();
    r.buscar(
        "cambioContacto", cambios,
        [&](const db::Row& f) {
            const auto llave = fmt::format("entidadId {}, naturaleza {}, moneda {}, fecha {}", f.integer(0), f.text(1), f.text(2),
                                           fecha(f, 3).iso());
            r.comparar("cambioContacto", llave, "cambio", f.integer(4), f.integer(5));
            r.comparar("cambioContacto", llave, "cambioLocal", f.integer(6), f.integer(7));
        },
        t.desde, t.hasta);
    r.buscar(
        "asignacionContacto", asignaciones,
        [&](const db::Row& f) {
            r.decir("asignacionContacto",
                    fmt::format("entidadId {}, deshecha {}, fecha {}, aplicacionId {}", f.integer(0), f.integer(1),
                                fecha(f, 2).iso(), f.integer(3)),
                    f.integer(4) == 0 ? "the row is missing" : "does not change the account of the contact");
        },
        t.desde, t.hasta);
}

}  // namespace cacao::engine::verificacion
