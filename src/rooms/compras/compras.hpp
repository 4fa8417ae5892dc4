#pragma once
// Purchases: from the order to the supplier's credit note.

#include "api/operations.hpp"

namespace cacao {

void register_compras(api::Operations& ops);

}  // namespace cacao
