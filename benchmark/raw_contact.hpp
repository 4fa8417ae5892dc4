#pragma once
// One contact read with the bare C interfaces: the same statements into the same struct as leer_contacto.

#include "rooms/contactos/contacto.hpp"

#include <array>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;
struct pg_conn;

namespace cacao::bench {

class RawSqlite {
public:
    explicit RawSqlite(const std::string& file);
    ~RawSqlite();
    RawSqlite(const RawSqlite&) = delete;
    RawSqlite& operator=(const RawSqlite&) = delete;
    Contacto read(std::int64_t organizacionId, std::int64_t entidadId);

private:
    sqlite3* db_ = nullptr;
    sqlite3_stmt *begin_ = nullptr, *commit_ = nullptr;
    std::array<sqlite3_stmt*, 2> statements_{};
};

class RawPostgres {
public:
    explicit RawPostgres(const std::string& url);
    ~RawPostgres();
    RawPostgres(const RawPostgres&) = delete;
    RawPostgres& operator=(const RawPostgres&) = delete;
    Contacto read(std::int64_t organizacionId, std::int64_t entidadId);

private:
    pg_conn* connection_ = nullptr;
};

}  // namespace cacao::bench
