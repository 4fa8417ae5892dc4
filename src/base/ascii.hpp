#pragma once
// Letters of protocols: names of headers, schemes, extensions. What people write goes by base/texto.hpp.

#include <algorithm>
#include <string>
#include <string_view>

namespace cacao {

// Other bytes stay, whatever the locale.
constexpr char minuscula_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string minusculas_ascii(std::string_view texto) {
    std::string salida{texto};
    std::ranges::transform(salida, salida.begin(), minuscula_ascii);
    return salida;
}

constexpr bool iguales_ascii(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, minuscula_ascii, minuscula_ascii);
}

// Every byte but letters, digits, -._~ and those of `quedan` as %XX (RFC 3986).
std::string por_ciento(std::string_view bytes, std::string_view quedan = {});

}  // namespace cacao
