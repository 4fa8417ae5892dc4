#pragma once
// Eight bytes of a text at once, as one number: what is asked of each is asked of all in a few steps.

#include <cstdint>
#include <cstring>

namespace cacao {

inline std::uint64_t ocho_bytes(const char* en) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, en, sizeof bytes);
    return bytes;
}

constexpr std::uint64_t ocho_veces(unsigned char byte) { return std::uint64_t{0x0101010101010101} * byte; }

// The high bit of each byte that is zero, and of no other.
constexpr std::uint64_t ceros_de(std::uint64_t bytes) {
    constexpr std::uint64_t bajos = ocho_veces(0x7F);
    return ~(((bytes & bajos) + bajos) | bytes) & ocho_veces(0x80);
}

// … that is a control character, or `byte`.
constexpr std::uint64_t controles_de(std::uint64_t bytes) { return ceros_de(bytes & ocho_veces(0xE0)); }
constexpr std::uint64_t iguales_a(std::uint64_t bytes, unsigned char byte) { return ceros_de(bytes ^ ocho_veces(byte)); }

}  // namespace cacao
