#include "engine/existencia/historia.hpp"

namespace cacao::engine::interno {
namespace {

struct Rama {
    std::int64_t capaId = 0;
    std::int64_t orden = 0;
};
DESCRIBE_STRUCT(Rama, (), (capaId, orden))

// Where goods that left the layer came in again, and since when.
std::vector<Rama> ramas_de(db::Reader& tx, std::int64_t capaId, std::int64_t desde) {
    return tx.all<Rama>(R"(
        SELECT x.capaId, MIN(x.orden) AS orden
          FROM (SELECT v.capaId, v.orden FROM movimiento o
                  JOIN movimiento v ON v.organizacionId = $1 AND v.vieneDeId = o.movimientoId AND v.vieneDeId <> 0
                 WHERE o.organizacionId = $1 AND o.capaId = $2 AND o.orden >= $3 AND o.cantidad < 0
                UNION ALL
                SELECT v.capaId, v.orden FROM movimiento o
                  JOIN movimiento v ON v.organizacionId = $1 AND v.devuelveId = o.movimientoId AND v.devuelveId <> 0
                 WHERE o.organizacionId = $1 AND o.capaId = $2 AND o.orden >= $3 AND o.cantidad < 0
                UNION ALL
                SELECT v.capaId, v.orden FROM movimiento o
                  JOIN movimiento v ON v.organizacionId = $1 AND v.transaccionId = o.transaccionId AND v.cantidad > 0
                   AND v.revierteId = 0 AND v.vieneDeId = 0 AND v.devuelveId = 0
                 WHERE o.organizacionId = $1 AND o.capaId = $2 AND o.orden >= $3 AND o.cantidad < 0 AND o.capaDestinoId <> 0
                UNION ALL
                SELECT v.capaId, v.orden FROM faltantePago p
                  JOIN movimiento v ON v.organizacionId = $1 AND v.pagoId = p.pagoId AND v.pagoId <> 0
                 WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3
                UNION ALL
                SELECT v.capaId, v.orden FROM faltantePago p
                  JOIN faltantePago v ON v.organizacionId = $1 AND v.pasaDeId = p.pagoId AND v.pasaDeId <> 0
                 WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3
                UNION ALL
                SELECT v.capaId, v.orden FROM faltantePago p
                  JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId AND s.capaDestinoId <> 0
                  JOIN movimiento v ON v.organizacionId = $1 AND v.transaccionId = s.transaccionId AND v.cantidad > 0
                   AND v.revierteId = 0 AND v.vieneDeId = 0 AND v.devuelveId = 0
                 WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3 AND p.salidaId <> 0 AND p.llegadaId = 0
                UNION ALL
                SELECT v.capaId, v.orden FROM movimiento o
                  JOIN faltanteSalida f ON f.organizacionId = $1 AND f.estimadoDeId = o.movimientoId AND f.estimadoDeId <> 0
                  JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = f.movimientoId AND s.capaDestinoId <> 0
                  JOIN movimiento v ON v.organizacionId = $1 AND v.transaccionId = s.transaccionId AND v.cantidad > 0
                   AND v.revierteId = 0 AND v.vieneDeId = 0 AND v.devuelveId = 0
                 WHERE o.organizacionId = $1 AND o.capaId = $2 AND o.orden >= $3
                UNION ALL
                SELECT v.capaId, v.orden FROM faltantePago p
                  JOIN movimiento v ON v.organizacionId = $1 AND v.devuelveId = p.salidaId AND v.devuelveId <> 0 AND v.pagoId = 0
                 WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3
                   AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = v.productoId
                                   AND f.almacenId = v.almacenId AND f.loteId = v.loteId AND f.capaId = v.capaId)
                UNION ALL
                SELECT v.capaId, v.orden FROM faltantePago p
                  JOIN movimiento v ON v.organizacionId = $1 AND v.vieneDeId = p.salidaId AND v.vieneDeId <> 0
                 WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3
                   AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = v.productoId
                                   AND f.almacenId = v.almacenId AND f.loteId = v.loteId AND f.capaId = v.capaId)) x
         GROUP BY x.capaId ORDER BY x.capaId)",
                        tx.organizacion(), capaId, desde);
}

}  // namespace

std::vector<Producido> producido_por(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<Producido>(R"(
        SELECT m.movimientoId, m.capaId, m.orden,
               CASE WHEN q.subproducto = 1 THEN 0 WHEN t.valor > 0 THEN m.valor ELSE m.cantidad END AS peso
          FROM movimiento m
          LEFT JOIN partidaReempaque q ON q.organizacionId = $1 AND q.transaccionId = $2 AND q.numeroPartida = m.numeroPartida
         CROSS JOIN (SELECT COALESCE(SUM(CASE WHEN r.subproducto = 1 THEN 0 ELSE n.valor END), 0) AS valor FROM movimiento n
                       LEFT JOIN partidaReempaque r ON r.organizacionId = $1 AND r.transaccionId = $2
                        AND r.numeroPartida = n.numeroPartida
                      WHERE n.organizacionId = $1 AND n.transaccionId = $2 AND n.cantidad > 0 AND n.revierteId = 0) t
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad > 0 AND m.revierteId = 0
         ORDER BY m.numeroPartida, m.movimientoId)",
                             tx.organizacion(), transaccionId);
}

bool Historia::leer(std::int64_t capaId, std::int64_t desde) {
    auto [lugar, nueva] = capas_.try_emplace(capaId);
    DeCapa& de = lugar->second;
    if (!nueva && de.desde <= desde) return false;
    auto capa = tx_->one<CapaFila>(R"(
        SELECT c.capaId, c.productoId, c.almacenId, c.loteId, q.clasificacionId, c.metodo, c.cantidadRestante, c.valorRestante
          FROM capa c
          JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId
         WHERE c.organizacionId = $1 AND c.capaId = $2)",
                                   tx_->organizacion(), capaId);
    if (!capa) reject(Codigo::interno, "");
    de.capa = std::move(*capa);
    de.desde = desde;
    de.sucesos = tx_->all<Suceso>(R"(
        SELECT m.orden AS orden, m.movimientoId, COALESCE(s.transaccionId, t.transaccionId, m.transaccionId) AS transaccionId,
               CASE WHEN k.pagoId IS NULL THEN COALESCE(t.numeroPartida, m.numeroPartida) ELSE 0 END AS numeroPartida, m.cantidad,
               m.valor, m.revierteId, m.devuelveId, m.vieneDeId, m.pagoId,
               CASE WHEN m.cantidad = 0 AND m.orden >= 0
                     AND EXISTS (SELECT 1 FROM documento d WHERE d.organizacionId = $1
                                 AND d.transaccionId = COALESCE(s.transaccionId, t.transaccionId, m.transaccionId)
                                 AND (d.estado = 'cancelado' OR d.transaccionId = $4))
                    THEN 1 ELSE 0 END AS deshecho, 0 AS esPago, 0 AS salidaId, 0 AS llegadaId, 0 AS pasaDeId,
               COALESCE(k.pagoId, 0) AS corrigeId, COALESCE(e.cantidad, 0) AS entro, COALESCE(e.valor, 0) AS costo
          FROM movimiento m
          LEFT JOIN movimiento e ON m.cantidad < 0 AND m.revierteId <> 0 AND e.organizacionId = $1 AND e.movimientoId = m.revierteId
          LEFT JOIN costoMudado t ON m.cantidad = 0 AND t.organizacionId = $1 AND t.movimientoId = m.movimientoId
          LEFT JOIN correccionProducido k ON m.cantidad = 0 AND k.organizacionId = $1 AND k.movimientoId = m.movimientoId
          LEFT JOIN faltantePago f ON f.organizacionId = $1 AND f.pagoId = k.pagoId
          LEFT JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = f.salidaId
         WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.orden >= $3
        UNION ALL
        SELECT p.orden, p.movimientoId, 0, 0, p.cantidad, p.valor, 0, 0, 0, p.pagoId, 0, 1, p.salidaId, p.llegadaId, p.pasaDeId, 0,
               COALESCE(-e.cantidad, 0), COALESCE(-e.valor, 0)
          FROM faltantePago p
          LEFT JOIN faltantePago e ON p.cantidad > 0 AND p.pasaDeId <> 0 AND e.organizacionId = $1 AND e.pasaDeId = p.pasaDeId
           AND e.cantidad < 0
         WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3
         ORDER BY orden)",
                                  tx_->organizacion(), capaId, desde, deshaceId_);
    return true;
}

void Historia::cargar(std::int64_t capaId, std::int64_t desde) {
    std::vector<Rama> por_leer{{capaId, desde}};
    while (!por_leer.empty()) {
        const Rama rama = por_leer.back();
        por_leer.pop_back();
        if (!leer(rama.capaId, rama.orden)) continue;
        for (const Rama& otra : ramas_de(*tx_, rama.capaId, rama.orden)) por_leer.push_back(otra);
    }
}

void Historia::cargar_deshechos() {
    std::set<std::int64_t> vistos;  // documents: their lines are undone together
    std::set<std::int64_t> miradas;
    for (bool mas = true; mas;) {
        mas = false;
        std::set<std::int64_t> documentos;
        for (const auto& [capaId, de] : capas_) {
            for (const Suceso& s : de.sucesos)
                if (s.deshecho) documentos.insert(s.transaccionId);
            // Of one from before, whose goods were worth less than it by the time that it was undone, something is still to be
            // taken, and no event since tells of it.
            if (!miradas.insert(capaId).second) continue;
            tx_->each(R"(
                SELECT u.transaccionId
                  FROM (SELECT COALESCE(t.transaccionId, m.transaccionId) AS transaccionId,
                               COALESCE(t.numeroPartida, m.numeroPartida) AS numeroPartida, m.valor FROM movimiento m
                          LEFT JOIN costoMudado t ON t.organizacionId = $1 AND t.movimientoId = m.movimientoId
                         WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.orden >= 0 AND m.cantidad = 0
                           AND NOT EXISTS (SELECT 1 FROM correccionProducido k WHERE k.organizacionId = $1
                                           AND k.movimientoId = m.movimientoId)) u
                  JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = u.transaccionId AND d.estado = 'cancelado'
                 GROUP BY u.transaccionId, u.numeroPartida HAVING SUM(u.valor) <> 0)",
                      [&](const db::Row& r) { documentos.insert(r.integer(0)); }, tx_->organizacion(), capaId);
        }
        for (const std::int64_t documento : documentos) {
            if (!vistos.insert(documento).second) continue;
            mas = true;
            for (const Rama& rama : tx_->all<Rama>(R"(
                    SELECT u.capaId, MIN(u.orden) AS orden
                      FROM (SELECT m.capaId, m.orden FROM movimiento m
                             WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad = 0
                               AND NOT EXISTS (SELECT 1 FROM faltante f WHERE f.organizacionId = $1 AND f.productoId = m.productoId
                                               AND f.almacenId = m.almacenId AND f.loteId = m.loteId AND f.capaId = m.capaId)
                            UNION ALL
                            SELECT m.capaId, m.orden FROM costoMudado t
                              JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = t.movimientoId
                             WHERE t.organizacionId = $1 AND t.transaccionId = $2
                            UNION ALL
                            SELECT m.capaId, m.orden FROM movimiento s
                              JOIN faltantePago p ON p.organizacionId = $1 AND p.salidaId = s.movimientoId AND p.salidaId <> 0
                              JOIN correccionProducido k ON k.organizacionId = $1 AND k.pagoId = p.pagoId
                              JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = k.movimientoId
                             WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.cantidad < 0 AND s.capaDestinoId <> 0) u
                     GROUP BY u.capaId ORDER BY u.capaId)",
                                                   tx_->organizacion(), documento))
                cargar(rama.capaId, rama.orden);
        }
    }
}

void Historia::terminar() {
    indexar();
    leer_reempaques();
    leer_estimadas();
    for (auto& [transaccionId, reempaque] : reempaques_) reempaque.entradas = producido_por(*tx_, transaccionId);
    leer_correcciones();
}

void Historia::indexar() {
    std::map<std::int64_t, std::map<std::int64_t, Lugar>> vueltas;  // by what they left by, and when
    for (const auto& [capaId, de] : capas_)
        for (std::size_t i = 0; i < de.sucesos.size(); ++i) {
            const Suceso& s = de.sucesos[i];
            lugares_[s.esPago ? s.pagoId : s.movimientoId] = {capaId, i};
            if (s.esPago && s.pasaDeId == 0) pagos_[s.salidaId].push_back({capaId, i});
            if (!s.esPago && s.devuelveId != 0) vueltas[s.salio_por()][s.movimientoId] = {capaId, i};
        }
    for (const auto& [salioPor, suyas] : vueltas)
        for (const auto& [movimientoId, lugar] : suyas) vueltas_[salioPor].push_back(lugar);
}

void Historia::leer_reempaques() {
    // Exits that a repackaging turned into something else.
    for (const auto& [capaId, de] : capas_)
        tx_->each(
            R"(SELECT o.movimientoId, o.transaccionId FROM movimiento o
                WHERE o.organizacionId = $1 AND o.capaId = $2 AND o.orden >= $3 AND o.cantidad < 0 AND o.capaDestinoId <> 0
                  AND NOT EXISTS (SELECT 1 FROM movimiento v WHERE v.organizacionId = $1 AND v.vieneDeId = o.movimientoId
                                  AND v.vieneDeId <> 0)
                ORDER BY o.orden)",
            [&](const db::Row& r) { reempaques_[r.integer(1)].salidas.push_back(r.integer(0)); }, tx_->organizacion(), capaId,
            de.desde);
    // … and those by which it had taken them before they came in.
    std::set<std::int64_t> debidas;
    for (const auto& [capaId, de] : capas_)
        tx_->each(
            R"(SELECT DISTINCT s.movimientoId, s.transaccionId FROM faltantePago p
                 JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = p.salidaId AND s.capaDestinoId <> 0
                WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3 AND p.salidaId <> 0 AND p.llegadaId = 0
                  AND p.pasaDeId = 0
                  AND NOT EXISTS (SELECT 1 FROM movimiento v WHERE v.organizacionId = $1 AND v.vieneDeId = s.movimientoId
                                  AND v.vieneDeId <> 0)
                ORDER BY s.movimientoId)",
            [&](const db::Row& r) {
                if (debidas.insert(r.integer(0)).second) reempaques_[r.integer(1)].salidas.push_back(r.integer(0));
            },
            tx_->organizacion(), capaId, de.desde);
}

void Historia::leer_estimadas() {
    for (const auto& [capaId, de] : capas_)
        tx_->each(
            R"(SELECT f.movimientoId, f.estimadoDeId, f.estimada, -s.cantidad, -s.valor, f.productoId, f.almacenId, f.loteId,
                      f.cantidad, f.valor,
                      CASE WHEN s.capaDestinoId <> 0
                            AND NOT EXISTS (SELECT 1 FROM movimiento v WHERE v.organizacionId = $1 AND v.vieneDeId = s.movimientoId
                                            AND v.vieneDeId <> 0) THEN s.transaccionId ELSE 0 END,
                      CASE WHEN EXISTS (SELECT 1 FROM movimiento r WHERE r.organizacionId = $1 AND r.revierteId = s.movimientoId
                                        AND r.revierteId <> 0) THEN 1 ELSE 0 END
                 FROM movimiento o
                 JOIN faltanteSalida f ON f.organizacionId = $1 AND f.estimadoDeId = o.movimientoId AND f.estimadoDeId <> 0
                 JOIN movimiento s ON s.organizacionId = $1 AND s.movimientoId = f.movimientoId
                WHERE o.organizacionId = $1 AND o.capaId = $2 AND o.orden >= $3
                ORDER BY f.movimientoId)",
            [&](const db::Row& r) {
                estimadas_[r.integer(0)] = {r.integer(1),
                                            Cantidad::de_micros(r.integer(2)),
                                            Cantidad::de_micros(r.integer(3)),
                                            Importe::de_micros(r.integer(4)),
                                            {r.integer(5), r.integer(6), r.integer(7)},
                                            Cantidad::de_micros(r.integer(8)),
                                            Importe::de_micros(r.integer(9)),
                                            r.integer(11) != 0,
                                            {}};
                if (r.integer(10) != 0) reempaques_[r.integer(10)].estimadas.push_back(r.integer(0));
            },
            tx_->organizacion(), capaId, de.desde);
    for (auto& [salidaId, estimada] : estimadas_)
        tx_->each(
            R"(SELECT pagoId, cantidad, valor - ajuste FROM faltantePago
                WHERE organizacionId = $1 AND salidaId = $2 AND salidaId <> 0 AND cantidad > 0 ORDER BY pagoId)",
            [&pagos = estimada.pagos](const db::Row& r) {
                pagos.push_back({r.integer(0), Cantidad::de_micros(r.integer(1)), Importe::de_micros(r.integer(2))});
            },
            tx_->organizacion(), salidaId);
}

void Historia::leer_correcciones() {
    for (const auto& [capaId, de] : capas_) {
        std::map<std::int64_t, CorreccionSeguida> suyas;
        tx_->each(
            R"(SELECT DISTINCT k.pagoId, p.ajuste, k.movimientoId, k.parte, p.salidaId FROM movimiento n
                 JOIN correccionProducido j ON j.organizacionId = $1 AND j.movimientoId = n.movimientoId
                 JOIN correccionProducido k ON k.organizacionId = $1 AND k.pagoId = j.pagoId
                 JOIN faltantePago p ON p.organizacionId = $1 AND p.pagoId = k.pagoId
                WHERE n.organizacionId = $1 AND n.capaId = $2 AND n.orden >= $3 AND n.cantidad = 0
                ORDER BY k.pagoId, k.movimientoId)",
            [&](const db::Row& r) {
                CorreccionSeguida& c = suyas[r.integer(0)];
                c.salidaId = r.integer(4);
                c.ajuste = Importe::de_micros(r.integer(1));
                c.partes.push_back({r.integer(2), r.integer(3)});
            },
            tx_->organizacion(), capaId, de.desde);
        correcciones_.merge(suyas);
    }
}

const Historia::Lugar* Historia::lugar(std::int64_t movimientoId) const {
    const auto it = lugares_.find(movimientoId);
    return it == lugares_.end() ? nullptr : &it->second;
}

const std::vector<Historia::Lugar>* Historia::pagos(std::int64_t salidaId) const {
    const auto it = pagos_.find(salidaId);
    return it == pagos_.end() ? nullptr : &it->second;
}

const CorreccionSeguida* Historia::correccion(std::int64_t pagoId) const {
    const auto it = correcciones_.find(pagoId);
    return it == correcciones_.end() ? nullptr : &it->second;
}

const SalidaEstimada* Historia::estimada(std::int64_t salidaId) const {
    const auto it = estimadas_.find(salidaId);
    return it == estimadas_.end() ? nullptr : &it->second;
}

const std::vector<Historia::Lugar>& Historia::vueltas(std::int64_t salioPor) const {
    static const std::vector<Lugar> ninguna;
    const auto it = vueltas_.find(salioPor);
    return it == vueltas_.end() ? ninguna : it->second;
}

const ReempaqueSeguido* Historia::reempaque(std::int64_t transaccionId) const {
    const auto it = reempaques_.find(transaccionId);
    return it == reempaques_.end() ? nullptr : &it->second;
}

}  // namespace cacao::engine::interno
