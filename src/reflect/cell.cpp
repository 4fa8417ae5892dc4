#include "reflect/cell.hpp"

#include <algorithm>
#include <array>

namespace cacao::reflect {

bool read_truth(std::string_view text, bool& out) {
    constexpr std::array<std::string_view, 5> yes{"true", "verdadero", "si", "yes", "1"};
    constexpr std::array<std::string_view, 4> no{"false", "falso", "no", "0"};
    const auto folded = plegado(text);
    out = std::ranges::find(yes, folded) != yes.end();
    return out || std::ranges::find(no, folded) != no.end();
}

}  // namespace cacao::reflect
