#pragma once
// What two described structs have in common, by name and type, moved from one to the other: a row that is shown is mostly the row
// that was read.
//
//     EgresoResumen r;
//     reflect::tomar_iguales(documento, r);   // everything but what is called otherwise

#include "reflect/describe.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cacao::reflect {

template <class T>
inline constexpr char type_mark = 0;  // its address tells types apart

struct MovableMember {
    std::string_view name;
    const void* place = nullptr;  // in blank<T>
    const void* type = nullptr;
    void (*move)(void* from, void* to) = nullptr;
};
struct MovableEntries {
    using Entry = MovableMember;
    template <class M>
    static constexpr Entry entry(const void* place) {
        return {.place = place, .type = &type_mark<M>, .move = [](void* from, void* to) {
                    *static_cast<M*>(to) = std::move(*static_cast<M*>(from));
                }};
    }
};

// From one place to another.
struct Move {
    std::ptrdiff_t from;
    std::ptrdiff_t to;
    void (*move)(void* from, void* to);
};
std::vector<Move> common_members(std::span<const MovableMember> from, const void* from_origin, std::span<const MovableMember> to,
                                 const void* to_origin);

template <Described From, Described To>
void tomar_iguales(From& from, To& to) {
    static const std::vector<Move> moves = common_members(member_table<From, MovableEntries>, &blank<From>.value,
                                                          member_table<To, MovableEntries>, &blank<To>.value);
    for (const Move& m : moves) m.move(reinterpret_cast<char*>(&from) + m.from, reinterpret_cast<char*>(&to) + m.to);
}

}  // namespace cacao::reflect
