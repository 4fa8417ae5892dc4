#pragma once
// Proves from the rows alone what the schema cannot hold of prices.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

// Calls `diferencia` with a sentence for each price or list that breaks a rule.
void verificar_precios(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
