#pragma once
// The outbox: what happened to a document, numbered by its version, for those who are told later.

#include "api/context.hpp"

#include <cstdint>
#include <string_view>

namespace cacao::engine {

void anotar_evento(Context& ctx, std::int64_t transaccionId, std::int64_t consecutivo, std::string_view evento,
                   std::string_view datos);

// Raises the document's version and notes the event under it; answers the new version.
std::int64_t tocar_documento(Context& ctx, std::int64_t transaccionId, std::string_view evento, std::string_view datos);

}  // namespace cacao::engine
