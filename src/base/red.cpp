#include "base/red.hpp"

#include "base/texto.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

namespace cacao {

std::string red_de(std::string_view direccion) {
    if (direccion.find(':') == std::string_view::npos) return std::string{direccion};  // most, and asked for by every request
    const std::string texto{direccion.substr(0, direccion.find('%'))};  // by which interface it came is no part of it
    in6_addr bytes{};
    if (inet_pton(AF_INET6, texto.c_str(), &bytes) != 1) return texto;
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) {
        std::array<char, INET_ADDRSTRLEN> v4{};
        return inet_ntop(AF_INET, bytes.s6_addr + 12, v4.data(), v4.size());
    }
    constexpr std::size_t red = 8;
    return hexadecimal({reinterpret_cast<const char*>(bytes.s6_addr), red});
}

}  // namespace cacao
