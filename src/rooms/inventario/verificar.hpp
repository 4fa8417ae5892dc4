#pragma once
// What the schema cannot hold of counts.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

void verificar_inventario(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
