#include "reflect/iguales.hpp"

namespace cacao::reflect {

std::vector<Move> common_members(std::span<const MovableMember> from, const void* from_origin, std::span<const MovableMember> to,
                                 const void* to_origin) {
    std::vector<Move> moves;
    const auto offset = [](const void* place, const void* origin) {
        return static_cast<const char*>(place) - static_cast<const char*>(origin);
    };
    for (const MovableMember& m : to)
        for (const MovableMember& same : from)
            if (same.name == m.name && same.type == m.type)
                moves.push_back({offset(same.place, from_origin), offset(m.place, to_origin), m.move});
    return moves;
}

}  // namespace cacao::reflect
