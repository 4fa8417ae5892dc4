#pragma once
// The group of operations that a kind of document belongs to: whoever may write there may add to its documents.

#include <string_view>

namespace cacao::engine {

// "Ventas", "Compras"…; empty for a kind that none has.
std::string_view area_de(std::string_view tipo);

}  // namespace cacao::engine
