#pragma once
// Amounts that tests write or draw, where no literal does.

#include "base/decimal.hpp"

#include <string_view>

namespace cacao::test {

inline Importe centavos(std::int64_t n) { return Importe::de_micros(n * 10'000); }
inline Importe mxn(std::string_view texto) { return Importe::leer(texto).value(); }

}  // namespace cacao::test
