#include "tabla/pdf.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

namespace cacao::tabla {
namespace {

using Anchos = std::array<std::uint16_t, 95>;  // of the characters 32 to 126

// From Adobe's metrics of the fonts that every reader has (Helvetica.afm, Helvetica-Bold.afm).
constexpr Anchos normal{278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
                        556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
                        611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
                        667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
                        222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr Anchos negrita{278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
                         556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
                         611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
                         667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
                         278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

constexpr char puntos = '\x85';  // the ellipsis
constexpr int ancho_de_puntos = 1000;

// Letters with a mark, 0xC0 to 0xFF, are as wide as without it.
constexpr std::string_view sin_marca = "AAAAAAMCEEEEIIIIDNOOOOO+OUUUUYPBaaaaaamceeeeiiiidnooooo+ouuuuypy";

int ancho_de(unsigned char c, const Anchos& anchos) {
    if (c == static_cast<unsigned char>(puntos)) return ancho_de_puntos;
    if (c >= 0xC0) c = static_cast<unsigned char>(sin_marca[c - 0xC0U]);
    constexpr int otro = 556;
    return c >= 32 && c <= 126 ? anchos[c - 32U] : otro;
}

// Objects with a number of their own; pages follow.
constexpr std::size_t catalogo = 1, arbol = 2, letra_normal = 3, letra_negrita = 4, total = 5, informacion = 6, primero_libre = 7;

// 12345 → 12.345
std::string en_puntos(Medida m) { return fmt::format("{}{}.{:03}", m < 0 ? "-" : "", std::abs(m) / 1000, std::abs(m) % 1000); }

// A part of 255 in thousandths, as PDF counts colours.
std::string en_partes(Color c) {
    const auto parte = [](std::uint8_t v) { return en_puntos(Medida{v} * 1000 / 255); };
    return fmt::format("{} {} {}", parte(c.rojo), parte(c.verde), parte(c.azul));
}

std::string literal(std::string_view windows) {
    std::string out = "(";
    for (const char c : windows) {
        if (c == '(' || c == ')' || c == '\\') out.push_back('\\');
        out.push_back(static_cast<unsigned char>(c) < 32 ? ' ' : c);
    }
    return out + ')';
}

std::string comprimido(std::string_view bytes) {
    auto cuanto = compressBound(bytes.size());
    std::string out(cuanto, '\0');
    if (compress(reinterpret_cast<Bytef*>(out.data()), &cuanto, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) !=
        Z_OK)
        throw std::runtime_error("the compressor failed");
    out.resize(cuanto);
    return out;
}

}  // namespace

int ancho_de(std::string_view windows, Letra letra) {
    int suma = 0;
    for (const char c : windows) suma += ancho_de(static_cast<unsigned char>(c), letra == Letra::normal ? normal : negrita);
    return suma;
}

std::string recortar(std::string windows, Letra letra, Medida tamano, Medida ancho) {
    const auto cabe = ancho * 1000 / tamano;
    if (ancho_de(windows, letra) <= cabe) return windows;
    int suma = ancho_de_puntos;
    std::size_t n = 0;
    while (n < windows.size() && suma + ancho_de(windows.substr(n, 1), letra) <= cabe)
        suma += ancho_de(windows.substr(n++, 1), letra);
    while (n > 0 && windows[n - 1] == ' ') --n;
    windows.resize(n);
    return windows + puntos;
}

std::string con_comas(std::string digitos) {
    const auto primero = digitos.find_first_not_of('-');
    for (auto en = std::min(digitos.find('.'), digitos.size()); en > primero + 3;) digitos.insert(en -= 3, 1, ',');
    return digitos;
}

std::vector<std::string> partir(std::string_view windows, Letra letra, Medida tamano, Medida ancho) {
    const auto& anchos = letra == Letra::normal ? normal : negrita;
    const auto cabe = ancho * 1000 / tamano;
    std::vector<std::string> lineas(1);
    Medida mide = 0;
    const auto siguiente = [&] {
        lineas.emplace_back();
        mide = 0;
    };
    const auto es_blanco = [](char c) { return c == ' ' || c == '\t'; };
    for (std::size_t i = 0; i < windows.size();) {
        if (windows[i] == '\n') {
            siguiente();
            ++i;
            continue;
        }
        std::size_t fin = i;
        while (fin < windows.size() && es_blanco(windows[fin])) ++fin;
        const auto palabra = fin;
        while (fin < windows.size() && !es_blanco(windows[fin]) && windows[fin] != '\n') ++fin;
        i = fin;
        if (palabra == fin) continue;  // blanks before the end of a line
        const auto suyo = ancho_de(windows.substr(palabra, fin - palabra), letra);
        const bool sigue = !lineas.back().empty();
        const Medida separada = mide + (sigue ? ancho_de(' ', anchos) : 0) + suyo;
        if (separada <= cabe) {
            if (sigue) lineas.back() += ' ';
            lineas.back() += windows.substr(palabra, fin - palabra);
            mide = separada;
        } else {
            if (sigue) siguiente();
            for (auto k = palabra; k < fin; ++k) {
                const auto c = ancho_de(static_cast<unsigned char>(windows[k]), anchos);
                if (mide + c > cabe && !lineas.back().empty()) siguiente();
                lineas.back() += windows[k];
                mide += c;
            }
        }
    }
    if (lineas.size() == 1 && lineas.front().empty()) lineas.clear();
    return lineas;
}

Pdf::Pdf(Salida salida, std::string_view titulo, Medida ancho, Medida alto)
    : salida_(std::move(salida)), titulo_(titulo), ancho_(ancho), alto_(alto), lugares_(primero_libre) {
    // The second line holds bytes above 127, by which mail and file programs know that this is not text.
    sale("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n");
    constexpr std::string_view letra = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>";
    objeto(letra_normal, fmt::format(letra, "Helvetica"));
    objeto(letra_negrita, fmt::format(letra, "Helvetica-Bold"));
}

void Pdf::pagina() {
    cerrar_pagina();
    abierta_ = true;
    contenido_ = "0.5 w\n";
    color_ = trazo_ = negro;
}

void Pdf::texto(Medida x, Medida y, std::string_view windows, Letra letra, Medida tamano, std::int64_t estirar) {
    if (windows.empty()) return;
    contenido_ += fmt::format("BT /{} {} Tf {}.{} Tz {} {} Td {} Tj ET\n", letra == Letra::normal ? "N" : "B", en_puntos(tamano),
                              estirar / 10, estirar % 10, en_puntos(x), en_puntos(y), literal(windows));
}

void Pdf::linea(Medida x1, Medida y, Medida x2) {
    contenido_ += fmt::format("{} {} m {} {} l S\n", en_puntos(x1), en_puntos(y), en_puntos(x2), en_puntos(y));
}

void Pdf::linea_vertical(Medida x, Medida y1, Medida y2) {
    contenido_ += fmt::format("{} {} m {} {} l S\n", en_puntos(x), en_puntos(y1), en_puntos(x), en_puntos(y2));
}

void Pdf::rectangulo(Medida x, Medida y, Medida ancho, Medida alto) {
    contenido_ += fmt::format("{} {} {} {} re f\n", en_puntos(x), en_puntos(y), en_puntos(ancho), en_puntos(alto));
}

void Pdf::recuadro(Medida x, Medida y, Medida ancho, Medida alto) {
    contenido_ += fmt::format("{} {} {} {} re S\n", en_puntos(x), en_puntos(y), en_puntos(ancho), en_puntos(alto));
}

void Pdf::color(Color color) {
    if (color != color_) contenido_ += en_partes(color) + " rg\n";
    color_ = color;
}

void Pdf::trazo(Color color) {
    if (color != trazo_) contenido_ += en_partes(color) + " RG\n";
    trazo_ = color;
}

void Pdf::marca(const std::vector<std::string>& windows, Color color) {
    // Half of a right angle: sine and cosine are alike, in thousandths.
    constexpr Medida seno = 707, mas_grande = 110'000;
    const Medida cabe = std::min(ancho_, alto_) * 1250 / 1000;
    const auto antes = color_;
    this->color(color);
    Medida abajo = 0;
    for (const auto& texto : windows) {
        const Medida ancho = std::max(1, ancho_de(texto, Letra::negrita));
        const Medida tamano = std::min(mas_grande, cabe * 1000 / ancho);
        const Medida mitad = ancho * tamano / 2000;
        // From the middle of the page back by half of the text along its direction, and down across it.
        const Medida x = ancho_ / 2 - mitad * seno / 1000 + (abajo + tamano / 3) * seno / 1000;
        const Medida y = alto_ / 2 - mitad * seno / 1000 - (abajo + tamano / 3) * seno / 1000;
        contenido_ += fmt::format("BT /B {} Tf 100 Tz 0.707 0.707 -0.707 0.707 {} {} Tm {} Tj ET\n", en_puntos(tamano),
                                  en_puntos(x), en_puntos(y), literal(texto));
        abajo += tamano;
    }
    this->color(antes);
}

std::size_t Pdf::imagen(const ImagenPdf& imagen) {
    const auto numero = lugares_.size();
    lugares_.resize(numero + 2);
    std::string diccionario =
        fmt::format("/Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /{} /BitsPerComponent 8 /Filter /{} ",
                    imagen.ancho, imagen.alto, imagen.espacio, imagen.filtro);
    if (imagen.invertida) diccionario += "/Decode [1 0 1 0 1 0 1 0] ";
    if (!imagen.alfa.empty()) diccionario += fmt::format("/SMask {} 0 R ", numero + 1);
    flujo_hecho(numero, diccionario, imagen.datos);
    if (imagen.alfa.empty()) objeto(numero + 1, "null");
    else
        flujo_hecho(numero + 1,
                    fmt::format("/Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceGray /BitsPerComponent 8 "
                                "/Filter /FlateDecode ",
                                imagen.ancho, imagen.alto),
                    imagen.alfa);
    imagenes_.push_back(numero);
    return imagenes_.size() - 1;
}

void Pdf::poner(std::size_t imagen, Medida x, Medida y, Medida ancho, Medida alto) {
    contenido_ +=
        fmt::format("q {} 0 0 {} {} {} cm /I{} Do Q\n", en_puntos(ancho), en_puntos(alto), en_puntos(x), en_puntos(y), imagen);
}

void Pdf::total_de_paginas(Medida x, Medida y, Medida tamano) {
    tamano_total_ = tamano;
    contenido_ += fmt::format("q 1 0 0 1 {} {} cm /T Do Q\n", en_puntos(x), en_puntos(y));
}

void Pdf::cerrar_pagina() {
    if (!abierta_) return;
    abierta_ = false;
    const auto numero = lugares_.size();
    lugares_.resize(numero + 2);
    flujo(numero, "", contenido_);
    std::string imagenes;
    for (std::size_t i = 0; i < imagenes_.size(); ++i) imagenes += fmt::format("/I{} {} 0 R ", i, imagenes_[i]);
    objeto(numero + 1, fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {}] /Contents {} 0 R /Resources << "
                                   "/Font << /N {} 0 R /B {} 0 R >> /XObject << /T {} 0 R {}>> >> >>",
                                   arbol, ancho_ / 1000, alto_ / 1000, numero, letra_normal, letra_negrita, total, imagenes));
    paginas_.push_back(numero + 1);
}

void Pdf::terminar() {
    cerrar_pagina();
    flujo(total,
          fmt::format("/Type /XObject /Subtype /Form /BBox [0 -4 100 20] /Resources << /Font << /N {} 0 R >> >> ", letra_normal),
          fmt::format("BT /N {} Tf 100 Tz 0 0 Td ({}) Tj ET", en_puntos(tamano_total_), paginas_.size()));
    std::string hijas;
    for (const auto pagina : paginas_) hijas += fmt::format("{} 0 R ", pagina);
    objeto(arbol, fmt::format("<< /Type /Pages /Count {} /Kids [{}] >>", paginas_.size(), hijas));
    objeto(catalogo, fmt::format("<< /Type /Catalog /Pages {} 0 R >>", arbol));
    objeto(informacion, "<< /Title " + literal(titulo_) + " /Producer (Cacao) >>");
    const auto tabla = escrito_;
    sale(fmt::format("xref\n0 {}\n0000000000 65535 f \n", lugares_.size()));
    for (std::size_t i = 1; i < lugares_.size(); ++i) sale(fmt::format("{:010} 00000 n \n", lugares_[i]));
    sale(fmt::format("trailer\n<< /Size {} /Root {} 0 R /Info {} 0 R >>\nstartxref\n{}\n%%EOF\n", lugares_.size(), catalogo,
                     informacion, tabla));
}

void Pdf::objeto(std::size_t numero, std::string_view contenido) {
    lugares_[numero] = escrito_;
    sale(fmt::format("{} 0 obj\n", numero));
    sale(contenido);
    sale("\nendobj\n");
}

void Pdf::flujo(std::size_t numero, std::string_view diccionario, std::string_view bytes) {
    flujo_hecho(numero, fmt::format("{}/Filter /FlateDecode ", diccionario), comprimido(bytes));
}

void Pdf::flujo_hecho(std::size_t numero, std::string_view diccionario, std::string_view datos) {
    lugares_[numero] = escrito_;
    sale(fmt::format("{} 0 obj\n<< {}/Length {} >>\nstream\n", numero, diccionario, datos.size()));
    sale(datos);
    sale("\nendstream\nendobj\n");
}

void Pdf::sale(std::string_view bytes) {
    escrito_ += bytes.size();
    salida_(bytes);
}

}  // namespace cacao::tabla
