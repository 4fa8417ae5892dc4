#pragma once
// People of a contact, as they are kept with it: who of them gets its invoices.

#include "reflect/describe.hpp"

#include <cstdint>
#include <string>

namespace cacao {

struct ContactoAdicional {
    std::int64_t numero{};
    std::string nombre;
    std::string puesto;
    std::string correo;
    std::string telefono;
    bool recibeFacturas{};
    bool principal{};
};
DESCRIBE_STRUCT(ContactoAdicional, (), (numero, nombre, puesto, correo, telefono, recibeFacturas, principal))

}  // namespace cacao
