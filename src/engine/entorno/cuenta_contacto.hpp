#pragma once
// Bank accounts of a contact, as they are kept with it: where money to it goes.

#include "reflect/describe.hpp"

#include <cstdint>
#include <string>

namespace cacao::engine {

struct CuentaBancaria {
    std::int64_t numero{};
    std::string banco;
    std::string cuenta;
    std::string clabe;
    std::string moneda;
    std::string titular;
};
DESCRIBE_STRUCT(CuentaBancaria, (), (numero, banco, cuenta, clabe, moneda, titular))

}  // namespace cacao::engine
