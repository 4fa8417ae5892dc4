#pragma once
// The service's role and the wall between organizations; also put up again after a restore.

#include "db/migrations.hpp"
#include "db/postgres_session.hpp"

namespace cacao::db::postgres {

// Creates cacao_servicio when it is missing.
void make_service_role(Session& session);

// Steps that come next, each with its wall, in the transaction that is open.
void apply_steps(Session& session, std::span<const Migration> steps);

// Everything of a SQLite backup, in one transaction, into a database without tables.
void restore_from_sqlite(Session& session, const std::string& file);

// Row-level security for every table with organizacionId that has none yet, and the rights of the service.
void protect_tables(Session& session);

}  // namespace cacao::db::postgres
