#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cacao {
namespace {

constexpr bool es_blanco(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Reads one character at `i` and moves past it. Invalid bytes come back as U+FFFD, one at a time.
char32_t siguiente(std::string_view t, std::size_t& i) {
    const auto b0 = static_cast<unsigned char>(t[i]);
    auto cola = [&](std::size_t k) -> int {
        if (i + k >= t.size()) return -1;
        const auto b = static_cast<unsigned char>(t[i + k]);
        return (b & 0xC0U) == 0x80U ? (b & 0x3F) : -1;
    };
    if (b0 < 0x80) {
        ++i;
        return b0;
    }
    const std::size_t n = b0 >= 0xF0 && b0 <= 0xF4 ? 4 : b0 >= 0xE0 && b0 < 0xF0 ? 3 : b0 >= 0xC2 && b0 < 0xE0 ? 2 : 0;
    if (n == 0) {
        ++i;
        return 0xFFFD;
    }
    char32_t c = b0 & (0xFFU >> (n + 1));
    for (std::size_t k = 1; k < n; ++k) {
        const int bits = cola(k);
        if (bits < 0) {
            ++i;
            return 0xFFFD;
        }
        c = (c << 6U) | static_cast<char32_t>(bits);
    }
    const bool corto = (n == 3 && c < 0x800) || (n == 4 && c < 0x10000);
    if (corto || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
        ++i;
        return 0xFFFD;
    }
    i += n;
    return c;
}

// Latin-1 and Latin Extended-A letters to their plain lower-case letter, in the order of the code chart; '.' means none.
constexpr std::string_view plano_c0 = "aaaaaaaceeeeiiiidnooooo.ouuuuyssaaaaaaaceeeeiiiidnooooo.ouuuuysy";
constexpr std::string_view plano_100 =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzz"
    "zzs";

constexpr std::string_view alfabeto = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view alfabeto_url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string codificar64(std::string_view bytes, std::string_view letras, bool relleno) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t v = 0;
        for (std::size_t k = 0; k < 3; ++k) v = (v << 8U) | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) {
            if (k <= n) out.push_back(letras[(v >> (18 - 6 * k)) & 63U]);
            else if (relleno) out.push_back('=');
        }
    }
    return out;
}

bool decodificar64(std::string_view texto, std::string_view letras, bool relleno, std::string& bytes) {
    std::array<std::int8_t, 256> valor{};
    valor.fill(-1);
    for (std::size_t i = 0; i < letras.size(); ++i) valor[static_cast<unsigned char>(letras[i])] = static_cast<std::int8_t>(i);
    if (relleno) {
        if (texto.size() % 4 != 0) return false;
        if (texto.ends_with("==")) texto.remove_suffix(2);
        else if (texto.ends_with('=')) texto.remove_suffix(1);
    }
    if (texto.size() % 4 == 1) return false;
    bytes.clear();
    bytes.reserve(texto.size() / 4 * 3 + 2);
    std::uint32_t acumulado = 0;
    int bits = 0;
    for (const char c : texto) {
        const auto v = valor[static_cast<unsigned char>(c)];
        if (v < 0) return false;
        acumulado = (acumulado << 6U) | static_cast<std::uint32_t>(v);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<char>((acumulado >> static_cast<unsigned>(bits)) & 0xFFU));
        }
    }
    return (acumulado & ((1U << static_cast<unsigned>(bits)) - 1U)) == 0;  // no stray bits: one text per value
}

}  // namespace

std::string_view recortado(std::string_view t) {
    while (!t.empty() && es_blanco(t.front())) t.remove_prefix(1);
    while (!t.empty() && es_blanco(t.back())) t.remove_suffix(1);
    return t;
}

std::string mayusculas(std::string_view texto) {
    std::string out{texto};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto c = static_cast<unsigned char>(out[i]);
        if (c >= 'a' && c <= 'z') {
            out[i] = static_cast<char>(c - 32);
        } else if (c == 0xC3 && i + 1 < out.size()) {
            const auto d = static_cast<unsigned char>(out[i + 1]);
            if (d >= 0xA0 && d <= 0xBE && d != 0xB7) out[i + 1] = static_cast<char>(d - 0x20);
            ++i;
        }
    }
    return out;
}

std::string plegado(std::string_view texto) {
    std::string out;
    out.reserve(texto.size());
    bool hueco = false;
    for (std::size_t i = 0; i < texto.size();) {
        const std::size_t desde = i;
        const char32_t c = siguiente(texto, i);
        char letra = 0;
        if (c < 0x80) {
            const char a = static_cast<char>(c);
            if (a >= 'A' && a <= 'Z') letra = static_cast<char>(a + 32);
            else if ((a >= 'a' && a <= 'z') || (a >= '0' && a <= '9')) letra = a;
        } else if (c >= 0xC0 && c < 0x100) {
            letra = plano_c0[c - 0xC0];
        } else if (c >= 0x100 && c < 0x100 + plano_100.size()) {
            letra = plano_100[c - 0x100];
        } else if (c >= 0x300 && c < 0x370) {
            continue;  // combining accents: decomposed text folds like composed text
        }
        const bool otra_escritura = letra == 0 && c >= 0x180 && c != 0xFFFD && !(c >= 0x2000 && c < 0x2070);
        if ((letra == 0 || letra == '.') && !otra_escritura) {
            hueco = !out.empty();
            continue;
        }
        if (hueco) out.push_back(' ');
        hueco = false;
        if (otra_escritura) out.append(texto.substr(desde, i - desde));
        else out.push_back(letra);
    }
    return out;
}

std::vector<std::string> palabras(std::string_view texto) {
    const std::string p = plegado(texto);
    std::vector<std::string> lista;
    for (std::size_t i = 0; i < p.size();) {
        const std::size_t fin = std::min(p.find(' ', i), p.size());
        std::string palabra = p.substr(i, fin - i);
        if (!palabra.empty() && std::ranges::find(lista, palabra) == lista.end()) lista.push_back(std::move(palabra));
        i = fin + 1;
    }
    return lista;
}

std::size_t largo_utf8(std::string_view texto) {
    return static_cast<std::size_t>(
        std::ranges::count_if(texto, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool utf8_valido(std::string_view texto) {
    for (std::size_t i = 0; i < texto.size();) {
        const std::size_t desde = i;
        // A real U+FFFD is three bytes; the stand-in for a bad byte moves one.
        if (siguiente(texto, i) == 0xFFFD && i - desde == 1) return false;
    }
    return true;
}

std::string_view principio_utf8(std::string_view texto, std::size_t bytes) {
    if (texto.size() <= bytes) return texto;
    while (bytes > 0 && (static_cast<unsigned char>(texto[bytes]) & 0xC0U) == 0x80U) --bytes;
    return texto.substr(0, bytes);
}

std::string imprimible(std::string_view texto) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < texto.size();) {
        const auto c = static_cast<unsigned char>(texto[i]);
        std::size_t largo = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
        const auto pieza = texto.substr(i, largo);
        const bool entera = pieza.size() == largo && utf8_valido(pieza);
        const bool c1 = pieza.size() == 2 && c == 0xC2 && static_cast<unsigned char>(pieza[1]) < 0xA0;
        // U+200E, U+200F, U+2028…U+202E, U+2066…U+2069
        const auto tercero = pieza.size() == 3 ? static_cast<unsigned char>(pieza[2]) : 0U;
        const bool vuelta =
            (pieza.starts_with("\xE2\x80") && (tercero == 0x8E || tercero == 0x8F || (tercero >= 0xA8 && tercero <= 0xAE))) ||
            (pieza.starts_with("\xE2\x81") && tercero >= 0xA6 && tercero <= 0xA9);
        if (!entera) largo = 1;
        if (entera && c >= 0x20 && c != 0x7F && !c1 && !vuelta) {
            out += pieza;
        } else {
            for (const char b : texto.substr(i, largo)) {
                const auto byte = static_cast<unsigned char>(b);
                out += "\\x";
                out.push_back(hex[byte >> 4U]);
                out.push_back(hex[byte & 15U]);
            }
        }
        i += largo;
    }
    return out;
}

std::string base64(std::string_view bytes) { return codificar64(bytes, alfabeto, true); }
std::string base64url(std::string_view bytes) { return codificar64(bytes, alfabeto_url, false); }
bool leer_base64(std::string_view texto, std::string& bytes) { return decodificar64(texto, alfabeto, true, bytes); }
bool leer_base64url(std::string_view texto, std::string& bytes) { return decodificar64(texto, alfabeto_url, false, bytes); }

std::string hexadecimal(std::string_view bytes) {
    constexpr std::string_view cifras = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        out.push_back(cifras[static_cast<unsigned char>(c) >> 4U]);
        out.push_back(cifras[static_cast<unsigned char>(c) & 15U]);
    }
    return out;
}

}  // namespace cacao
