#pragma once
// That a write was simulated, by whom, which and with what: a short text that only the service can make. Whoever brings it within
// ten minutes, with the same request, has it done once, under the idempotency key that the text holds.

#include "api/archivos.hpp"
#include "api/sesion.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace cacao::serve::mcp {

inline constexpr std::int64_t confirmation_seconds = 600;

// What follows it: the agent's own word, or a person's who was asked.
enum class Confirms : char { agent = 'a', person = 'p' };

struct Confirmed {
    std::string key;  // Idempotency-Key
};
enum class NotConfirmed : std::uint8_t { other, late };  // another person's, operation's or request's, or none of ours

class Confirmations {
public:
    explicit Confirmations(const api::FirmaDeEnlaces& seal) : seal_(seal) {}
    // Of the request as the operation reads it (mcp::canonical).
    std::string make(Confirms kind, const api::Sesion& who, std::string_view operation, std::string_view request,
                     Instante now) const;
    std::variant<Confirmed, NotConfirmed> open(std::string_view text, Confirms kind, const api::Sesion& who,
                                               std::string_view operation, std::string_view request, Instante now) const;

private:
    const api::FirmaDeEnlaces& seal_;
};

}  // namespace cacao::serve::mcp
