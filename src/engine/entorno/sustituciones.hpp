#pragma once
// The work that goes on with a substitution (verbos/sustitucion.hpp), asked for as the new document is stamped.

#include <string_view>

namespace cacao::engine {

inline constexpr std::string_view oficio_sustituciones = "Sustituciones";

}  // namespace cacao::engine
