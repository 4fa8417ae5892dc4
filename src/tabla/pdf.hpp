#pragma once
// A PDF (1.4) of text, lines, filled boxes and images, page by page, in the Helvetica that every reader brings: no letter is
// embedded, and a page or an image is forgotten once it is written.

#include "tabla/escritor.hpp"
#include "tabla/imagen_pdf.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::tabla {

// Places, lengths and sizes of letters, in thousandths of a point.
using Medida = std::int64_t;

enum class Letra : std::uint8_t { normal, negrita };

// How wide a text of Windows-1252 bytes is at size 1, in thousandths.
int ancho_de(std::string_view windows, Letra letra);
// As much of the text as fits, with an ellipsis where something was cut.
std::string recortar(std::string windows, Letra letra, Medida tamano, Medida ancho);
// All of it in lines that fit, broken at blanks and where a line is to end; a word that is wider than a line, a seal, inside it.
std::vector<std::string> partir(std::string_view windows, Letra letra, Medida tamano, Medida ancho);

// 1234567.50 → 1,234,567.50
std::string con_comas(std::string digitos);

struct Color {
    std::uint8_t rojo = 0, verde = 0, azul = 0;
    bool operator==(const Color&) const = default;
};
inline constexpr Color negro{}, blanco{255, 255, 255};

class Pdf {
public:
    Pdf(Salida salida, std::string_view titulo, Medida ancho, Medida alto);

    void pagina();
    // Texts are Windows-1252. `estirar` in thousandths: below 1000 the letters stand closer.
    void texto(Medida x, Medida y, std::string_view windows, Letra letra, Medida tamano, std::int64_t estirar = 1000);
    void linea(Medida x1, Medida y, Medida x2);
    void linea_vertical(Medida x, Medida y1, Medida y2);
    // From its lower left corner; filled, or only its edge.
    void rectangulo(Medida x, Medida y, Medida ancho, Medida alto);
    void recuadro(Medida x, Medida y, Medida ancho, Medida alto);
    // Of what is written and filled, and of lines, until it is changed or the page ends; black to begin with.
    void color(Color color);
    void trazo(Color color);
    // Across the page around its middle, rising, as large as it fits: what is written later stands over it. Texts stand one
    // below the other.
    void marca(const std::vector<std::string>& windows, Color color);
    // Whole, once for the document, at any time; the number is for `poner`.
    std::size_t imagen(const ImagenPdf& imagen);
    void poner(std::size_t imagen, Medida x, Medida y, Medida ancho, Medida alto);
    // Writes the number of pages, which only the end knows, at this place of every page that asks for it.
    void total_de_paginas(Medida x, Medida y, Medida tamano);
    std::size_t paginas() const { return paginas_.size() + (abierta_ ? 1U : 0U); }
    void terminar();

private:
    void cerrar_pagina();
    void objeto(std::size_t numero, std::string_view contenido);
    void flujo(std::size_t numero, std::string_view diccionario, std::string_view bytes);
    void flujo_hecho(std::size_t numero, std::string_view diccionario, std::string_view datos);
    void sale(std::string_view bytes);

    Salida salida_;
    std::string titulo_;
    Medida ancho_;
    Medida alto_;
    std::string contenido_;
    bool abierta_ = false;
    Medida tamano_total_ = 8'000;
    std::uint64_t escrito_ = 0;
    std::vector<std::uint64_t> lugares_;  // where each object starts, by its number
    std::vector<std::size_t> paginas_;
    std::vector<std::size_t> imagenes_;
    Color color_;
    Color trazo_;
};

}  // namespace cacao::tabla
