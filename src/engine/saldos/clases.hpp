#pragma once
// What the taxes of a document are besides their rates: cost, or withheld of rent. What takes them off is of the same.

#include "db/db.hpp"
#include "engine/precios/impuestos.hpp"

#include <cstdint>

namespace cacao::engine {

// Gives taxes that were taken of what a document has open the shares that are cost there, and tells those of rent apart.
void clasificar_como(db::Reader& tx, std::int64_t transaccionId, CifrasPartida& cifras, int decimales);

}  // namespace cacao::engine
