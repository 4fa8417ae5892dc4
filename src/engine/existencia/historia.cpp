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

bool Historia::leer(std::int64_t capaId, std::int64_t desde) {
    auto [lugar, nueva] = capas_.try_emplace(capaId);
    DeCapa& de = lugar->second;
    if (!nueva && de.desde <= desde) return false;
    auto capa = tx_->one<CapaFila>(R"(
        SELECT capaId, productoId, almacenId, loteId, metodo, cantidadRestante, valorRestante
          FROM capa WHERE organizacionId = $1 AND capaId = $2)",
                                   tx_->organizacion(), capaId);
    if (!capa) reject(Codigo::interno, "");
    de.capa = std::move(*capa);
    de.desde = desde;
    de.sucesos = tx_->all<Suceso>(R"(
        SELECT m.orden, m.movimientoId, m.transaccionId, m.numeroPartida, m.cantidad, m.valor, m.revierteId, m.devuelveId,
               m.vieneDeId, m.pagoId,
               CASE WHEN m.cantidad = 0 AND m.orden >= 0
                     AND EXISTS (SELECT 1 FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = m.transaccionId
                                 AND d.estado = 'cancelado') THEN 1 ELSE 0 END AS deshecho, 0 AS esPago, 0 AS salidaId,
               0 AS llegadaId, 0 AS pasaDeId
          FROM movimiento m WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.orden >= $3
        UNION ALL
        SELECT p.orden, p.movimientoId, 0, 0, p.cantidad, p.valor, 0, 0, 0, p.pagoId, 0, 1, p.salidaId, p.llegadaId, p.pasaDeId
          FROM faltantePago p WHERE p.organizacionId = $1 AND p.capaId = $2 AND p.orden >= $3
         ORDER BY orden)",
                                  tx_->organizacion(), capaId, desde);
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
    std::set<std::pair<std::int64_t, std::int64_t>> vistas;
    std::set<std::int64_t> miradas;
    for (bool mas = true; mas;) {
        mas = false;
        std::set<std::pair<std::int64_t, std::int64_t>> partidas;
        for (const auto& [capaId, de] : capas_) {
            for (const Suceso& s : de.sucesos)
                if (s.deshecho) partidas.emplace(s.transaccionId, s.numeroPartida);
            // Of one from before, whose goods were worth less than it by the time that it was undone, something is still to be
            // taken, and no event since tells of it.
            if (!miradas.insert(capaId).second) continue;
            tx_->each(R"(
                SELECT m.transaccionId, m.numeroPartida FROM movimiento m
                  JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId AND d.estado = 'cancelado'
                 WHERE m.organizacionId = $1 AND m.capaId = $2 AND m.orden >= 0 AND m.cantidad = 0
                 GROUP BY m.transaccionId, m.numeroPartida HAVING SUM(m.valor) <> 0)",
                      [&](const db::Row& r) { partidas.emplace(r.integer(0), r.integer(1)); }, tx_->organizacion(), capaId);
        }
        for (const auto& partida : partidas) {
            if (!vistas.insert(partida).second) continue;
            mas = true;
            for (const Rama& rama : tx_->all<Rama>(R"(
                    SELECT capaId, MIN(orden) AS orden FROM movimiento
                     WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 AND cantidad = 0
                     GROUP BY capaId ORDER BY capaId)",
                                                   tx_->organizacion(), partida.first, partida.second))
                cargar(rama.capaId, rama.orden);
        }
    }
}

void Historia::terminar() {
    for (const auto& [capaId, de] : capas_)
        for (std::size_t i = 0; i < de.sucesos.size(); ++i) {
            const Suceso& s = de.sucesos[i];
            lugares_[s.esPago ? s.pagoId : s.movimientoId] = {capaId, i};
            if (s.esPago && s.pasaDeId == 0) pagos_[s.salidaId].push_back({capaId, i});
        }
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
    for (auto& [transaccionId, reempaque] : reempaques_)
        reempaque.entradas = tx_->all<Producido>(R"(
            SELECT movimientoId, valor FROM movimiento
             WHERE organizacionId = $1 AND transaccionId = $2 AND cantidad > 0 AND revierteId = 0
             ORDER BY numeroPartida, movimientoId)",
                                                 tx_->organizacion(), transaccionId);
}

const Historia::Lugar* Historia::lugar(std::int64_t movimientoId) const {
    const auto it = lugares_.find(movimientoId);
    return it == lugares_.end() ? nullptr : &it->second;
}

const std::vector<Historia::Lugar>* Historia::pagos(std::int64_t salidaId) const {
    const auto it = pagos_.find(salidaId);
    return it == pagos_.end() ? nullptr : &it->second;
}

const ReempaqueSeguido* Historia::reempaque(std::int64_t transaccionId) const {
    const auto it = reempaques_.find(transaccionId);
    return it == reempaques_.end() ? nullptr : &it->second;
}

}  // namespace cacao::engine::interno
