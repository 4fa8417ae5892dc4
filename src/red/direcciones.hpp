#pragma once
// Where the service may call. What an organization's people enter as an address must not make the service speak to its own
// network: by default only addresses of the public Internet pass, judged after the name was resolved and before the connection.

#include <sys/socket.h>

#include <string>
#include <string_view>
#include <vector>

namespace cacao::red {

// An address of the public Internet: not of this machine, a private or shared network, a link, documentation, tests or groups; of
// IPv6 only what is given out (2000::/3), less what carries IPv4 inside.
bool es_publica(const sockaddr& direccion);

// Networks that the operator allows beside it, "10.1.0.0/16" or a single address. Throws std::invalid_argument.
class Redes {
public:
    Redes() = default;
    explicit Redes(const std::vector<std::string>& textos);
    bool contiene(const sockaddr& direccion) const;

private:
    struct Prefijo {
        std::string bytes;  // 4 or 16
        int bits = 0;
    };
    std::vector<Prefijo> prefijos_;
};

}  // namespace cacao::red
