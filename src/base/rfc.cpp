#include "base/rfc.hpp"

#include "base/fecha.hpp"
#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace cacao {
namespace {

// One entry per character: Ñ is two bytes in UTF-8, so positions are not byte offsets.
std::vector<char32_t> caracteres(std::string_view texto) {
    std::vector<char32_t> lista;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        const auto c = static_cast<unsigned char>(texto[i]);
        if (c == 0xC3 && i + 1 < texto.size() && static_cast<unsigned char>(texto[i + 1]) == 0x91) {
            lista.push_back(U'Ñ');
            ++i;
        } else {
            lista.push_back(c);
        }
    }
    return lista;
}

bool es_letra(char32_t c) { return (c >= 'A' && c <= 'Z') || c == U'Ñ'; }
bool es_cifra(char32_t c) { return c >= '0' && c <= '9'; }

// Two digits at `i`, or -1.
int par(const std::vector<char32_t>& c, std::size_t i) {
    if (!es_cifra(c[i]) || !es_cifra(c[i + 1])) return -1;
    return static_cast<int>((c[i] - '0') * 10 + (c[i + 1] - '0'));
}

// yymmdd without century: real in 19yy or in 20yy (29 February 2000 is, 29 February 1900 is not).
bool fecha_posible(const std::vector<char32_t>& c, std::size_t i) {
    const int aa = par(c, i);
    const int mm = par(c, i + 2);
    const int dd = par(c, i + 4);
    if (aa < 0 || mm < 0 || dd < 0) return false;
    return Fecha::de_civil(1900 + aa, mm, dd).has_value() || Fecha::de_civil(2000 + aa, mm, dd).has_value();
}

// Value of a character in the RFC check (the authority's table): digits, A–N, &, O–Z, blank, Ñ.
int valor_rfc(char32_t c) {
    if (es_cifra(c)) return static_cast<int>(c - '0');
    if (c >= 'A' && c <= 'N') return static_cast<int>(c - 'A') + 10;
    if (c == '&') return 24;
    if (c >= 'O' && c <= 'Z') return static_cast<int>(c - 'O') + 25;
    if (c == U'Ñ') return 38;
    return 37;
}

constexpr std::array<std::string_view, 33> entidades{"AS", "BC", "BS", "CC", "CS", "CH", "CL", "CM", "DF", "DG", "GT",
                                                     "GR", "HG", "JC", "MC", "MN", "MS", "NT", "NL", "OC", "PL", "QT",
                                                     "QR", "SP", "SL", "SR", "TC", "TS", "TL", "VZ", "YN", "ZS", "NE"};

}  // namespace

std::optional<Rfc> Rfc::leer(std::string_view texto) {
    Rfc rfc;
    rfc.texto_ = mayusculas(recortado(texto));
    const auto c = caracteres(rfc.texto_);
    if (c.size() != 12 && c.size() != 13) return std::nullopt;
    const std::size_t letras = c.size() - 9;
    for (std::size_t i = 0; i < letras; ++i)
        if (!es_letra(c[i]) && c[i] != '&') return std::nullopt;
    if (!fecha_posible(c, letras)) return std::nullopt;
    for (std::size_t i = letras + 6; i < letras + 8; ++i)
        if (!es_cifra(c[i]) && !(c[i] >= 'A' && c[i] <= 'Z')) return std::nullopt;
    if (!es_cifra(c.back()) && c.back() != 'A') return std::nullopt;
    rfc.texto_codepoints_ = static_cast<int>(c.size());
    return rfc;
}

bool es_persona_moral(std::string_view rfc) {
    const auto leido = Rfc::leer(rfc);
    return leido && leido->es_persona_moral();
}

bool Rfc::digito_correcto() const {
    if (es_generico()) return true;
    auto c = caracteres(texto_);
    if (c.size() == 12) c.insert(c.begin(), U' ');
    int suma = 0;
    for (std::size_t i = 0; i < 12; ++i) suma += valor_rfc(c[i]) * static_cast<int>(13 - i);
    const int resto = suma % 11;
    const char32_t esperado = resto == 0 ? U'0' : resto == 1 ? U'A' : U'0' + static_cast<char32_t>(11 - resto);
    return c[12] == esperado;
}

std::optional<Curp> Curp::leer(std::string_view texto) {
    Curp curp;
    curp.texto_ = mayusculas(recortado(texto));
    const auto c = caracteres(curp.texto_);
    if (c.size() != 18) return std::nullopt;
    for (std::size_t i = 0; i < 4; ++i)
        if (!es_letra(c[i])) return std::nullopt;
    const int aa = par(c, 4);
    const int mm = par(c, 6);
    const int dd = par(c, 8);
    // The 17th character tells the century: a digit for those born before 2000, a letter since.
    const int siglo = es_cifra(c[16]) ? 1900 : 2000;
    const auto nacimiento = aa < 0 ? std::nullopt : Fecha::de_civil(siglo + aa, mm, dd);
    if (!nacimiento) return std::nullopt;
    curp.nacimiento_ = *nacimiento;
    if (c[10] != 'H' && c[10] != 'M' && c[10] != 'X') return std::nullopt;
    const std::string entidad{static_cast<char>(c[11]), static_cast<char>(c[12])};
    if (std::ranges::find(entidades, entidad) == entidades.end()) return std::nullopt;
    for (std::size_t i = 13; i < 16; ++i)
        if (!es_letra(c[i])) return std::nullopt;
    if (!es_cifra(c[16]) && !es_letra(c[16])) return std::nullopt;
    int suma = 0;
    for (std::size_t i = 0; i < 17; ++i) {
        // RENAPO's table: 0–9, A–N, Ñ, O–Z.
        int v = 0;
        if (es_cifra(c[i])) v = static_cast<int>(c[i] - '0');
        else if (c[i] == U'Ñ') v = 24;
        else if (c[i] <= 'N') v = static_cast<int>(c[i] - 'A') + 10;
        else v = static_cast<int>(c[i] - 'O') + 25;
        suma += v * static_cast<int>(18 - i);
    }
    if (c[17] != static_cast<char32_t>('0' + (10 - suma % 10) % 10)) return std::nullopt;
    return curp;
}

bool clabe_correcta(std::string_view clabe) {
    if (clabe.size() != 18 || !std::ranges::all_of(clabe, [](char c) { return c >= '0' && c <= '9'; })) return false;
    constexpr std::array<int, 3> pesos{3, 7, 1};
    int suma = 0;
    for (std::size_t i = 0; i < 17; ++i) suma += (clabe[i] - '0') * pesos[i % 3] % 10;
    return clabe[17] - '0' == (10 - suma % 10) % 10;
}

}  // namespace cacao
