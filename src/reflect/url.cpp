#include "reflect/url.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace cacao {
namespace {

// Letters, digits and marks that may stand in an address as they are (RFC 3986), and whatever is beyond ASCII (RFC 3987).
bool cabe(char c) {
    constexpr std::string_view prohibidos = "\"<>\\^`{|}";
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7F && prohibidos.find(c) == std::string_view::npos;
}

bool empieza_con(std::string_view texto, std::string_view esquema) {
    return texto.size() > esquema.size() && iguales_ascii(texto.substr(0, esquema.size()), esquema);
}

}  // namespace

std::optional<Url> Url::leer(std::string_view texto) {
    std::string_view resto;
    for (const std::string_view esquema : {"http://", "https://"})
        if (empieza_con(texto, esquema)) resto = texto.substr(esquema.size());
    // The host ends where the path, the question or the fragment begins.
    const auto host = resto.substr(0, resto.find_first_of("/?#"));
    if (host.empty() || host.front() == ':' || texto.size() > largo_maximo || !std::ranges::all_of(texto, cabe))
        return std::nullopt;
    Url url;
    url.assign(texto);
    return url;
}

}  // namespace cacao
