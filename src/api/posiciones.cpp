#include "api/posiciones.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::api {
namespace {

constexpr std::int64_t positions_at_a_time = 1000;

}  // namespace

std::int64_t last_position(db::Reader& tx) {
    // Each by the end of its index; a union of both is first written to a table of its own.
    std::int64_t last = 0;
    tx.each(R"(SELECT COALESCE((SELECT max(posicion) FROM evento WHERE organizacionId = $1), 0),
                      COALESCE((SELECT max(posicion) FROM eventoRegistro WHERE organizacionId = $1), 0))",
            [&](const db::Row& row) { last = std::max(row.integer(0), row.integer(1)); }, tx.organizacion());
    return last;
}

std::optional<std::int64_t> position_at_once(db::Writer& tx) {
    if (tx.motor() == db::Motor::postgres) return std::nullopt;
    return last_position(tx) + 1;
}

std::int64_t give_positions(db::Writer& tx) {
    if (tx.motor() != db::Motor::postgres) return 0;
    // Held to the commit: whoever comes next starts behind numbers that everybody can see.
    tx.lock("evento");
    const auto last = last_position(tx);
    const auto documents = tx.count(R"(
        UPDATE evento SET posicion = n.posicion
        FROM (SELECT e.transaccionId, e.consecutivo,
                     $2 + row_number() OVER (ORDER BY e.instante, e.transaccionId, e.consecutivo) AS posicion
              FROM (SELECT transaccionId, consecutivo, instante FROM evento WHERE organizacionId = $1 AND posicion IS NULL
                    ORDER BY instante, transaccionId, consecutivo LIMIT $3) e) n
        WHERE evento.organizacionId = $1 AND evento.transaccionId = n.transaccionId AND evento.consecutivo = n.consecutivo)",
                                    tx.organizacion(), last, positions_at_a_time);
    const auto records = tx.count(R"(
        UPDATE eventoRegistro SET posicion = n.posicion
        FROM (SELECT e.eventoId, $2 + row_number() OVER (ORDER BY e.eventoId) AS posicion
              FROM (SELECT eventoId FROM eventoRegistro WHERE organizacionId = $1 AND posicion IS NULL ORDER BY eventoId LIMIT $3) e) n
        WHERE eventoRegistro.organizacionId = $1 AND eventoRegistro.eventoId = n.eventoId)",
                                  tx.organizacion(), last + documents, positions_at_a_time);
    return documents + records;
}

void verify_positions(db::Reader& tx, const std::function<void(const std::string&)>& broken) {
    tx.each(R"(
        SELECT CAST(COALESCE(sum(u.cuenta), 0) AS BIGINT), COALESCE(max(u.posicion), 0)
        FROM (SELECT count(posicion) AS cuenta, max(posicion) AS posicion FROM evento WHERE organizacionId = $1
            UNION ALL SELECT count(posicion), max(posicion) FROM eventoRegistro WHERE organizacionId = $1) u)",
            [&](const db::Row& row) {
                if (row.integer(0) != row.integer(1))
                    broken(fmt::format("evento: organizacionId {} has {} positions, the last of them {}", tx.organizacion(),
                                       row.integer(0), row.integer(1)));
            },
            tx.organizacion());
}

}  // namespace cacao::api
