#pragma once
// A line that was to be charged and is not: of what it asked for nothing was used.

#include "api/context.hpp"

#include <cstdint>

namespace cacao::engine {

// Nothing of it can be invoiced from then on. The document is held by whoever asks, and nothing of the line is invoiced yet.
void quitar_cargo(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida);

}  // namespace cacao::engine
