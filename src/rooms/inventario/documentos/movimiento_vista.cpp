#include "rooms/inventario/documentos/movimiento_vista.hpp"

#include "db/rows.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct SerieMovida {
    std::int64_t numeroPartida{};
    std::int64_t almacenId{};
    std::int64_t signo{};
    std::string serie;
};
DESCRIBE_STRUCT(SerieMovida, (), (numeroPartida, almacenId, signo, serie))

struct UbicacionFila {
    std::int64_t numeroPartida{};
    std::string ubicacion;
};
DESCRIBE_STRUCT(UbicacionFila, (), (numeroPartida, ubicacion))

}  // namespace

std::vector<MercanciaMovida> mercancia_de(db::Reader& tx, std::int64_t transaccionId) {
    std::vector<MercanciaEnLugar> filas;
    std::vector<SerieMovida> series;
    std::vector<UbicacionFila> ubicaciones;
    tx.all_later(filas, R"(
        SELECT m.numeroPartida, m.productoId, q.codigo, m.almacenId, m.loteId, COALESCE(l.codigo, '') AS lote,
               CAST(SUM(m.cantidad) AS BIGINT) AS cantidad, CAST(SUM(m.valor) AS BIGINT) AS valor
          FROM movimiento m
          JOIN producto q ON q.organizacionId = $1 AND q.productoId = m.productoId
          LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = m.loteId
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.revierteId = 0
         GROUP BY m.numeroPartida, m.productoId, q.codigo, m.almacenId, m.loteId, l.codigo
         ORDER BY m.numeroPartida, SUM(m.cantidad), m.almacenId, m.loteId)",
                 tx.organizacion(), transaccionId);
    tx.all_later(series, R"(
        SELECT s.numeroPartida, m.almacenId, s.signo, s.serie
          FROM movimientoSerie s
          JOIN movimiento m ON m.organizacionId = $1 AND m.movimientoId = s.movimientoId AND m.revierteId = 0
         WHERE s.organizacionId = $1 AND s.transaccionId = $2
         ORDER BY s.numeroPartida, s.serie)",
                 tx.organizacion(), transaccionId);
    tx.all_later(ubicaciones,
                 R"(SELECT numeroPartida, ubicacion FROM partidaUbicacion WHERE organizacionId = $1 AND transaccionId = $2)",
                 tx.organizacion(), transaccionId);
    tx.settle();
    std::vector<MercanciaMovida> movidas;
    for (MercanciaEnLugar& f : filas) {
        MercanciaMovida& m = movidas.emplace_back(MercanciaMovida{std::move(f), {}, {}});
        for (const SerieMovida& s : series)
            if (s.numeroPartida == m.numeroPartida && s.almacenId == m.almacenId && (s.signo > 0) == (m.cantidad > Cantidad{}))
                m.series.push_back(s.serie);
        const auto u = std::ranges::find(ubicaciones, m.numeroPartida, &UbicacionFila::numeroPartida);
        if (u != ubicaciones.end()) m.ubicacion = u->ubicacion;
    }
    return movidas;
}

}  // namespace cacao
