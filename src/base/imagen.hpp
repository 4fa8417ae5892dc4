#pragma once
// What an image says of itself in its first bytes. Nothing is decoded: type and size by content, and the frame that holds them.

#include <cstdint>
#include <optional>
#include <string_view>

namespace cacao {

struct Imagen {
    std::string_view tipo;  // image/png
    std::int64_t ancho = 0;
    std::int64_t alto = 0;
};

// Nothing for what is not a whole PNG, JPEG, WebP or GIF.
std::optional<Imagen> reconocer_imagen(std::string_view bytes);

}  // namespace cacao
