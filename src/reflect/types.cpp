#include "reflect/types.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

bool es_digito(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<Correo> Correo::leer(std::string_view texto) {
    const auto t = recortado(texto);
    Correo correo;
    correo.assign(t);
    if (t.empty()) return correo;
    const auto arroba = t.find('@');
    if (t.size() > 254 || arroba == std::string_view::npos || arroba == 0 || arroba > 64) return std::nullopt;
    const auto dominio = t.substr(arroba + 1);
    const auto punto = dominio.find('.');
    if (dominio.find('@') != std::string_view::npos || punto == std::string_view::npos || punto == 0) return std::nullopt;
    if (dominio.back() == '.' || dominio.find("..") != std::string_view::npos) return std::nullopt;
    const bool prohibido = std::ranges::any_of(t, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' || c == ',' || c == ';' || c == '"';
    });
    if (prohibido) return std::nullopt;
    return correo;
}

std::optional<Clabe> Clabe::leer(std::string_view texto) {
    Clabe clabe;
    clabe.assign(texto);
    if (!texto.empty() && !clabe_correcta(texto)) return std::nullopt;
    return clabe;
}

std::optional<CodigoPostal> CodigoPostal::leer(std::string_view texto) {
    CodigoPostal cp;
    cp.assign(texto);
    if (!texto.empty() && (texto.size() != 5 || !std::ranges::all_of(texto, es_digito))) return std::nullopt;
    return cp;
}

char* TextForm<FechaDmy>::escribir(char* out, const FechaDmy& v) {
    return fmt::format_to(out, "{:02}/{:02}/{:04}", v.dia(), v.mes(), v.anio());
}

}  // namespace cacao
