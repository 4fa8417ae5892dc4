#pragma once
// An image as a PDF holds it. A JPEG goes in as it is; a PNG is read row by row, made smaller where it has more points than
// paper shows, and its transparency set apart, so that neither needs the memory that the whole image would.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::tabla {

struct ImagenPdf {
    std::int64_t ancho = 0;
    std::int64_t alto = 0;
    std::string_view espacio;  // DeviceGray, DeviceRGB, DeviceCMYK
    std::string_view filtro;   // FlateDecode, DCTDecode
    bool invertida = false;    // a CMYK JPEG, whose writers count ink the other way
    std::string datos;
    std::string alfa;  // how much covers, deflated; empty: all of it
};

// Nothing for what is neither JPEG nor PNG, is damaged, or is a PNG that is interlaced (its rows are not in order).
std::optional<ImagenPdf> imagen_para_pdf(std::string_view bytes, std::int64_t lado_mayor = 800);

}  // namespace cacao::tabla
