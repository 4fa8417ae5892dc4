#include "rooms/eventos/mantenimiento.hpp"

#include "api/posiciones.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

namespace cacao {

void verificar_eventos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto ultima = api::last_position(tx);
    tx.each(R"(SELECT suscripcionId, hastaPosicion FROM suscripcion
               WHERE organizacionId = $1 AND (hastaPosicion > $2 OR reenvioHasta > hastaPosicion))",
            [&](const db::Row& row) {
                diferencia(fmt::format("suscripcion: {} of organizacionId {} has come to position {}, and the last event has {}",
                                       row.integer(0), tx.organizacion(), row.integer(1), ultima));
            },
            tx.organizacion(), ultima);
    tx.each(R"(SELECT e.suscripcionId, e.posicion FROM entrega e
               JOIN suscripcion s ON s.organizacionId = $1 AND s.suscripcionId = e.suscripcionId
               WHERE e.organizacionId = $1 AND (e.posicion > s.hastaPosicion
                   OR NOT (EXISTS (SELECT 1 FROM evento v WHERE v.organizacionId = $1 AND v.posicion = e.posicion)
                        OR EXISTS (SELECT 1 FROM eventoRegistro v WHERE v.organizacionId = $1 AND v.posicion = e.posicion)))
               ORDER BY e.suscripcionId, e.posicion LIMIT 100)",
            [&](const db::Row& row) {
                diferencia(
                    fmt::format("entrega: subscription {} of organizacionId {} delivers position {}, of which there is no event "
                                "that it has come to",
                                row.integer(0), tx.organizacion(), row.integer(1)));
            },
            tx.organizacion());
    tx.each(
        "SELECT hastaPosicion FROM existenciaSeguida WHERE organizacionId = $1 AND hastaPosicion > $2",
        [&](const db::Row& row) {
            diferencia(
                fmt::format("existenciaSeguida: organizacionId {} was followed up to position {}, and the last event has {}",
                            tx.organizacion(), row.integer(0), ultima));
        },
        tx.organizacion(), ultima);
}

std::int64_t pausar_suscripciones(db::Writer& tx, Instante ahora) {
    return tx.count(R"(UPDATE suscripcion SET activo = 0, motivo = 'La empresa se restauró de un respaldo.', tomadaHasta = 0,
                           tomadaPor = '', version = version + 1, modificadoEn = $2
                       WHERE organizacionId = $1 AND activo = 1)",
                    tx.organizacion(), ahora);
}

std::vector<std::string> suscripciones_abandonadas(db::Reader& tx) {
    return tx.all<std::string>(
        "SELECT nombre FROM suscripcion WHERE organizacionId = $1 AND activo = 0 AND motivo <> '' ORDER BY nombre",
        tx.organizacion());
}

}  // namespace cacao
