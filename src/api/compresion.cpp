#include "api/compresion.hpp"

#include <zlib.h>

#include <array>

namespace cacao::api {

std::optional<std::string> inflar(std::string_view gzip, std::size_t maximo) {
    constexpr int ventana_gzip = 15 + 16;
    z_stream flujo{};
    if (inflateInit2(&flujo, ventana_gzip) != Z_OK) return std::nullopt;
    flujo.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
    flujo.avail_in = static_cast<uInt>(gzip.size());
    std::string abierto;
    std::array<char, 16'384> trozo{};
    int estado = Z_OK;
    while (estado == Z_OK) {
        flujo.next_out = reinterpret_cast<Bytef*>(trozo.data());
        flujo.avail_out = static_cast<uInt>(trozo.size());
        estado = inflate(&flujo, Z_NO_FLUSH);
        abierto.append(trozo.data(), trozo.size() - flujo.avail_out);
        if (abierto.size() > maximo) break;
    }
    const bool entero = estado == Z_STREAM_END && flujo.avail_in == 0 && abierto.size() <= maximo;
    inflateEnd(&flujo);
    return entero ? std::optional{std::move(abierto)} : std::nullopt;
}

}  // namespace cacao::api
