#pragma once
// Proves from the rows alone that what is kept of taxes agrees with the books.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

// Calls `diferencia` with a sentence for each record that does not agree. Bounded memory.
void verificar_impuestos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
