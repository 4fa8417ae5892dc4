// Verification of layers: each holds what its movements left in it, and each exit took its share of what was there.

#include "engine/verificar/verificar_interno.hpp"

#include <utility>

namespace cacao::engine::verificacion {
namespace {

// One by one. A layer that stands for what left before it came in holds nothing: what it owes, the place says.
void revisar_restantes(Revision& r, Tramo t) {
    r.buscar(
        "capa", R"(
        SELECT u.capaId, u.productoId, u.almacenId, u.loteId, u.cantidadRestante, u.movida - u.pagada, u.valorRestante,
               u.movido - u.pagado, u.cantidadOriginal, u.entro, u.costoOriginal, u.costo, u.costoAgregado, u.agregado
        FROM (SELECT c.capaId, c.productoId, c.almacenId, c.loteId, c.cantidadRestante, c.valorRestante, c.cantidadOriginal,
                     c.costoOriginal, c.costoAgregado,
                     CAST(COALESCE(SUM(m.cantidad), 0) AS BIGINT) AS movida, CAST(COALESCE(SUM(m.valor), 0) AS BIGINT) AS movido,
                     CAST(SUM(CASE WHEN c.metodo = 'peps' AND m.cantidad > 0 AND m.revierteId = 0 THEN m.cantidad ELSE 0 END) AS BIGINT)
                     - COALESCE((SELECT CAST(SUM(p.cantidad) AS BIGINT) FROM faltantePago p WHERE p.organizacionId = $1
                                 AND p.capaId = c.capaId AND p.pasaDeId <> 0 AND p.cantidad < 0 AND c.metodo = 'peps'), 0) AS entro,
                     CAST(SUM(CASE WHEN c.metodo = 'peps' AND m.cantidad > 0 AND m.revierteId = 0 THEN m.valor ELSE 0 END) AS BIGINT)
                     - COALESCE((SELECT CAST(SUM(p.valor) AS BIGINT) FROM faltantePago p WHERE p.organizacionId = $1
                                 AND p.capaId = c.capaId AND p.pasaDeId <> 0 AND p.cantidad < 0 AND c.metodo = 'peps'), 0) AS costo,
                     CAST(SUM(CASE WHEN m.cantidad = 0 THEN m.valor ELSE 0 END) AS BIGINT) AS agregado,
                     COALESCE((SELECT CAST(SUM(p.cantidad) AS BIGINT) FROM faltantePago p WHERE p.organizacionId = $1
                               AND p.capaId = c.capaId), 0) AS pagada,
                     COALESCE((SELECT CAST(SUM(p.valor) AS BIGINT) FROM faltantePago p WHERE p.organizacionId = $1
                               AND p.capaId = c.capaId), 0) AS pagado
              FROM capa c
              LEFT JOIN movimiento m ON m.organizacionId = $1 AND m.capaId = c.capaId
              WHERE c.organizacionId = $1 AND c.capaId > $2 AND c.capaId <= $3
                AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = c.productoId
                                AND f.almacenId = c.almacenId AND f.loteId = c.loteId AND f.capaId = c.capaId)
              GROUP BY c.capaId, c.productoId, c.almacenId, c.loteId, c.cantidadRestante, c.valorRestante, c.cantidadOriginal,
                       c.costoOriginal, c.costoAgregado, c.metodo) u
        WHERE u.cantidadRestante <> u.movida - u.pagada OR u.valorRestante <> u.movido - u.pagado OR u.cantidadOriginal <> u.entro
           OR u.costoOriginal <> u.costo
           OR (u.costoAgregado <> u.agregado
               AND NOT EXISTS (SELECT 1 FROM faltantePago p WHERE p.organizacionId = $1 AND p.capaId = u.capaId AND p.salidaId = 0))
        ORDER BY u.capaId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("capaId {}, productoId {}, almacenId {}, loteId {}", f.integer(0), f.integer(1),
                                           f.integer(2), f.integer(3));
            r.comparar("capa", llave, "cantidadRestante", f.integer(4), f.integer(5));
            r.comparar("capa", llave, "valorRestante", f.integer(6), f.integer(7));
            r.comparar("capa", llave, "cantidadOriginal", f.integer(8), f.integer(9));
            r.comparar("capa", llave, "costoOriginal", f.integer(10), f.integer(11));
            r.comparar("capa", llave, "costoAgregado", f.integer(12), f.integer(13));
        },
        t.desde, t.hasta);
}

// Each layer is walked in its own order: what leaves takes its share of the value, the last unit all of it. Of what was moved
// before that order was kept (orden < 0) only the sum is known. What a place owes leaves at a provisional cost, also while it
// waits for goods: that is no share of them.
void revisar_salidas(Revision& r, Tramo t) {
    std::int64_t capaId = 0;
    std::int64_t cantidad = 0;
    std::int64_t valor = 0;
    std::int64_t unidad = 1;
    for (int i = r.ajustes.decimales; i < 6; ++i) unidad *= 10;
    r.tx.each(
        R"(SELECT capaId, orden, movimientoId, transaccionId, cantidad, valor, revierteId, 0 AS esPago
           FROM movimiento WHERE organizacionId = $1 AND capaId > $2 AND capaId <= $3
             AND capaId NOT IN (SELECT f.capaId FROM faltante f WHERE f.organizacionId = $1 AND f.capaId > $2 AND f.capaId <= $3)
           UNION ALL
           SELECT capaId, orden, movimientoId, 0, -cantidad, -valor, 0, 1
           FROM faltantePago WHERE organizacionId = $1 AND capaId > $2 AND capaId <= $3
           ORDER BY capaId, orden)",
        [&](const db::Row& f) {
            if (f.integer(0) != capaId) cantidad = valor = 0;
            capaId = f.integer(0);
            const std::int64_t sale = -f.integer(4);
            // Where a layer holds less than what leaves it, it stands for what left before it came in.
            if (sale > 0 && sale <= cantidad && f.integer(1) >= 0 && f.integer(6) == 0 && f.integer(7) == 0) {
                const std::int64_t debe = sale == cantidad ? valor
                                                           : dividir_redondeando(static_cast<__int128>(valor) * sale,
                                                                                 static_cast<__int128>(cantidad) * unidad) *
                                                                 unidad;
                if (-f.integer(5) != debe)
                    r.comparar("movimiento",
                               fmt::format("movimientoId {}, transaccionId {}, capaId {}", f.integer(2), f.integer(3), capaId),
                               "valor", f.integer(5), -debe);
            }
            cantidad += f.integer(4);
            valor += f.integer(5);
        },
        r.org(), t.desde, t.hasta);
}

// What came in for what a repackaging had consumed is in what was made of it: in each layer its part, but where goods would be
// worth less than nothing.
void revisar_correcciones(Revision& r, Tramo t) {
    std::int64_t pagoId = 0;
    std::int64_t suma = 0;
    std::int64_t dado = 0;
    std::int64_t unidad = 1;
    std::int64_t documento = 0;  // that brought the payment
    constexpr std::int64_t todo = 1'000'000'000'000;
    for (int i = r.ajustes.decimales; i < 6; ++i) unidad *= 10;
    r.tx.each(
        R"(SELECT k.pagoId, k.movimientoId, k.parte, p.ajuste, m.valor, m.transaccionId,
                  CASE WHEN m.cantidad = 0 AND p.llegadaId = 0 AND p.pasaDeId = 0 AND s.capaDestinoId <> 0
                        AND EXISTS (SELECT 1 FROM reempaque q WHERE q.organizacionId = $1 AND q.transaccionId = s.transaccionId)
                       THEN 1 ELSE 0 END
           FROM correccionProducido k
           JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = k.pagoId
           JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = k.movimientoId
           LEFT JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId
           WHERE k.organizacionId = $1 AND p.capaId > $2 AND p.capaId <= $3
           ORDER BY k.pagoId, k.movimientoId)",
        [&](const db::Row& f) {
            if (f.integer(0) != pagoId) {
                suma = dado = 0;
                documento = f.integer(5);
            }
            pagoId = f.integer(0);
            suma += f.integer(2);
            const auto llave = fmt::format("movimientoId {}, pagoId {}", f.integer(1), pagoId);
            if (f.integer(6) == 0) r.decir("correccionProducido", llave, "is not of what a repackaging made");
            // What goods carried off since, and brought back, counts twice.
            if (suma > todo && f.integer(5) == documento) r.contar("correccionProducido", llave, "the sum of parte", suma, todo);
            const std::int64_t hasta = suma == todo ? f.integer(3)
                                                    : dividir_redondeando(static_cast<__int128>(f.integer(3)) * suma,
                                                                          static_cast<__int128>(todo) * unidad) *
                                                          unidad;
            const std::int64_t debe = hasta - std::exchange(dado, hasta);
            if (f.integer(4) != debe && (debe >= 0 || f.integer(4) < debe || f.integer(4) > 0))
                r.comparar("correccionProducido", llave, "valor", f.integer(4), debe);
        },
        r.org(), t.desde, t.hasta);
}

// Value comes to goods without goods as a late cost, as one that a document took along when it was undone, or for what a
// repackaging had consumed before: which of them, it says. A repackaging that is undone takes the last kind out again.
void revisar_sin_mercancia(Revision& r, Tramo t) {
    r.buscar(
        "movimiento", R"(
        SELECT m.movimientoId, m.transaccionId, m.capaId
        FROM movimiento m
        WHERE m.organizacionId = $1 AND m.capaId > $2 AND m.capaId <= $3 AND m.cantidad = 0 AND m.orden >= 0
          AND m.revierteId = 0  -- of a purchase that is undone after all of it left, nothing leaves again
          AND EXISTS (SELECT 1 FROM movimiento g WHERE g.organizacionId = $1 AND g.transaccionId = m.transaccionId
                      AND g.numeroPartida = m.numeroPartida AND g.cantidad <> 0)
          AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = m.productoId
                          AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId)
          AND NOT EXISTS (SELECT 1 FROM correccionProducido k WHERE k.organizacionId = $1 AND k.movimientoId = m.movimientoId)
          AND NOT EXISTS (SELECT 1 FROM costoMudado c WHERE c.organizacionId = $1 AND c.movimientoId = m.movimientoId)
          AND NOT EXISTS (SELECT 1 FROM reempaque q
                          JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = m.polizaId AND p.evento = 'cancelacion'
                          WHERE q.organizacionId = $1 AND q.transaccionId = m.transaccionId)
        ORDER BY m.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("movimiento",
                    fmt::format("movimientoId {}, transaccionId {}, capaId {}", f.integer(0), f.integer(1), f.integer(2)),
                    "has a value and no goods, and neither costoMudado nor correccionProducido says of what");
        },
        t.desde, t.hasta);
    r.buscar(
        "costoMudado", R"(
        SELECT c.movimientoId, c.transaccionId, c.numeroPartida
        FROM costoMudado c
        JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = c.movimientoId
        WHERE c.organizacionId = $1 AND m.capaId > $2 AND m.capaId <= $3
          AND (m.cantidad <> 0 OR m.transaccionId = c.transaccionId
               OR NOT EXISTS (SELECT 1 FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = m.transaccionId
                              AND (d.estado = 'cancelado'
                                   OR EXISTS (SELECT 1 FROM movimiento v WHERE v.organizacionId = $1
                                              AND v.transaccionId = m.transaccionId AND v.devuelveId <> 0)))
               OR NOT EXISTS (SELECT 1 FROM documento e WHERE e.organizacionId = $1 AND e.transaccionId = c.transaccionId))
        ORDER BY c.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("costoMudado",
                    fmt::format("movimientoId {}, transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1), f.integer(2)),
                    "is not of a late cost whose goods another document moved");
        },
        t.desde, t.hasta);
}

}  // namespace

void revisar_capas(Revision& r, Tramo t) {
    revisar_restantes(r, t);
    revisar_salidas(r, t);
    revisar_correcciones(r, t);
    revisar_sin_mercancia(r, t);
}

}  // namespace cacao::engine::verificacion
