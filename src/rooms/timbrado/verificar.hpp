#pragma once
// Proves that fiscal documents and books agree: what is stamped is of its document, says its total and is kept; what is cancelled
// on one side is so on the other; and what is on its way has somebody at it.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

void verificar_timbrados(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

// … that payment complements tell what the books have: each living one the parts that its payment paid, with the numbers and the
// balances of these; that what is paid of an invoice that is paid later has a number, none left out; and that what is not told
// yet has somebody at it.
void verificar_complementos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);
// What fiscal documents say of advances against what was applied of them: each application of a stamped one to a stamped invoice
// is told once, by an egress or as a discount of the invoice itself, with the figures of the books.
void verificar_anticipos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
