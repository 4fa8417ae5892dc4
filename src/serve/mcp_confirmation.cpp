#include "serve/mcp_confirmation.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <fmt/format.h>

namespace cacao::serve::mcp {
namespace {

// kind, second until which it holds, key, and the code over these and over what they are for.
constexpr std::size_t seconds_size = 8, key_size = 12, head_size = 1 + seconds_size + key_size;

std::string in_bytes(std::int64_t seconds) {
    std::string bytes(seconds_size, '\0');
    for (std::size_t i = 0; i < seconds_size; ++i)
        bytes[i] = static_cast<char>(static_cast<std::uint64_t>(seconds) >> (8 * (seconds_size - 1 - i)) & 0xFFU);
    return bytes;
}

std::int64_t from_bytes(std::string_view bytes) {
    std::uint64_t seconds = 0;
    for (const char c : bytes) seconds = seconds << 8U | static_cast<unsigned char>(c);
    return static_cast<std::int64_t>(seconds);
}

// No part of it can be mistaken for another: numbers, a name without blanks, a hash of fixed length.
std::string coded(std::string_view head, const api::Sesion& who, std::string_view operation, std::string_view request) {
    return fmt::format("{} {} {} {} {} {}", hexadecimal(head), who.organizacionId, who.usuarioId, who.consumidorId, operation,
                       hexadecimal(sha256(request)));
}

}  // namespace

std::string Confirmations::make(Confirms kind, const api::Sesion& who, std::string_view operation, std::string_view request,
                                Instante now) const {
    std::string head{static_cast<char>(kind)};
    head += in_bytes(now.segundos() + confirmation_seconds) + azar(key_size);
    return base64url(head + seal_.code(coded(head, who, operation, request)));
}

std::variant<Confirmed, NotConfirmed> Confirmations::open(std::string_view text, Confirms kind, const api::Sesion& who,
                                                          std::string_view operation, std::string_view request,
                                                          Instante now) const {
    std::string bytes;
    if (!leer_base64url(text, bytes) || bytes.size() <= head_size || bytes.front() != static_cast<char>(kind))
        return NotConfirmed::other;
    const std::string_view head = std::string_view{bytes}.substr(0, head_size);
    if (!seal_.made(std::string_view{bytes}.substr(head_size), coded(head, who, operation, request))) return NotConfirmed::other;
    if (now.segundos() >= from_bytes(head.substr(1, seconds_size))) return NotConfirmed::late;
    return Confirmed{"mcp-" + base64url(head.substr(1 + seconds_size))};
}

}  // namespace cacao::serve::mcp
