#pragma once
// What the school keeps beside documents, proven from what it follows from.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

// Charges are those of their plan, period and student, each once, and what was let off or charged late follows from their terms.
void verificar_escuela(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
