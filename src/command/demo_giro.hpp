#pragma once
// What the demo company does for a living.

#include "reflect/describe.hpp"

#include <cstdint>

namespace cacao::command {

enum class Giro : std::uint8_t { comercio, escuela, agencia };
DESCRIBE_ENUM(Giro, comercio, escuela, agencia)

}  // namespace cacao::command
