#pragma once
// Proves from the rows alone that requests, cheques and splits agree with the documents they belong to.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

// Calls `diferencia` with a sentence for each record that does not agree.
void verificar_egresos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
