#include "rooms/escuela/curp.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::size_t largo_de_curp = 18;
constexpr std::size_t al_principio = 4;
constexpr std::size_t al_final = 2;

}  // namespace

bool curp_de_complemento(std::string_view t) {
    constexpr std::string_view vocales = "AEIOUX";
    constexpr std::string_view consonantes = "BCDFGHJKLMNPQRSTVWXYZ";
    constexpr std::string_view enie = "\xC3\x91";
    constexpr std::size_t internas = 13;
    if (t.size() < largo_de_curp) return false;
    // Only the three consonants inside may be Ñ, of two bytes.
    if (std::any_of(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(internas), [](char c) { return (c & '\x80') != 0; }))
        return false;
    if (vocales.find(t[1]) == std::string_view::npos) return false;
    std::size_t i = internas;
    for (int n = 0; n < 3; ++n) {
        if (t.compare(i, enie.size(), enie) == 0) i += enie.size();
        else if (consonantes.find(t[i++]) == std::string_view::npos) return false;
    }
    return i + 2 == t.size() && (t[i] & '\x80') == 0;
}

char* TextForm<CurpReservada>::escribir(char* out, const CurpReservada& v) {
    if (v.empty()) return out;
    // Of those of other lengths, by Ñ, the ends are the same: the letters inside alone may be of two bytes.
    out = std::copy_n(v.begin(), std::min(al_principio, v.size()), out);
    out = std::fill_n(out, largo_de_curp - al_principio - al_final, '*');
    return std::copy(v.end() - static_cast<std::ptrdiff_t>(std::min(al_final, v.size())), v.end(), out);
}

}  // namespace cacao
