#include "rooms/escuela/referencia.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <charconv>

namespace cacao {
namespace {

constexpr int modulo_de_referencia = 97;

int resto_de_referencia(std::string_view cifras) {
    int resto = 0;
    for (const char c : cifras) resto = (resto * 10 + (c - '0')) % modulo_de_referencia;
    return resto;
}

}  // namespace

std::string referencia_escolar(ClaseDeReferencia clase, std::int64_t id) {
    std::string r = std::to_string(static_cast<int>(clase)) + std::to_string(id);
    const int digitos = modulo_de_referencia + 1 - resto_de_referencia(r + "00");
    if (digitos < 10) r += '0';
    return r += std::to_string(digitos);
}

std::optional<ReferenciaEscolar> leer_referencia_escolar(std::string_view texto) {
    const std::string_view t = recortado(texto);
    constexpr std::size_t menor = 4;   // a class, a digit and the two that check
    constexpr std::size_t mayor = 19;  // identifiers are below 2^53
    if (t.size() < menor || t.size() > mayor) return std::nullopt;
    if (!std::ranges::all_of(t, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
    if (t[0] < '1' || t[0] > '3' || t[1] == '0' || resto_de_referencia(t) != 1) return std::nullopt;
    ReferenciaEscolar r{static_cast<ClaseDeReferencia>(t[0] - '0'), 0};
    std::from_chars(t.data() + 1, t.data() + t.size() - 2, r.id);
    return r;
}

}  // namespace cacao
