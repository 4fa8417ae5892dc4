#pragma once
// Schema steps from sql/, embedded in the binary, written in our own type words and applied in order, once, under a lock.

#include "db/db.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::db {

struct Migration {
    std::string_view name;  // 0001_seguridad
    std::string_view sql;
};

// All of sql/, in order (generated at build time).
std::span<const Migration> migrations();

// Tables that belong to no organization, or are read before it is known. Everything else must have organizacionId first in its
// primary key, and gets row-level security.
std::span<const std::string_view> global_tables();

enum class SchemaState : std::uint8_t { current, behind, newer, edited };

struct SchemaReport {
    SchemaState state = SchemaState::current;
    std::string detail;  // the step concerned
    bool none = false;   // not one step was applied: nothing of ours is there
};

SchemaReport schema_state(const std::string& url);
SchemaReport schema_state(const std::string& url, std::span<const Migration> steps);

// Brings the schema up to date. PostgreSQL: `url` must be the owner's; the role `cacao_servicio` is created if missing
// (NOLOGIN), gets the rights of the service, and is what the service's login must be a member of. Throws DbError with one plain
// sentence when a step was edited or the database is newer than the binary. `progress` hears of each step.
void migrate(const std::string& url, const std::function<void(std::string_view)>& progress = {});
void migrate(const std::string& url, std::span<const Migration> steps,
             const std::function<void(std::string_view)>& progress = {});

// Turns the words ID REF ENTERO IMPORTE PRECIO CANTIDAD TASA FECHA INSTANTE BOOLEANO TEXTO BYTES into an engine's types. SQLite
// tables become STRICT; PostgreSQL texts sort by bytes as SQLite's do, and WITHOUT ROWID, which it does not know, is left out.
std::string translate(std::string_view sql, Motor motor);

}  // namespace cacao::db
