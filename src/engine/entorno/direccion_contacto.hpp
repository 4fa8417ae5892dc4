#pragma once
// Addresses of a contact, as they are kept with it.

#include "reflect/describe.hpp"

#include <cstdint>
#include <string>

namespace cacao::engine {

struct Direccion {
    std::int64_t numero{};
    std::string tipo;
    std::string calle;
    std::string numeroExterior;
    std::string numeroInterior;
    std::string colonia;
    std::string municipio;
    std::string estado;
    std::string pais;
    std::string codigoPostal;
    std::string referencia;
};
DESCRIBE_STRUCT(Direccion, (),
                (numero, tipo, calle, numeroExterior, numeroInterior, colonia, municipio, estado, pais, codigoPostal, referencia))

}  // namespace cacao::engine
