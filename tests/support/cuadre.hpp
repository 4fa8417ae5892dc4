#pragma once
// What always holds in the books of a company, counted from its rows; and its figures in a form that does not depend on
// identifiers, so that two databases can be compared.

#include "db/db.hpp"

#include <cstdint>
#include <string>

namespace cacao::test {

// One line per rule that does not hold; "" when all do.
std::string descuadres(db::Database& database, std::int64_t organizacionId);

// Trial balance, stock with its value, open balances.
std::string resumen(db::Database& database, std::int64_t organizacionId);

// The trial balance alone: one line per account and month.
std::string balanza(db::Database& database, std::int64_t organizacionId);

}  // namespace cacao::test
