#pragma once
// What a reader sees in a PDF, by other code than that which made it (poppler's pdftotext and pdftoppm, zbarimg). Pages end with
// a form feed.

#include "support/salida.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace cacao::test {

inline std::string texto_de_pdf(const std::string& bytes) {
    const ArchivoDePaso pdf{bytes};
    return salida_de("pdftotext -layout -enc UTF-8 " + pdf.nombre() + " - 2>&1");
}

inline auto paginas_de(const std::string& texto) { return std::count(texto.begin(), texto.end(), '\f'); }

// Without blanks: a seal that was broken over lines is one again.
inline std::string sin_blancos(std::string texto) {
    std::erase_if(texto, [](unsigned char c) { return c <= ' '; });
    return texto;
}

// A page as points, 72 to the inch unless it is said otherwise.
struct Lamina {
    int ancho = 0, alto = 0;
    std::string puntos;  // three bytes each
    std::array<int, 3> en(int x, int y) const {
        std::array<int, 3> p{};
        for (std::size_t k = 0; k < 3; ++k)
            p[k] = static_cast<unsigned char>(puntos.at(static_cast<std::size_t>(y * ancho + x) * 3 + k));
        return p;
    }
};
inline Lamina lamina_de(const std::string& bytes, int pagina = 1, int ppp = 72) {
    const ArchivoDePaso pdf{bytes};
    const auto ppm = salida_de("pdftoppm -q -r " + std::to_string(ppp) + " -f " + std::to_string(pagina) + " -l " +
                               std::to_string(pagina) + " " + pdf.nombre());
    Lamina l;
    int mayor = 0, leidos = 0;
    if (std::sscanf(ppm.c_str(), "P6 %d %d %d%n", &l.ancho, &l.alto, &mayor, &leidos) != 3)
        throw std::runtime_error("no picture of page " + std::to_string(pagina));
    l.puntos = ppm.substr(static_cast<std::size_t>(leidos) + 1);
    return l;
}

// What the codes on a page say, a line each.
inline std::string qr_de(const std::string& bytes, int pagina = 1) {
    const ArchivoDePaso pdf{bytes}, imagen;
    salida_de("pdftoppm -q -r 150 -png -singlefile -f " + std::to_string(pagina) + " -l " + std::to_string(pagina) + " " +
              pdf.nombre() + " " + imagen.nombre());
    const auto png = imagen.nombre() + ".png";
    std::string texto;
    try {
        texto = salida_de("zbarimg -q --raw -Sdisable -Sqrcode.enable " + png + " 2>/dev/null");
    } catch (const std::runtime_error&) {  // none
    }
    std::remove(png.c_str());
    return texto;
}

// As a PNG of 216 colours, which is half of what all of them would take.
inline std::string png_pequeno(const Lamina& l) {
    const auto grande = [](std::uint32_t v) {
        return std::string{static_cast<char>(v >> 24U), static_cast<char>(v >> 16U), static_cast<char>(v >> 8U),
                           static_cast<char>(v)};
    };
    const auto trozo = [&](const std::string& nombre, const std::string& datos) {
        const auto cuerpo = nombre + datos;
        const auto suma = crc32(0, reinterpret_cast<const Bytef*>(cuerpo.data()), static_cast<uInt>(cuerpo.size()));
        return grande(static_cast<std::uint32_t>(datos.size())) + cuerpo + grande(static_cast<std::uint32_t>(suma));
    };
    std::string paleta, crudo;
    for (int c = 0; c < 216; ++c)
        paleta += {static_cast<char>(c / 36 * 51), static_cast<char>(c / 6 % 6 * 51), static_cast<char>(c % 6 * 51)};
    for (int y = 0; y < l.alto; ++y) {
        crudo += '\0';
        for (int x = 0; x < l.ancho; ++x) {
            const auto [r, g, b] = l.en(x, y);
            crudo += static_cast<char>((r + 25) / 51 * 36 + (g + 25) / 51 * 6 + (b + 25) / 51);
        }
    }
    auto cuanto = compressBound(crudo.size());
    std::string datos(cuanto, '\0');
    compress2(reinterpret_cast<Bytef*>(datos.data()), &cuanto, reinterpret_cast<const Bytef*>(crudo.data()), crudo.size(), 9);
    datos.resize(cuanto);
    const auto cabeza = grande(static_cast<std::uint32_t>(l.ancho)) + grande(static_cast<std::uint32_t>(l.alto)) + "\x08\x03" +
                        std::string(3, '\0');
    return "\x89PNG\r\n\x1A\n" + trozo("IHDR", cabeza) + trozo("PLTE", paleta) + trozo("IDAT", datos) + trozo("IEND", "");
}

// Writes a small picture of the first page where the pages of the repository show one; only when it is asked for
// (CACAO_WRITE_PICTURES=1).
inline void retratar(const std::string& bytes, const std::string& carpeta, const std::string& nombre) {
    if (std::getenv("CACAO_WRITE_PICTURES") == nullptr) return;
    std::ofstream{carpeta + '/' + nombre + ".png", std::ios::binary} << png_pequeno(lamina_de(bytes, 1, 84));
}

}  // namespace cacao::test
