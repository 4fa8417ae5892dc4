#pragma once
// One fiscal document in the place of another: the new one is registered and stamped first, related to the old one (04), and only
// then the old one is cancelled (01). Each step is stored before the next, so that whoever comes later goes on; if the new one is
// refused, the old one stays.

#include "api/context.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::engine {

// Holds the old one and refuses what cannot be put in place of: no_encontrado, estado_invalido (it has no living CFDI of ours, or
// another takes its place already), con_dependientes with each thing that stands in the way of cancelling it.
void exigir_sustituible(Context& ctx, std::int64_t viejoId, std::string_view tipo, std::string_view campo);
// In the transaction that registered the new one, which names the old one with relation 04: asks for its stamp.
void sustituir(Context& ctx, std::int64_t viejoId, std::int64_t nuevoId);
// Goes on with it: cancels the old one once the new one is stamped. What came of it, for people.
std::string seguir_sustitucion(Context& ctx, std::int64_t viejoId);

}  // namespace cacao::engine
