#include "base/red.hpp"

#include "base/texto.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

namespace cacao {

std::string red_de(std::string_view direccion) {
    const std::string texto{direccion};
    in6_addr bytes{};
    if (inet_pton(AF_INET6, texto.c_str(), &bytes) != 1) return texto;
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) return texto.substr(texto.rfind(':') + 1);
    constexpr std::size_t red = 8;
    return hexadecimal({reinterpret_cast<const char*>(bytes.s6_addr), red});
}

}  // namespace cacao
