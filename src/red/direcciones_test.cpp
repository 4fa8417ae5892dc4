#include "red/direcciones.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <string>

namespace cacao::red {
namespace {

struct Donde {
    sockaddr_storage direccion{};
    explicit Donde(const std::string& texto) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(direccion);
        auto& v6 = reinterpret_cast<sockaddr_in6&>(direccion);
        if (inet_pton(AF_INET, texto.c_str(), &v4.sin_addr) == 1) v4.sin_family = AF_INET;
        else if (inet_pton(AF_INET6, texto.c_str(), &v6.sin6_addr) == 1) v6.sin6_family = AF_INET6;
        else ADD_FAILURE() << texto;
    }
    const sockaddr& get() const { return reinterpret_cast<const sockaddr&>(direccion); }
};

TEST(Direcciones, SoloLasPublicas) {
    for (const char* texto :
         {"8.8.8.8", "200.57.3.1", "192.0.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "198.17.255.255",
          "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2400::1", "2001:200::1", "::ffff:8.8.8.8"})
        EXPECT_TRUE(es_publica(Donde{texto}.get())) << texto;
    for (const char* texto : {"0.0.0.0",
                              "10.0.0.1",
                              "100.64.0.1",
                              "100.127.255.255",
                              "127.0.0.1",
                              "127.255.255.255",
                              "169.254.169.254",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.0.0.1",
                              "192.0.2.1",
                              "192.168.1.1",
                              "198.18.0.1",
                              "198.19.255.255",
                              "198.51.100.7",
                              "203.0.113.9",
                              "224.0.0.1",
                              "240.0.0.1",
                              "255.255.255.255",
                              "::",
                              "::1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.0.0.1",
                              "64:ff9b::7f00:1",
                              "fe80::1",
                              "fc00::1",
                              "fd12::1",
                              "ff02::1",
                              "2001::1",
                              "2001:db8::1",
                              "2002:7f00:1::",
                              "3fff::1",
                              "4000::1"})
        EXPECT_FALSE(es_publica(Donde{texto}.get())) << texto;
    sockaddr_storage otra{};
    otra.ss_family = AF_UNIX;
    EXPECT_FALSE(es_publica(reinterpret_cast<const sockaddr&>(otra)));
}

TEST(Direcciones, RedesDelOperador) {
    const Redes redes{{"10.1.0.0/16", "192.168.7.9", "fd00:1::/33"}};
    for (const char* texto : {"10.1.0.1", "10.1.255.255", "192.168.7.9", "fd00:1:7fff::1", "::ffff:10.1.2.3"})
        EXPECT_TRUE(redes.contiene(Donde{texto}.get())) << texto;
    for (const char* texto : {"10.2.0.0", "10.0.255.255", "192.168.7.8", "fd00:1:8000::1", "::a01:203"})
        EXPECT_FALSE(redes.contiene(Donde{texto}.get())) << texto;
    EXPECT_FALSE(Redes{}.contiene(Donde{"10.1.0.1"}.get()));
    for (const char* texto : {"", "casa", "10.1.0.0/33", "10.1.0.0/", "10.1.0.0/-1", "10.1.0.0/8x", "::/129", "10.1/16"})
        EXPECT_THROW(Redes{{texto}}, std::invalid_argument) << texto;
}

}  // namespace
}  // namespace cacao::red
