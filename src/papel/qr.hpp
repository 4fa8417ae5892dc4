#pragma once
// A QR code (ISO/IEC 18004) of level M, as modules; whoever draws it leaves the quiet zone around it.

#include <cstddef>
#include <string_view>
#include <vector>

namespace cacao::papel {

inline constexpr std::size_t margen_de_qr = 4;  // modules on each side that stay blank

struct Qr {
    std::size_t lado = 0;      // modules
    std::vector<bool> oscuro;  // row by row
    bool en(std::size_t columna, std::size_t renglon) const { return oscuro[renglon * lado + columna]; }
};

// An empty one of a text that no code holds: some 2,300 bytes.
Qr codigo_qr(std::string_view texto);

}  // namespace cacao::papel
