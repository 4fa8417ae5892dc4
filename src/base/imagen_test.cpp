#include "base/imagen.hpp"

#include "base/texto.hpp"

#include <gtest/gtest.h>

namespace cacao {
namespace {

std::string bytes(std::string_view base64) {
    std::string out;
    EXPECT_TRUE(leer_base64(base64, out));
    return out;
}
std::string tipo(std::string_view b) {
    const auto imagen = reconocer_imagen(b);
    return imagen ? std::string{imagen->tipo} + ' ' + std::to_string(imagen->ancho) + 'x' + std::to_string(imagen->alto) : "";
}

const std::string png = bytes("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
const std::string gif = bytes("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
const std::string webp = bytes("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
const std::string webp_l = bytes("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==");
// Start, a comment, the frame of 3 by 2, the scan and the end.
const std::string jpeg{
    "\xFF\xD8\xFF\xFE\x00\x04hi\xFF\xFF\xC0\x00\x0B\x08\x00\x02\x00\x03\x01\x01\x11\x00\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00"
    "\x7F\xFF\xD9",
    35};
const std::string webp_x =
    "RIFF" + std::string("\x16\0\0\0", 4) + "WEBPVP8X" + std::string("\x0A\0\0\0\0\0\0\0\x09\0\0\x04\0\0", 14);

TEST(Imagen, SeReconocePorSuContenido) {
    EXPECT_EQ(tipo(png), "image/png 1x1");
    EXPECT_EQ(tipo(gif), "image/gif 1x1");
    EXPECT_EQ(tipo(webp), "image/webp 1x1");
    EXPECT_EQ(tipo(webp_l), "image/webp 1x1");
    EXPECT_EQ(tipo(webp_x), "image/webp 10x5");
    EXPECT_EQ(tipo(jpeg), "image/jpeg 3x2");
}

TEST(Imagen, LoQueNoEsUnaImagenEnteraNoLoEs) {
    for (const auto& entera : {png, gif, webp, webp_l, webp_x, jpeg})
        for (std::size_t n = 0; n < entera.size(); ++n) EXPECT_EQ(tipo(std::string_view{entera}.substr(0, n)), "") << entera << n;
    for (const auto* otra : {"", "hola", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "BM", "GIF89a", "RIFF____WEBP"})
        EXPECT_EQ(tipo(otra), "") << otra;
    auto sin_ancho = png;
    sin_ancho[19] = '\0';
    EXPECT_EQ(tipo(sin_ancho), "");
    auto largo_falso = png;
    largo_falso[33] = '\xFF';  // the length of the chunk behind the header
    EXPECT_EQ(tipo(largo_falso), "");
}

// What it says of its size is what whoever shows it will make room for.
TEST(Imagen, LaMayorDeSusMedidasCuenta) {
    auto enorme = png;
    enorme.replace(16, 8, std::string("\x00\x0F\x42\x40\x00\x0F\x42\x40", 8));  // a million by a million
    EXPECT_EQ(tipo(enorme), "image/png 1000000x1000000");
    EXPECT_FALSE(cabe(*reconocer_imagen(enorme)));
    EXPECT_TRUE(cabe(*reconocer_imagen(png)));
    EXPECT_TRUE(cabe({"image/png", 8000, 6000}));
    EXPECT_FALSE(cabe({"image/png", 16'384, 1}));
    // A frame larger than its screen.
    auto cuadro = gif;
    const auto lugar = cuadro.find(',');
    cuadro.replace(lugar + 5, 4, "\xFF\xFF\xFF\xFF");
    EXPECT_EQ(tipo(cuadro), "image/gif 65535x65535");
    // A second frame header: the larger one counts, wherever it stands.
    auto dos = jpeg;
    const auto marco = dos.find(std::string("\xFF\xC0", 2));
    const auto copia = dos.substr(marco, 13);
    dos.insert(marco, copia);
    dos.replace(marco + 5, 4, "\xF0\xF0\xF0\xF0");
    EXPECT_EQ(tipo(dos), "image/jpeg 61680x61680");
}

}  // namespace
}  // namespace cacao
