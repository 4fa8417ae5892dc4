#include "base/uuid.hpp"

#include "base/texto.hpp"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace cacao {

std::string azar(std::size_t n) {
    std::string bytes(n, '\0');
    for (std::size_t hechos = 0; hechos < n;) {
        const ssize_t leidos = getrandom(bytes.data() + hechos, n - hechos, 0);
        if (leidos < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
        if (leidos > 0) hechos += static_cast<std::size_t>(leidos);
    }
    return bytes;
}

Uuid Uuid::v7(Instante ahora) {
    std::string b = azar(16);
    const auto ms = static_cast<std::uint64_t>(ahora.micros() / 1000);
    for (std::size_t i = 0; i < 6; ++i) b[i] = static_cast<char>((ms >> (40 - 8 * i)) & 0xFFU);
    b[6] = static_cast<char>((static_cast<unsigned char>(b[6]) & 0x0FU) | 0x70U);
    b[8] = static_cast<char>((static_cast<unsigned char>(b[8]) & 0x3FU) | 0x80U);
    const std::string h = hexadecimal(b);
    Uuid u;
    u.texto_ = h.substr(0, 8) + '-' + h.substr(8, 4) + '-' + h.substr(12, 4) + '-' + h.substr(16, 4) + '-' + h.substr(20);
    return u;
}

std::optional<Uuid> Uuid::leer(std::string_view texto) {
    if (texto.size() != 36) return std::nullopt;
    Uuid u;
    u.texto_.reserve(36);
    for (std::size_t i = 0; i < 36; ++i) {
        char c = texto[i];
        if (c >= 'A' && c <= 'F') c = static_cast<char>(c + 32);
        const bool guion = i == 8 || i == 13 || i == 18 || i == 23;
        if (guion ? c != '-' : !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return std::nullopt;
        u.texto_.push_back(c);
    }
    return u;
}

}  // namespace cacao
