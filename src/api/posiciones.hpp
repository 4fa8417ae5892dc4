#pragma once
// Positions: what happened in an organization, in the order in which it could be seen. Whoever has read up to one asks for what
// stands behind it and misses nothing, however late a transaction committed (decision 31).

#include "base/fecha.hpp"
#include "db/db.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

// Base of a list that can be followed: since a moment, for people; behind a position, for programs.
struct FiltroCambios {
    std::optional<Instante> modificadoDesde;
    std::optional<Entero<0, 9'007'199'254'740'991>> desdePosicion;
};
DESCRIBE_STRUCT(FiltroCambios, (), (modificadoDesde, desdePosicion))

namespace api {

// The last one given, in the snapshot of this read; 0 when there is none.
std::int64_t last_position(db::Reader& tx);

// For the row of an event that is being written. SQLite has one writer, so the next number is known and nobody can be seen before
// it; on PostgreSQL a number taken now could be seen after a higher one: nothing, and give_positions does it.
std::optional<std::int64_t> position_at_once(db::Writer& tx);

// Gives positions to what was committed without one, up to a thousand rows of each table; how many. Runs inside a transaction.
std::int64_t give_positions(db::Writer& tx);

// No gap, and none given twice.
void verify_positions(db::Reader& tx, const std::function<void(const std::string&)>& broken);

}  // namespace api
}  // namespace cacao
