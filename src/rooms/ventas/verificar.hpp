#pragma once
// Proves from the rows alone what sales promise beyond the engine's own invariants.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

// Calls `diferencia` with a sentence for each sale whose credits, by line or as a whole, pass its total.
void verificar_ventas(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
