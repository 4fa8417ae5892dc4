#include "base/imagen.hpp"

#include <algorithm>

namespace cacao {
namespace {

using namespace std::string_view_literals;

std::int64_t byte(std::string_view b, std::size_t i) { return static_cast<unsigned char>(b[i]); }
std::int64_t mayor(std::string_view b, std::size_t i, std::size_t n) {  // big-endian, as PNG and JPEG
    std::int64_t v = 0;
    for (std::size_t k = 0; k < n; ++k) v = v << 8 | byte(b, i + k);
    return v;
}
std::int64_t menor(std::string_view b, std::size_t i, std::size_t n) {  // little-endian, as GIF and WebP
    std::int64_t v = 0;
    for (std::size_t k = n; k > 0; --k) v = v << 8 | byte(b, i + k - 1);
    return v;
}

std::optional<Imagen> con_medidas(std::string_view tipo, std::int64_t ancho, std::int64_t alto) {
    if (ancho <= 0 || alto <= 0) return std::nullopt;
    return Imagen{tipo, ancho, alto};
}

// A file may say its size more than once: whoever shows it makes room for the largest.
void crecer(std::optional<Imagen>& imagen, std::optional<Imagen> otra) {
    if (!otra) return;
    if (!imagen) imagen = otra;
    imagen->ancho = std::max(imagen->ancho, otra->ancho);
    imagen->alto = std::max(imagen->alto, otra->alto);
}

// Chunks (length, name, content, checksum) from the header to IEND, with some content between them.
std::optional<Imagen> png(std::string_view b) {
    constexpr std::size_t firma = 8, marco = 12;
    if (b.size() < firma + marco + 13 || b.substr(firma, 8) != "\0\0\0\x0DIHDR"sv) return std::nullopt;
    bool contenido = false;
    for (std::size_t i = firma; i + marco <= b.size();) {
        const auto nombre = b.substr(i + 4, 4);
        if (nombre == "IEND") return contenido ? con_medidas("image/png", mayor(b, 16, 4), mayor(b, 20, 4)) : std::nullopt;
        contenido = contenido || nombre == "IDAT";
        i += marco + static_cast<std::size_t>(mayor(b, i, 4));
    }
    return std::nullopt;
}

// Segments up to the start of the scan; the frame header among them has the size.
std::optional<Imagen> jpeg(std::string_view b) {
    std::optional<Imagen> imagen;
    for (std::size_t i = 2; i + 4 <= b.size();) {
        if (byte(b, i) != 0xFF) return std::nullopt;
        const auto marca = byte(b, i + 1);
        if (marca == 0xFF) {  // padding
            ++i;
            continue;
        }
        const auto largo = static_cast<std::size_t>(mayor(b, i + 2, 2));
        if (largo < 2 || i + 2 + largo > b.size()) return std::nullopt;
        if (marca == 0xDA) return b.find("\xFF\xD9"sv, i + 2 + largo) == std::string_view::npos ? std::nullopt : imagen;
        const bool cuadro = marca >= 0xC0 && marca <= 0xCF && marca != 0xC4 && marca != 0xC8 && marca != 0xCC;
        if (cuadro && largo >= 8) crecer(imagen, con_medidas("image/jpeg", mayor(b, i + 7, 2), mayor(b, i + 5, 2)));
        i += 2 + largo;
    }
    return std::nullopt;
}

std::optional<Imagen> webp(std::string_view b) {
    if (b.size() < 30 || static_cast<std::size_t>(menor(b, 4, 4)) + 8 > b.size()) return std::nullopt;
    const auto clase = b.substr(12, 4);
    if (clase == "VP8 " && b.substr(23, 3) == "\x9D\x01\x2A"sv)
        return con_medidas("image/webp", menor(b, 26, 2) & 0x3FFF, menor(b, 28, 2) & 0x3FFF);
    if (clase == "VP8L" && b[20] == '\x2F')
        return con_medidas("image/webp", (menor(b, 21, 4) & 0x3FFF) + 1, (menor(b, 21, 4) >> 14 & 0x3FFF) + 1);
    if (clase == "VP8X") return con_medidas("image/webp", menor(b, 24, 3) + 1, menor(b, 27, 3) + 1);
    return std::nullopt;
}

// The screen, then blocks: an extension, an image, and the trailer at the end of them.
std::optional<Imagen> gif(std::string_view b) {
    constexpr std::size_t pantalla = 13;
    if (b.size() <= pantalla) return std::nullopt;
    std::size_t i = pantalla;
    const auto tabla = [&](std::int64_t banderas) {
        if ((banderas & 0x80) != 0) i += 3U << ((banderas & 7) + 1);
    };
    tabla(byte(b, 10));
    bool contenido = false;
    auto imagen = con_medidas("image/gif", menor(b, 6, 2), menor(b, 8, 2));
    if (!imagen) return std::nullopt;
    while (i < b.size()) {
        const auto bloque = byte(b, i);
        if (bloque == 0x3B) return contenido ? imagen : std::nullopt;
        if (bloque == 0x21) {
            i += 2;
        } else if (bloque == 0x2C && i + 10 < b.size()) {
            contenido = true;
            crecer(imagen,
                   con_medidas("image/gif", menor(b, i + 1, 2) + menor(b, i + 5, 2), menor(b, i + 3, 2) + menor(b, i + 7, 2)));
            const auto banderas = byte(b, i + 9);
            i += 10;
            tabla(banderas);
            ++i;  // size of its codes
        } else {
            return std::nullopt;
        }
        while (i < b.size() && byte(b, i) != 0) i += 1 + static_cast<std::size_t>(byte(b, i));
        ++i;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Imagen> reconocer_imagen(std::string_view b) {
    if (b.starts_with("\x89PNG\r\n\x1A\n"sv)) return png(b);
    if (b.starts_with("\xFF\xD8\xFF"sv)) return jpeg(b);
    if (b.starts_with("RIFF") && b.size() > 12 && b.substr(8, 4) == "WEBP") return webp(b);
    if (b.starts_with("GIF87a") || b.starts_with("GIF89a")) return gif(b);
    return std::nullopt;
}

}  // namespace cacao
