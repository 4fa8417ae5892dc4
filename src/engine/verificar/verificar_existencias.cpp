// Verification of stock: quantities are what moved, layers hold what their movements left in them, a serial is in one place.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/existencia/inventario.hpp"

namespace cacao::engine::verificacion {
namespace {

std::string lugar(const db::Row& f) {
    return fmt::format("productoId {}, almacenId {}, loteId {}", f.integer(0), f.integer(1), f.integer(2));
}

void revisar_cantidades(Revision& r, Tramo t) {
    r.buscar(
        "existencia", R"(
        SELECT productoId, almacenId, loteId, CAST(SUM(cantidad) AS BIGINT), CAST(SUM(movido) AS BIGINT), CAST(SUM(reservado) AS BIGINT),
               CAST(SUM(apartado) AS BIGINT)
        FROM (SELECT m.productoId, m.almacenId, m.loteId, m.cantidad AS movido, 0 AS apartado, 0 AS cantidad, 0 AS reservado
              FROM movimiento m WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3
              UNION ALL
              SELECT a.productoId, a.almacenId, a.loteId, 0, a.cantidad, 0, 0
              FROM reserva a WHERE a.organizacionId = $1 AND a.productoId > $2 AND a.productoId <= $3
              UNION ALL
              SELECT e.productoId, e.almacenId, e.loteId, 0, 0, e.cantidad, e.reservado
              FROM existencia e WHERE e.organizacionId = $1 AND e.productoId > $2 AND e.productoId <= $3) u
        GROUP BY productoId, almacenId, loteId
        HAVING SUM(cantidad) <> SUM(movido) OR SUM(reservado) <> SUM(apartado)
        ORDER BY productoId, almacenId, loteId LIMIT 1000)",
        [&](const db::Row& f) {
            r.comparar("existencia", lugar(f), "cantidad", f.integer(3), f.integer(4));
            r.comparar("existencia", lugar(f), "reservado", f.integer(5), f.integer(6));
        },
        t.desde, t.hasta);
    r.buscar(
        "existenciaDia", R"(
        SELECT productoId, almacenId, loteId, fecha, CAST(SUM(movido) AS BIGINT), CAST(SUM(cantidad) AS BIGINT)
        FROM (SELECT m.productoId, m.almacenId, m.loteId, m.fecha, m.cantidad, 0 AS movido
              FROM movimiento m WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3
              UNION ALL
              SELECT d.productoId, d.almacenId, d.loteId, d.fecha, 0, d.movido
              FROM existenciaDia d WHERE d.organizacionId = $1 AND d.productoId > $2 AND d.productoId <= $3) u
        GROUP BY productoId, almacenId, loteId, fecha
        HAVING SUM(movido) <> SUM(cantidad)
        ORDER BY productoId, almacenId, loteId, fecha LIMIT 1000)",
        [&](const db::Row& f) {
            const Fecha fecha = Fecha::de_dias(static_cast<std::int32_t>(f.integer(3)));
            r.comparar("existenciaDia", fmt::format("{}, fecha {}", lugar(f), fecha.iso()), "movido", f.integer(4), f.integer(5));
        },
        t.desde, t.hasta);
    // A day before the latest one with movements would escape the look at later days.
    r.buscar(
        "existencia", R"(
        SELECT productoId, almacenId, loteId, ultimaFecha, ultima
        FROM (SELECT e.productoId, e.almacenId, e.loteId, e.ultimaFecha,
                     (SELECT MAX(d.fecha) FROM existenciaDia d WHERE d.organizacionId = $1 AND d.productoId = e.productoId
                      AND d.almacenId = e.almacenId AND d.loteId = e.loteId) AS ultima
              FROM existencia e WHERE e.organizacionId = $1 AND e.productoId > $2 AND e.productoId <= $3) u
        WHERE ultima > ultimaFecha
        ORDER BY productoId, almacenId, loteId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto iso = [&](int i) { return Fecha::de_dias(static_cast<std::int32_t>(f.integer(i))).iso(); };
            r.decir("existencia", lugar(f), fmt::format("ultimaFecha is {}, expected {} or later", iso(3), iso(4)));
        },
        t.desde, t.hasta);
}

void revisar_negativos(Revision& r, Tramo t) {
    if (r.ajustes.existenciaNegativa) return;
    r.buscar(
        "existencia", R"(
        SELECT productoId, almacenId, loteId, cantidad FROM existencia
        WHERE organizacionId = $1 AND productoId > $2 AND productoId <= $3 AND cantidad < 0
        ORDER BY productoId, almacenId, loteId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("existencia", lugar(f),
                    fmt::format("cantidad is {}, the organization allows no negative stock",
                                Cantidad::de_micros(f.integer(3)).texto()));
        },
        t.desde, t.hasta);
    // A place that was once allowed below zero keeps its row in `faltante`, and its past with it; one whose goods came before they
    // went, but were dated later, has only the days of that time.
    r.buscar(
        "existenciaDia", R"(
        SELECT productoId, almacenId, loteId, fecha, queda
        FROM (SELECT d.productoId, d.almacenId, d.loteId, d.fecha,
                     CAST(SUM(d.movido) OVER (PARTITION BY d.productoId, d.almacenId, d.loteId ORDER BY d.fecha) AS BIGINT) AS queda
              FROM existenciaDia d WHERE d.organizacionId = $1 AND d.productoId > $2 AND d.productoId <= $3) u
        WHERE queda < 0 AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = u.productoId
                                        AND f.almacenId = u.almacenId AND f.loteId = u.loteId)
          AND fecha > COALESCE((SELECT c.negativosHasta FROM configuracion c WHERE c.organizacionId = $1), 0)
        ORDER BY productoId, almacenId, loteId, fecha LIMIT 1000)",
        [&](const db::Row& f) {
            const Fecha fecha = Fecha::de_dias(static_cast<std::int32_t>(f.integer(3)));
            r.decir("existenciaDia", fmt::format("{}, fecha {}", lugar(f), fecha.iso()),
                    fmt::format("the day ended at {}, the organization allows no negative stock",
                                Cantidad::de_micros(f.integer(4)).texto()));
        },
        t.desde, t.hasta);
}

void revisar_valores(Revision& r, Tramo t) {
    // By place, what left before it came in counts against the layers, and what is waited for of that beside them. Where
    // something is, its value is not settled yet. One lot may owe as much as another has, at another cost.
    r.buscar(
        "capa", R"(
        SELECT productoId, almacenId, CAST(SUM(cantidad) AS BIGINT), CAST(SUM(movida) AS BIGINT), CAST(SUM(valor) AS BIGINT),
               CAST(SUM(movido) AS BIGINT), CAST(SUM(esperada) AS BIGINT), CAST(SUM(porLote) AS BIGINT)
        FROM (SELECT m.productoId, m.almacenId, SUM(m.cantidad) AS movida, SUM(m.valor) AS movido, 0 AS cantidad, 0 AS valor,
                     0 AS esperada, ABS(SUM(m.cantidad)) AS porLote
              FROM movimiento m WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3
              GROUP BY m.productoId, m.almacenId, m.loteId
              UNION ALL
              SELECT c.productoId, c.almacenId, 0, 0, c.cantidadRestante, c.valorRestante, 0, 0
              FROM capa c WHERE c.organizacionId = $1 AND c.productoId > $2 AND c.productoId <= $3 AND c.cantidadRestante > 0
              UNION ALL
              SELECT l.productoId, l.almacenId, 0, 0, l.cantidad, l.valor, l.cantidad, 0
              FROM porLlegar l WHERE l.organizacionId = $1 AND l.productoId > $2 AND l.productoId <= $3
              UNION ALL
              SELECT f.productoId, f.almacenId, 0, 0, -f.cantidad, -f.valor, 0, 0
              FROM faltante f WHERE f.organizacionId = $1 AND f.productoId > $2 AND f.productoId <= $3) u
        GROUP BY productoId, almacenId
        HAVING SUM(cantidad) <> SUM(movida) OR SUM(valor) <> SUM(movido)
            OR (SUM(porLote) = 0 AND SUM(movido) <> 0 AND SUM(esperada) = 0)
        ORDER BY productoId, almacenId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("productoId {}, almacenId {}, with faltante", f.integer(0), f.integer(1));
            r.comparar("capa", llave, "the sum of cantidadRestante", f.integer(2), f.integer(3));
            r.comparar("capa", llave, "the sum of valorRestante", f.integer(4), f.integer(5));
            if (f.integer(5) != 0 && f.integer(6) == 0 && f.integer(7) == 0)
                r.decir("movimiento", llave,
                        fmt::format("quantity 0 has the value {}", Importe::de_micros(f.integer(5)).texto()));
        },
        t.desde, t.hasta);
}

// What a place owes is what its exits owe, and that is what left less what came in for it and what came back without. What is
// waited for of that is what arrived less what came in, and what came in went on there.
void revisar_deudas(Revision& r, Tramo t) {
    r.buscar(
        "faltante", R"(
        SELECT productoId, almacenId, loteId, CAST(SUM(cantidad) AS BIGINT), CAST(SUM(debida) AS BIGINT), CAST(SUM(valor) AS BIGINT),
               CAST(SUM(debido) AS BIGINT)
        FROM (SELECT f.productoId, f.almacenId, f.loteId, f.cantidad, f.valor, 0 AS debida, 0 AS debido
              FROM faltante f WHERE f.organizacionId = $1 AND f.productoId > $2 AND f.productoId <= $3
              UNION ALL
              SELECT s.productoId, s.almacenId, s.loteId, 0, 0, s.cantidad, s.valor
              FROM faltanteSalida s WHERE s.organizacionId = $1 AND s.productoId > $2 AND s.productoId <= $3) u
        GROUP BY productoId, almacenId, loteId
        HAVING SUM(cantidad) <> SUM(debida) OR SUM(valor) <> SUM(debido)
        ORDER BY productoId, almacenId, loteId LIMIT 1000)",
        [&](const db::Row& f) {
            r.comparar("faltante", lugar(f), "cantidad", f.integer(3), f.integer(4));
            r.comparar("faltante", lugar(f), "valor", f.integer(5), f.integer(6));
        },
        t.desde, t.hasta);
    // Of exits of before payments were kept (orden < 0) nobody knows what came in for them.
    r.buscar(
        "faltanteSalida", R"(
        SELECT u.productoId, u.almacenId, u.loteId, u.movimientoId, u.cantidad, u.debida, u.valor, u.debido
        FROM (SELECT s.productoId, s.almacenId, s.loteId, s.movimientoId, s.cantidad, s.valor,
                     CASE WHEN v.movimientoId IS NULL
                          THEN CAST(-m.cantidad - COALESCE(p.cantidad, 0) - COALESCE(d.cantidad, 0) AS BIGINT) ELSE 0 END AS debida,
                     CASE WHEN v.movimientoId IS NULL
                          THEN CAST(-m.valor - COALESCE(p.valor, 0) - COALESCE(d.valor, 0) AS BIGINT) ELSE 0 END AS debido
              FROM faltanteSalida s
              JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = s.movimientoId AND m.orden >= 0
              LEFT JOIN movimiento v ON v.organizacionId = $1 AND v.revierteId = m.movimientoId AND v.revierteId <> 0
              LEFT JOIN (SELECT q.salidaId, SUM(q.cantidad) AS cantidad, SUM(q.valor - q.ajuste) AS valor FROM faltantePago q
                         WHERE q.organizacionId = $1 AND q.salidaId <> 0 AND q.pasaDeId = 0 GROUP BY q.salidaId) p
                     ON p.salidaId = m.movimientoId
              LEFT JOIN (SELECT x.devuelveId, x.capaId, SUM(x.cantidad) AS cantidad, SUM(x.valor) AS valor FROM movimiento x
                         WHERE x.organizacionId = $1 AND x.devuelveId <> 0 GROUP BY x.devuelveId, x.capaId) d
                     ON d.devuelveId = m.movimientoId AND d.capaId = m.capaId
              WHERE s.organizacionId = $1 AND s.productoId > $2 AND s.productoId <= $3) u
        WHERE u.cantidad <> u.debida OR u.valor <> u.debido
        ORDER BY u.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("movimientoId {}, {}", f.integer(3), lugar(f));
            r.comparar("faltanteSalida", llave, "cantidad", f.integer(4), f.integer(5));
            r.comparar("faltanteSalida", llave, "valor", f.integer(6), f.integer(7));
        },
        t.desde, t.hasta);
    r.buscar(
        "porLlegar", R"(
        SELECT u.productoId, u.almacenId, u.loteId, u.llegadaId, u.cantidad, u.esperada, u.valor, u.esperado, u.salidaId, u.deSalidaId,
               u.sigue, u.sigueValor
        FROM (SELECT l.productoId, l.almacenId, l.loteId, l.llegadaId, l.cantidad, l.valor, l.salidaId,
                     CASE WHEN m.vieneDeId <> 0 THEN m.vieneDeId ELSE m.devuelveId END AS deSalidaId,
                     CASE WHEN v.movimientoId IS NULL THEN CAST(m.cantidad - COALESCE(p.cantidad, 0) AS BIGINT) ELSE 0 END AS esperada,
                     CASE WHEN v.movimientoId IS NULL THEN CAST(m.valor - COALESCE(p.valor, 0) AS BIGINT) ELSE 0 END AS esperado,
                     CAST(COALESCE(p.sigue, 0) AS BIGINT) AS sigue,
                     CASE WHEN v.movimientoId IS NULL THEN CAST(COALESCE(p.sigueValor, 0) AS BIGINT) ELSE 0 END AS sigueValor
              FROM porLlegar l
              JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = l.llegadaId
              LEFT JOIN movimiento v ON v.organizacionId = $1 AND v.revierteId = m.movimientoId AND v.revierteId <> 0
              LEFT JOIN (SELECT q.llegadaId, SUM(CASE WHEN q.pasaDeId = 0 THEN q.cantidad ELSE 0 END) AS cantidad,
                                SUM(CASE WHEN q.pasaDeId = 0 THEN q.valor - q.ajuste ELSE 0 END) AS valor,
                                SUM(q.cantidad) AS sigue, SUM(q.valor) AS sigueValor
                         FROM faltantePago q WHERE q.organizacionId = $1 AND q.llegadaId <> 0 GROUP BY q.llegadaId) p
                     ON p.llegadaId = m.movimientoId
              WHERE l.organizacionId = $1 AND l.productoId > $2 AND l.productoId <= $3) u
        WHERE u.cantidad <> u.esperada OR u.valor <> u.esperado OR u.salidaId <> u.deSalidaId OR u.sigue <> 0 OR u.sigueValor <> 0
        ORDER BY u.llegadaId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("llegadaId {}, {}", f.integer(3), lugar(f));
            r.comparar("porLlegar", llave, "cantidad", f.integer(4), f.integer(5));
            r.comparar("porLlegar", llave, "valor", f.integer(6), f.integer(7));
            r.contar("porLlegar", llave, "salidaId", f.integer(8), f.integer(9));
            r.comparar("porLlegar", llave, "what came in and did not go on", f.integer(10), 0);
            r.comparar("porLlegar", llave, "the value that did not go on", f.integer(11), 0);
        },
        t.desde, t.hasta);
}

// Goods that a customer brought back are worth what they were when they left, all of it once all of them are back; of those that
// left before they came in, what came in for them, payment by payment. Of what came back before it was told by which, only what
// was all there by then.
void revisar_devueltos(Revision& r, Tramo t) {
    r.buscar(
        "movimiento", R"(
        SELECT m.movimientoId, m.transaccionId, v.cantidad, -m.cantidad, v.valor, CAST(-m.valor + COALESCE(f.ajuste, 0) AS BIGINT)
        FROM movimiento m
        JOIN (SELECT d.devuelveId, CAST(SUM(d.cantidad) AS BIGINT) AS cantidad, CAST(SUM(d.valor) AS BIGINT) AS valor,
                     SUM(CASE WHEN d.pagoId = 0 AND k.capaId IS NULL THEN 1 ELSE 0 END) AS sinPago
              FROM movimiento d
              LEFT JOIN faltante k ON k.organizacionId = $1 AND k.productoId = d.productoId AND k.almacenId = d.almacenId
               AND k.loteId = d.loteId AND k.capaId = d.capaId
              WHERE d.organizacionId = $1 AND d.productoId > $2 AND d.productoId <= $3 AND d.devuelveId <> 0
              GROUP BY d.devuelveId) v ON v.devuelveId = m.movimientoId
        LEFT JOIN (SELECT q.salidaId, SUM(q.ajuste) AS ajuste FROM faltantePago q
                   WHERE q.organizacionId = $1 AND q.salidaId <> 0 AND q.llegadaId = 0 GROUP BY q.salidaId) f
               ON f.salidaId = m.movimientoId
        WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.orden >= 0 AND m.cantidad < 0
          AND (v.cantidad > -m.cantidad
               OR (v.cantidad = -m.cantidad AND v.valor <> -m.valor + COALESCE(f.ajuste, 0)
                   AND (v.sinPago = 0 OR NOT EXISTS (SELECT 1 FROM faltanteSalida s WHERE s.organizacionId = $1
                                                     AND s.movimientoId = m.movimientoId))))
        ORDER BY m.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("movimientoId {}, transaccionId {}", f.integer(0), f.integer(1));
            if (f.integer(2) > f.integer(3)) r.comparar("movimiento", llave, "what came back", f.integer(2), f.integer(3));
            else r.comparar("movimiento", llave, "the value that came back", f.integer(4), f.integer(5));
        },
        t.desde, t.hasta);
    r.buscar(
        "faltantePago", R"(
        SELECT p.pagoId, p.salidaId, v.cantidad, p.cantidad, v.valor, p.valor
        FROM faltantePago p
        JOIN (SELECT d.pagoId, CAST(SUM(d.cantidad) AS BIGINT) AS cantidad, CAST(SUM(d.valor) AS BIGINT) AS valor
              FROM movimiento d
              WHERE d.organizacionId = $1 AND d.productoId > $2 AND d.productoId <= $3 AND d.pagoId <> 0
              GROUP BY d.pagoId) v ON v.pagoId = p.pagoId
        WHERE p.organizacionId = $1 AND (v.cantidad > p.cantidad OR (v.cantidad = p.cantidad AND v.valor <> p.valor))
        ORDER BY p.pagoId LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("pagoId {}, salidaId {}", f.integer(0), f.integer(1));
            r.comparar("faltantePago", llave, "what came back of it", f.integer(2), f.integer(3));
            r.comparar("faltantePago", llave, "the value that came back of it", f.integer(4), f.integer(5));
        },
        t.desde, t.hasta);
}

// A late cost is in the goods, or some of them left; undone, it is in none.
void revisar_tardios(Revision& r, Tramo t) {
    struct Consumido {
        std::int64_t transaccionId, numeroPartida, origenId, origenPartida;
        Importe importe;
    };
    std::vector<Consumido> consumidos;
    r.tx.each(
        R"(SELECT p.transaccionId, p.numeroPartida, p.origenId, p.origenPartida,
                  CAST(p.costo - COALESCE((SELECT SUM(m.valor) FROM movimiento m WHERE m.organizacionId = $1
                                           AND m.transaccionId = p.transaccionId AND m.numeroPartida = p.numeroPartida
                                           AND m.cantidad = 0), 0)
                       - COALESCE((SELECT SUM(m.valor) FROM costoMudado c
                                   JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = c.movimientoId
                                   WHERE c.organizacionId = $1 AND c.transaccionId = p.transaccionId
                                     AND c.numeroPartida = p.numeroPartida), 0) AS BIGINT) AS consumido
           FROM documento d
           JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
           WHERE d.organizacionId = $1 AND d.tipo = 'GastoCompra' AND d.estado = 'vigente' AND p.productoId > $2 AND p.productoId <= $3
             AND p.costo > 0)",
        [&](const db::Row& f) {
            if (f.integer(4) != 0)
                consumidos.push_back({f.integer(0), f.integer(1), f.integer(2), f.integer(3), Importe::de_micros(f.integer(4))});
        },
        r.org(), t.desde, t.hasta);
    for (const Consumido& c : consumidos)
        if (!salio_algo(r.tx, c.origenId, c.origenPartida))
            r.decir("partida", fmt::format("transaccionId {}, numeroPartida {}", c.transaccionId, c.numeroPartida),
                    fmt::format("{} of its cost is in no goods, and none of them left", c.importe.texto()));
    const auto deshechos = r.tx.all<std::int64_t>(R"(
        SELECT DISTINCT m.transaccionId FROM movimiento m
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId AND d.estado = 'cancelado'
        WHERE m.organizacionId = $1 AND m.productoId > $2 AND m.productoId <= $3 AND m.cantidad = 0 AND m.orden >= 0
          AND (NOT EXISTS (SELECT 1 FROM movimiento g WHERE g.organizacionId = $1 AND g.transaccionId = m.transaccionId
                           AND g.numeroPartida = m.numeroPartida AND g.cantidad <> 0)
               OR EXISTS (SELECT 1 FROM movimiento s
                          JOIN faltantePago p ON p.organizacionId = $1 AND p.salidaId = s.movimientoId AND p.salidaId <> 0
                          JOIN correccionProducido k ON k.organizacionId = $1 AND k.pagoId = p.pagoId
                          WHERE s.organizacionId = $1 AND s.transaccionId = m.transaccionId AND s.cantidad < 0))
        ORDER BY 1)",
                                                  r.org(), t.desde, t.hasta);
    for (const std::int64_t id : deshechos)
        for (const auto& [capaId, resto] : restos_de_costos(r.tx, id, r.ajustes.decimales))
            r.decir("capa", fmt::format("capaId {}, transaccionId {}", capaId, id),
                    fmt::format("valorRestante is off by {} of a late cost that was undone", (-resto).texto()));
}

// Order does not matter: where a serial came in once more than it left, there it is.
void revisar_series(Revision& r, Tramo t) {
    r.buscar(
        "numeroSerie", R"(
        SELECT productoId, serie, almacenId, CAST(SUM(esta) AS BIGINT), CAST(SUM(signo) AS BIGINT)
        FROM (SELECT s.productoId, s.serie, m.almacenId, s.signo, 0 AS esta
              FROM movimientoSerie s
              JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = s.movimientoId
              WHERE s.organizacionId = $1 AND s.productoId > $2 AND s.productoId <= $3
              UNION ALL
              SELECT n.productoId, n.serie, n.almacenId, 0, 1
              FROM numeroSerie n WHERE n.organizacionId = $1 AND n.productoId > $2 AND n.productoId <= $3 AND n.almacenId <> 0) u
        GROUP BY productoId, serie, almacenId
        HAVING SUM(esta) <> SUM(signo)
        ORDER BY productoId, serie, almacenId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("numeroSerie", fmt::format("productoId {}, serie {}, almacenId {}", f.integer(0), f.text(1), f.integer(2)),
                    fmt::format("{} there, expected {} by movimientoSerie", f.integer(3), f.integer(4)));
        },
        t.desde, t.hasta);
    // Each is at its own cost, in the layer it came into last. What moved before that was kept names no layer.
    r.buscar(
        "numeroSerie", R"(
        SELECT productoId, serie, capaId, CAST(SUM(esta) AS BIGINT), CAST(SUM(signo) AS BIGINT)
        FROM (SELECT s.productoId, s.serie, s.capaId, s.signo, 0 AS esta
              FROM movimientoSerie s WHERE s.organizacionId = $1 AND s.productoId > $2 AND s.productoId <= $3
              UNION ALL
              SELECT n.productoId, n.serie, n.capaId, 0, 1
              FROM numeroSerie n WHERE n.organizacionId = $1 AND n.productoId > $2 AND n.productoId <= $3 AND n.almacenId <> 0) u
        WHERE NOT EXISTS (SELECT 1 FROM movimientoSerie v WHERE v.organizacionId = $1 AND v.productoId = u.productoId
                          AND v.serie = u.serie AND v.capaId = 0)
        GROUP BY productoId, serie, capaId
        HAVING SUM(esta) <> SUM(signo)
        ORDER BY productoId, serie, capaId LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("numeroSerie", fmt::format("productoId {}, serie {}, capaId {}", f.integer(0), f.text(1), f.integer(2)),
                    fmt::format("{} in that layer, expected {} by movimientoSerie", f.integer(3), f.integer(4)));
        },
        t.desde, t.hasta);
    r.buscar(
        "movimientoSerie", R"(
        SELECT s.productoId, s.serie, s.movimientoId, s.capaId, m.capaId
        FROM movimientoSerie s
        JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = s.movimientoId
        WHERE s.organizacionId = $1 AND s.productoId > $2 AND s.productoId <= $3 AND s.capaId <> 0 AND s.capaId <> m.capaId
        ORDER BY s.productoId, s.serie, s.movimientoId LIMIT 1000)",
        [&](const db::Row& f) {
            r.contar("movimientoSerie",
                     fmt::format("productoId {}, serie {}, movimientoId {}", f.integer(0), f.text(1), f.integer(2)), "capaId",
                     f.integer(3), f.integer(4));
        },
        t.desde, t.hasta);
    r.buscar(
        "numeroSerie", R"(
        SELECT u.productoId, u.capaId, u.cantidadRestante, u.series
        FROM (SELECT c.productoId, c.capaId, c.cantidadRestante,
                     (SELECT COUNT(*) FROM numeroSerie n WHERE n.organizacionId = $1 AND n.capaId = c.capaId AND n.almacenId <> 0)
                     * 1000000 AS series
              FROM capa c
              JOIN producto p ON p.organizacionId = $1 AND p.productoId = c.productoId AND p.seguimiento IN ('serie', 'loteSerie')
              WHERE c.organizacionId = $1 AND c.productoId > $2 AND c.productoId <= $3 AND c.cantidadRestante > 0) u
        WHERE u.cantidadRestante <> u.series ORDER BY u.productoId, u.capaId LIMIT 1000)",
        [&](const db::Row& f) {
            r.comparar("numeroSerie", fmt::format("productoId {}, capaId {}", f.integer(0), f.integer(1)),
                       "the number of its serials", f.integer(3), f.integer(2));
        },
        t.desde, t.hasta);
    // Put aside is what an order's line put aside, and no more of them than it still has.
    r.buscar(
        "numeroSerie", R"(
        SELECT n.productoId, n.serie, n.estado
        FROM numeroSerie n
        LEFT JOIN reservaSerie s ON s.organizacionId = $1 AND s.productoId = n.productoId AND s.serie = n.serie
        WHERE n.organizacionId = $1 AND n.productoId > $2 AND n.productoId <= $3
          AND CASE WHEN n.estado = 'reservada' THEN 1 ELSE 0 END <> CASE WHEN s.serie IS NULL THEN 0 ELSE 1 END
        ORDER BY n.productoId, n.serie LIMIT 1000)",
        [&](const db::Row& f) {
            r.decir("numeroSerie", fmt::format("productoId {}, serie {}", f.integer(0), f.text(1)),
                    fmt::format("estado is {}, {} in reservaSerie", f.text(2), f.text(2) == "reservada" ? "missing" : "present"));
        },
        t.desde, t.hasta);
    r.buscar(
        "reservaSerie", R"(
        SELECT u.productoId, u.transaccionId, u.numeroPartida, u.series, u.cantidad
        FROM (SELECT s.productoId, s.transaccionId, s.numeroPartida, CAST(COUNT(*) * 1000000 AS BIGINT) AS series,
                     COALESCE((SELECT CAST(SUM(a.cantidad) AS BIGINT) FROM reserva a WHERE a.organizacionId = $1
                               AND a.transaccionId = s.transaccionId AND a.numeroPartida = s.numeroPartida
                               AND a.productoId = s.productoId), 0) AS cantidad
              FROM reservaSerie s WHERE s.organizacionId = $1 AND s.productoId > $2 AND s.productoId <= $3
              GROUP BY s.productoId, s.transaccionId, s.numeroPartida) u
        WHERE u.series > u.cantidad ORDER BY u.productoId, u.transaccionId, u.numeroPartida LIMIT 1000)",
        [&](const db::Row& f) {
            r.comparar("reservaSerie",
                       fmt::format("productoId {}, transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1), f.integer(2)),
                       "the number of its serials", f.integer(3), f.integer(4));
        },
        t.desde, t.hasta);
}

}  // namespace

void revisar_existencias(Revision& r, Tramo productos) {
    revisar_cantidades(r, productos);
    revisar_negativos(r, productos);
    revisar_valores(r, productos);
    revisar_deudas(r, productos);
    revisar_devueltos(r, productos);
    revisar_enlaces(r, productos);
    revisar_tardios(r, productos);
    revisar_series(r, productos);
}

}  // namespace cacao::engine::verificacion
