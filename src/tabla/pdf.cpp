#include "tabla/pdf.hpp"

#include <fmt/format.h>
#include <zlib.h>

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
}

void Pdf::texto(Medida x, Medida y, std::string_view windows, Letra letra, Medida tamano, std::int64_t estirar) {
    if (windows.empty()) return;
    contenido_ += fmt::format("BT /{} {} Tf {}.{} Tz {} {} Td {} Tj ET\n", letra == Letra::normal ? "N" : "B", en_puntos(tamano),
                              estirar / 10, estirar % 10, en_puntos(x), en_puntos(y), literal(windows));
}

void Pdf::linea(Medida x1, Medida y, Medida x2) {
    contenido_ += fmt::format("{} {} m {} {} l S\n", en_puntos(x1), en_puntos(y), en_puntos(x2), en_puntos(y));
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
    objeto(numero + 1, fmt::format("<< /Type /Page /Parent {} 0 R /MediaBox [0 0 {} {}] /Contents {} 0 R /Resources << "
                                   "/Font << /N {} 0 R /B {} 0 R >> /XObject << /T {} 0 R >> >> >>",
                                   arbol, ancho_ / 1000, alto_ / 1000, numero, letra_normal, letra_negrita, total));
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
    const auto datos = comprimido(bytes);
    objeto(numero,
           fmt::format("<< {}/Filter /FlateDecode /Length {} >>\nstream\n", diccionario, datos.size()) + datos + "\nendstream");
}

void Pdf::sale(std::string_view bytes) {
    escrito_ += bytes.size();
    salida_(bytes);
}

}  // namespace cacao::tabla
