#pragma once
// A PDF (1.4) of text and lines, page by page, in the Helvetica that every reader brings: nothing is embedded, and a page is
// forgotten once it is written.

#include "tabla/escritor.hpp"

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

class Pdf {
public:
    Pdf(Salida salida, std::string_view titulo, Medida ancho, Medida alto);

    void pagina();
    // Texts are Windows-1252. `estirar` in thousandths: below 1000 the letters stand closer.
    void texto(Medida x, Medida y, std::string_view windows, Letra letra, Medida tamano, std::int64_t estirar = 1000);
    void linea(Medida x1, Medida y, Medida x2);
    // Writes the number of pages, which only the end knows, at this place of every page that asks for it.
    void total_de_paginas(Medida x, Medida y, Medida tamano);
    std::size_t paginas() const { return paginas_.size() + (abierta_ ? 1U : 0U); }
    void terminar();

private:
    void cerrar_pagina();
    void objeto(std::size_t numero, std::string_view contenido);
    void flujo(std::size_t numero, std::string_view diccionario, std::string_view bytes);
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
};

}  // namespace cacao::tabla
