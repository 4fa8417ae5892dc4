#include "base/ascii.hpp"

namespace cacao {

std::string por_ciento(std::string_view bytes, std::string_view quedan) {
    constexpr std::string_view cifras = "0123456789ABCDEF";
    std::string salida;
    for (const char c : bytes) {
        const char letra = minuscula_ascii(c);
        const bool llana = (letra >= 'a' && letra <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
                           c == '~' || quedan.find(c) != std::string_view::npos;
        const auto byte = static_cast<unsigned char>(c);
        if (llana) salida.push_back(c);
        else salida.append({'%', cifras[byte >> 4U], cifras[byte & 15U]});
    }
    return salida;
}

}  // namespace cacao
