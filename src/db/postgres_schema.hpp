#pragma once
// The service's role and the wall between organizations; also put up again after a restore.

#include "db/postgres_session.hpp"

namespace cacao::db::postgres {

// Creates cacao_servicio when it is missing.
void make_service_role(Session& session);

// Row-level security for every table with organizacionId that has none yet, and the rights of the service.
void protect_tables(Session& session);

}  // namespace cacao::db::postgres
