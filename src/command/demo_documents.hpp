#pragma once
// Twelve months of a trading company: documents of every ordinary kind, through the engine itself, dated day by day up to today.
// Seeded: the same number of documents is the same year.

#include "api/context.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <functional>

namespace cacao::command {

// The session is of a user of the company, with a branch. Contacts must be there already. `progress` hears of documents done.
void make_documents(db::Database& database, const api::Sesion& session, std::int64_t documents,
                    const std::function<void(std::int64_t, std::int64_t)>& progress);

}  // namespace cacao::command
