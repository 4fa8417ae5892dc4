#include "red/direcciones.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace cacao::red {
namespace {

// The bytes of an address; nothing of a family that is neither.
std::optional<std::string> bytes_de(const sockaddr& direccion) {
    if (direccion.sa_family == AF_INET) {
        const auto& v4 = reinterpret_cast<const sockaddr_in&>(direccion);
        return std::string{reinterpret_cast<const char*>(&v4.sin_addr), sizeof v4.sin_addr};
    }
    if (direccion.sa_family == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(direccion);
        std::string bytes{reinterpret_cast<const char*>(&v6.sin6_addr), sizeof v6.sin6_addr};
        // ::ffff:a.b.c.d is the IPv4 address that it names.
        if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) bytes.erase(0, 12);
        return bytes;
    }
    return std::nullopt;
}

bool empieza(std::string_view bytes, std::string_view prefijo, int bits) {
    if (bytes.size() != prefijo.size()) return false;
    const auto enteros = static_cast<std::size_t>(bits / 8);
    if (bytes.substr(0, enteros) != prefijo.substr(0, enteros)) return false;
    const int resto = bits % 8;
    if (resto == 0) return true;
    const auto mascara = static_cast<unsigned char>(0xFFU << static_cast<unsigned>(8 - resto));
    return ((static_cast<unsigned char>(bytes[enteros]) ^ static_cast<unsigned char>(prefijo[enteros])) & mascara) == 0;
}

std::optional<std::string> leer_direccion(const std::string& texto) {
    std::string bytes(16, '\0');
    if (inet_pton(AF_INET6, texto.c_str(), bytes.data()) == 1) return bytes;
    bytes.resize(4);
    if (inet_pton(AF_INET, texto.c_str(), bytes.data()) == 1) return bytes;
    return std::nullopt;
}

// Of the registries of special-purpose addresses (RFC 6890 and those after it): what is not of the public Internet.
const Redes& especiales() {
    static const Redes redes{{"0.0.0.0/8",      "10.0.0.0/8",     "100.64.0.0/10",    "127.0.0.0/8",     "169.254.0.0/16",
                              "172.16.0.0/12",  "192.0.0.0/24",   "192.0.2.0/24",     "192.31.196.0/24", "192.52.193.0/24",
                              "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",  "198.18.0.0/15",   "198.51.100.0/24",
                              "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4",      "2001::/23",       "2001:db8::/32",
                              "2002::/16",      "3fff::/20",      "2620:4f:8000::/48"}};
    return redes;
}

}  // namespace

Redes::Redes(const std::vector<std::string>& textos) {
    for (const std::string& texto : textos) {
        const auto barra = texto.find('/');
        const auto bytes = leer_direccion(texto.substr(0, barra));
        int bits = bytes ? static_cast<int>(bytes->size()) * 8 : 0;
        bool bien = bytes.has_value();
        if (bien && barra != std::string::npos) {
            const int todos = bits;
            const char* fin = texto.data() + texto.size();
            const auto leido = std::from_chars(texto.data() + barra + 1, fin, bits);
            bien = leido.ec == std::errc{} && leido.ptr == fin && bits >= 0 && bits <= todos;
        }
        if (!bien) throw std::invalid_argument("no address or network: " + texto);
        prefijos_.push_back({*bytes, bits});
    }
}

bool Redes::contiene(const sockaddr& direccion) const {
    const auto bytes = bytes_de(direccion);
    return bytes && std::ranges::any_of(prefijos_, [&](const Prefijo& p) { return empieza(*bytes, p.bytes, p.bits); });
}

bool es_publica(const sockaddr& direccion) {
    const auto bytes = bytes_de(direccion);
    if (!bytes) return false;
    static const Redes dadas{{"2000::/3"}};
    if (bytes->size() == 16 && !dadas.contiene(direccion)) return false;
    return !especiales().contiene(direccion);
}

}  // namespace cacao::red
