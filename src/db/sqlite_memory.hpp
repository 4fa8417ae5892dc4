#pragma once
// Memory for SQLite. Each text of each row is a block of its own, taken when the row is read and given back when the statement
// is reset; what a savepoint would put back lies in blocks of a kilobyte, some three hundred for an invoice. Debian builds SQLite
// without its own store for such blocks, and the system's keeps only a handful of one size at hand for a thread; so each thread
// keeps some here.

struct sqlite3_mem_methods;

namespace cacao::db::sqlite {

// For sqlite3_config(SQLITE_CONFIG_MALLOC).
const sqlite3_mem_methods& memory_methods();

}  // namespace cacao::db::sqlite
