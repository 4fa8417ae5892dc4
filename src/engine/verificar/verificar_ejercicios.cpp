// Verification of closed years: nothing is left of their results, none stands behind an open one, and the result of the year
// holds that of the last one alone.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/periodos.hpp"

namespace cacao::engine::verificacion {
namespace {

// By year and branch: when it was closed first, of those closes that stand.
using Cerrados = std::map<std::pair<std::int64_t, std::int64_t>, Instante>;

Cerrados cierres_vigentes(Revision& r) {
    Cerrados cerrados;
    r.tx.each(R"(SELECT p.periodo / 100, d.sucursalId, MIN(d.creadoEn) FROM documento d
                 JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.evento = 'registro'
                 WHERE d.organizacionId = $1 AND d.tipo = 'CierreAnual' AND d.estado = 'vigente'
                 GROUP BY p.periodo / 100, d.sucursalId)",
              [&](const db::Row& f) {
                  cerrados.emplace(std::pair{f.integer(0), f.integer(1)}, Instante::de_micros(f.integer(2)));
              },
              r.org());
    return cerrados;
}

// What the result of the year holds after a close is what the close brought there. An account that came to play the part later
// brings what it had.
void revisar_traspaso(Revision& r, std::int64_t ejercicio, std::int64_t sucursalId, Instante registro) {
    r.buscar(
        "saldoCuenta", R"(
        SELECT proyectoId, CAST(SUM(tiene) AS BIGINT), CAST(SUM(trajo) AS BIGINT)
        FROM (SELECT s.proyectoId, s.cargos - s.abonos AS tiene, 0 AS trajo
              FROM saldoCuenta s
              JOIN cuentaPapelHistoria h ON h.organizacionId = $1 AND h.papel = 'resultado_ejercicio' AND h.cuentaId = s.cuentaId
                                        AND h.desde <= $4
              WHERE s.organizacionId = $1 AND s.periodo <= $2 AND s.sucursalId = $3
              UNION ALL
              SELECT s.proyectoId, 0, s.abonos - s.cargos
              FROM saldoCuenta s
              JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId AND c.tipo IN ('ingreso', 'costo', 'gasto')
              WHERE s.organizacionId = $1 AND s.periodo = $2 AND s.sucursalId = $3) u
        GROUP BY proyectoId HAVING SUM(tiene) <> SUM(trajo) ORDER BY proyectoId LIMIT 1000)",
        [&](const db::Row& f) {
            r.comparar("saldoCuenta",
                       fmt::format("ejercicio {}, sucursalId {}, proyectoId {}", ejercicio, sucursalId, f.integer(0)),
                       "the result of the year after its close", f.integer(1), f.integer(2));
        },
        ejercicio * 100 + cierre_del_ejercicio, sucursalId, registro);
}

}  // namespace

void revisar_ejercicios(Revision& r) {
    const Cerrados cerrados = cierres_vigentes(r);
    if (cerrados.empty()) return;
    const std::int64_t ultimo = cerrados.rbegin()->first.first;
    r.buscar(
        "saldoCuenta", R"(
        SELECT s.periodo / 100, s.cuentaId, s.sucursalId, s.proyectoId, CAST(SUM(s.cargos - s.abonos) AS BIGINT)
        FROM saldoCuenta s
        JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = s.cuentaId AND c.tipo IN ('ingreso', 'costo', 'gasto')
        WHERE s.organizacionId = $1 AND s.periodo <= $2
        GROUP BY s.periodo / 100, s.cuentaId, s.sucursalId, s.proyectoId HAVING SUM(s.cargos - s.abonos) <> 0
        ORDER BY s.periodo / 100, s.cuentaId, s.sucursalId, s.proyectoId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("ejercicio {}, cuentaId {}, sucursalId {}, proyectoId {}", f.integer(0), f.integer(1),
                                           f.integer(2), f.integer(3));
            if (cerrados.contains({f.integer(0), f.integer(2)}))
                r.comparar("saldoCuenta", llave, "what its close left", f.integer(4), 0);
            else if (f.integer(0) < ultimo)
                r.decir("saldoCuenta", llave,
                        fmt::format("{} of a year that is not closed, and {} is", importe(f, 4).texto(), ultimo));
        },
        ultimo * 100 + cierre_del_ejercicio);
    // Whoever lets one account play both parts moves nothing on.
    const bool uno_solo = r.tx.one<std::int64_t>(R"(
        SELECT 1 FROM cuentaPapelHistoria h
        JOIN cuentaPapelHistoria o ON o.organizacionId = $1 AND o.cuentaId = h.cuentaId
        WHERE h.organizacionId = $1 AND h.papel = 'resultado_ejercicio' AND o.papel = 'resultado_ejercicios_anteriores' LIMIT 1)",
                                                 r.org())
                              .has_value();
    const auto sin_traspaso =
        r.tx.one<std::int64_t>("SELECT ejercicioSinTraspaso FROM configuracion WHERE organizacionId = $1", r.org()).value();
    for (const auto& [cual, registro] : cerrados)
        if (!uno_solo && cual.first > sin_traspaso) revisar_traspaso(r, cual.first, cual.second, registro);
}

}  // namespace cacao::engine::verificacion
