#pragma once
// Products, quotients and limits of printed figures, exact in 128 bits. What does not fit is thrown as Desborde: then nobody can
// tell, and the document is not to blame.

#include "base/decimal.hpp"

#include <string>
#include <string_view>

namespace cacao::fiscal {

struct Desborde {};

using Entero = __int128;

constexpr Entero potencia(int n) {
    Entero p = 1;
    for (; n > 0; --n) p *= 10;
    return p;
}
inline Entero suma(Entero a, Entero b) {
    Entero r{};
    if (__builtin_add_overflow(a, b, &r)) throw Desborde{};
    return r;
}
inline Entero producto(Entero a, Entero b) {
    Entero r{};
    if (__builtin_mul_overflow(a, b, &r)) throw Desborde{};
    return r;
}
// Down and up to a whole number of units, and to the nearest, half upward.
constexpr Entero abajo(Entero valor, Entero unidad) {
    const auto resto = valor % unidad;
    return valor - (resto < 0 ? resto + unidad : resto);
}
constexpr Entero arriba(Entero valor, Entero unidad) { return -abajo(-valor, unidad); }
constexpr Entero cercano(Entero valor, Entero unidad) { return abajo(valor + unidad / 2, unidad); }
constexpr Entero absoluto(Entero valor) { return valor < 0 ? -valor : valor; }

// A positive decimal as a count of 10^-decimales; 0 when it is none, has more decimals or is too large.
Entero leer_exacto(std::string_view texto, int decimales);
// A count of millionths, as people write it.
std::string texto_de_micros(Entero micros);

}  // namespace cacao::fiscal
