#pragma once
// Undoing what was stored: never the kind's table read again.

#include "engine/libros/diario.hpp"

namespace cacao::engine {

// Gathers into `diario` the rows of an entry with their sides exchanged, and its bank movements with theirs.
void invertir_poliza(Context& ctx, std::int64_t polizaId, Diario& diario);

}  // namespace cacao::engine
