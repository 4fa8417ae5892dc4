#pragma once
// What the generator asks of the other rooms.

#include "api/operations.hpp"
#include "rooms/periodicos/vecinos.hpp"

namespace cacao::command {

// The table of operations must live longer.
periodicos::LosVecinos neighbours_of_generator(const api::Operations& operations);

}  // namespace cacao::command
