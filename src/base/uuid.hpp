#pragma once
// UUIDv7 (RFC 9562): sorts by time, so an index on it grows at its end.

#include "base/fecha.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cacao {

class Uuid {
public:
    Uuid() = default;
    static Uuid v7(Instante ahora);
    // Any version, upper or lower case; kept in lower case.
    static std::optional<Uuid> leer(std::string_view texto);
    const std::string& texto() const { return texto_; }
    friend auto operator<=>(const Uuid&, const Uuid&) = default;

private:
    std::string texto_;
};

// `n` bytes from the system's random source.
std::string azar(std::size_t n);

}  // namespace cacao
