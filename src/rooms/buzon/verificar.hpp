#pragma once
// Proves that received documents and books agree: what is registered has a living document with its folio and total, no document
// with the folio of one that waits has its figures, and its XML is kept and says the same folio.

#include "db/db.hpp"

#include <functional>
#include <string>

namespace cacao {

void verificar_buzon(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

}  // namespace cacao
