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

// What a few bytes may unfold into when it is shown: an image of 8,000 by 6,000 is the largest that a camera gives.
inline constexpr std::int64_t pixeles_maximos = 50'000'000;
inline constexpr std::int64_t lado_maximo = 16'383;  // the longest that all formats have
inline bool cabe(const Imagen& i) {
    return i.ancho <= lado_maximo && i.alto <= lado_maximo && i.ancho * i.alto <= pixeles_maximos;
}

// Nothing for what is not a whole PNG, JPEG, WebP or GIF. Its size is what it says, however large.
std::optional<Imagen> reconocer_imagen(std::string_view bytes);

}  // namespace cacao
