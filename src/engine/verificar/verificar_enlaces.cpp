// Verification of where goods went: late costs, returns and cancellations follow these links, so a wrong one is a wrong figure to
// come. What was moved before they were kept (orden < 0) has only likely ones.

#include "engine/tipos/cualidades.hpp"
#include "engine/verificar/verificar_interno.hpp"

namespace cacao::engine::verificacion {
namespace {

std::string de_movimiento(const db::Row& f) {
    return fmt::format("movimientoId {}, transaccionId {}", f.integer(0), f.integer(1));
}

// What a transfer brings left by one exit of the same line, which names where it went; what a repackaging takes names the first
// of what it made. What it owes once it is undone, because that is gone already, was made into nothing.
void revisar_traspasados(Revision& r, Tramo t) {
    r.buscar(
        "movimiento", R"(
        SELECT m.movimientoId, m.transaccionId, m.vieneDeId
        FROM movimiento m
        LEFT JOIN movimiento o ON o.organizacionId = $1 AND o.movimientoId = m.vieneDeId
        WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.orden >= 0 AND m.vieneDeId <> 0
          AND (o.movimientoId IS NULL OR o.transaccionId <> m.transaccionId OR o.numeroPartida <> m.numeroPartida
               OR o.productoId <> m.productoId OR o.loteId <> m.loteId OR o.almacenId = m.almacenId OR o.cantidad <> -m.cantidad
               OR o.valor <> -m.valor
               -- One that owed its goods before those of transfers were waited for does not name where they went.
               OR (o.capaDestinoId <> m.capaId
                   AND NOT (o.capaDestinoId = 0
                            AND NOT EXISTS (SELECT 1 FROM porLlegar l WHERE l.organizacionId = $1 AND l.llegadaId = m.movimientoId)
                            AND EXISTS (SELECT 1 FROM faltanteSalida s WHERE s.organizacionId = $1
                                        AND s.movimientoId = o.movimientoId))))
        ORDER BY m.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("movimiento", de_movimiento(f),
                    fmt::format("vieneDeId is {}, by which its goods did not leave", f.integer(2)));
        },
        t.desde, t.hasta);
    r.buscar(
        "movimiento", R"(
        SELECT u.movimientoId, u.transaccionId, u.capaDestinoId, u.destino
        FROM (SELECT m.movimientoId, m.transaccionId, m.capaDestinoId,
                     CASE WHEN r.transaccionId IS NULL
                          THEN COALESCE((SELECT MIN(v.capaId) FROM movimiento v WHERE v.organizacionId = $1
                                         AND v.vieneDeId = m.movimientoId AND v.vieneDeId <> 0), 0)
                          ELSE COALESCE((SELECT MIN(v.capaId) FROM movimiento v WHERE v.organizacionId = $1
                                         AND v.transaccionId = m.transaccionId AND v.cantidad > 0 AND v.revierteId = 0), 0)
                     END AS destino
              FROM movimiento m
              LEFT JOIN reempaque r ON r.organizacionId = $1 AND r.transaccionId = m.transaccionId
              WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.orden >= 0 AND m.cantidad < 0
                AND m.revierteId = 0
                AND (m.capaDestinoId <> 0
                     OR (r.transaccionId IS NOT NULL
                         AND NOT EXISTS (SELECT 1 FROM poliza p WHERE p.organizacionId = $1 AND p.polizaId = m.polizaId
                                         AND p.evento = 'cancelacion')))) u
        WHERE u.capaDestinoId <> u.destino
        ORDER BY u.movimientoId LIMIT 1000)",
        [&](const db::Row& f) { r.contar("movimiento", de_movimiento(f), "capaDestinoId", f.integer(2), f.integer(3)); }, t.desde,
        t.hasta);
}

// What a customer brings back left by the line that it comes from, or by the one that this was delivered by; what undoes that
// says the same of it.
void revisar_regresados(Revision& r, Tramo t) {
    const auto nadie = [&](const db::Row& f) {
        r.decir("movimiento", de_movimiento(f), fmt::format("devuelveId is {}, by which its goods did not leave", f.integer(2)));
    };
    const auto devuelve = en_sql("x.tipo", es_devolucion, Contacto::cliente);
    r.buscar("movimiento",
             fmt::format(R"(
        SELECT m.movimientoId, m.transaccionId, m.devuelveId
        FROM movimiento m
        JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = m.transaccionId AND {}
        WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.orden >= 0 AND m.cantidad > 0
          AND m.revierteId = 0
          AND NOT EXISTS (SELECT 1 FROM movimiento o
                          JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = m.transaccionId
                           AND p.numeroPartida = m.numeroPartida
                          LEFT JOIN partida a ON a.organizacionId = $1 AND a.transaccionId = p.origenId
                           AND a.numeroPartida = p.origenPartida
                          WHERE o.organizacionId = $1 AND o.movimientoId = m.devuelveId AND o.cantidad < 0 AND o.revierteId = 0
                            AND o.productoId = m.productoId AND o.loteId = m.loteId
                            AND ((o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida)
                                 OR (o.transaccionId = a.origenId AND o.numeroPartida = a.origenPartida)))
        ORDER BY m.movimientoId LIMIT 1000)",
                         devuelve),
             nadie, t.desde, t.hasta);
    r.buscar("movimiento",
             fmt::format(R"(
        SELECT m.movimientoId, m.transaccionId, m.devuelveId
        FROM movimiento m
        LEFT JOIN movimiento d ON d.organizacionId = $1 AND d.movimientoId = m.revierteId
        LEFT JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = m.transaccionId AND {}
        WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.orden >= 0
          AND ((m.revierteId <> 0 AND m.devuelveId <> COALESCE(d.devuelveId, 0))
               OR (m.devuelveId <> 0 AND x.transaccionId IS NULL))
        ORDER BY m.movimientoId LIMIT 1000)",
                         devuelve),
             nadie, t.desde, t.hasta);
    r.buscar(
        "movimiento", R"(
        SELECT m.movimientoId, m.transaccionId, m.pagoId
        FROM movimiento m
        LEFT JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = m.pagoId
        WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.pagoId <> 0
          AND (p.pagoId IS NULL OR p.salidaId <> m.devuelveId OR p.llegadaId <> 0 OR p.cantidad <= 0)
        ORDER BY m.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("movimiento", de_movimiento(f),
                    fmt::format("pagoId is {}, by which its goods did not come in", f.integer(2)));
        },
        t.desde, t.hasta);
}

// A layer that was made of goods of another one says which: it is that which they left.
void revisar_origenes(Revision& r, Tramo t) {
    r.buscar(
        "capa", R"(
        SELECT u.capaId, u.transaccionId, u.origenCapaId, u.origen
        FROM (SELECT c.capaId, c.transaccionId, c.origenCapaId,
                     COALESCE(CASE WHEN m.pagoId <> 0 THEN p.capaId ELSE o.capaId END, 0) AS origen
              FROM capa c
              JOIN movimiento m ON m.organizacionId = $1 AND m.capaId = c.capaId AND m.orden = 1 AND m.cantidad > 0
               AND NOT EXISTS (SELECT 1 FROM movimiento z WHERE z.organizacionId = $1 AND z.capaId = c.capaId AND z.orden < 1)
              LEFT JOIN movimiento o ON o.organizacionId = $1 AND o.movimientoId <> 0
               AND o.movimientoId = CASE WHEN m.vieneDeId <> 0 THEN m.vieneDeId ELSE m.devuelveId END
              LEFT JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = m.pagoId AND m.pagoId <> 0
              WHERE c.organizacionId = $1 AND c.productoId > $2 AND c.productoId <= $3 AND c.metodo = 'peps'
                AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.capaId = c.capaId
                                AND f.productoId = c.productoId AND f.almacenId = c.almacenId)
                AND NOT (c.origenCapaId = 0 AND EXISTS (SELECT 1 FROM faltanteSalida s WHERE s.organizacionId = $1
                                                        AND s.movimientoId = m.vieneDeId))
              UNION ALL
              SELECT c.capaId, c.transaccionId, c.origenCapaId, p.capaId
              FROM capa c
              JOIN faltantePago l ON l.organizacionId = $1 AND l.capaId = c.capaId AND l.orden = 1 AND l.pasaDeId <> 0
              JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = l.pasaDeId
              WHERE c.organizacionId = $1 AND c.productoId > $2 AND c.productoId <= $3 AND c.metodo = 'peps') u
        WHERE u.origenCapaId <> u.origen
        ORDER BY u.capaId LIMIT 1000)",
        [&](const db::Row& f) {
            r.contar("capa", fmt::format("capaId {}, transaccionId {}", f.integer(0), f.integer(1)), "origenCapaId", f.integer(2),
                     f.integer(3));
        },
        t.desde, t.hasta);
}

}  // namespace

void revisar_enlaces(Revision& r, Tramo productos) {
    revisar_traspasados(r, productos);
    revisar_regresados(r, productos);
    revisar_origenes(r, productos);
}

}  // namespace cacao::engine::verificacion
