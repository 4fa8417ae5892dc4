#pragma once
// Who can be chosen to stamp over the network: each at the address that the operator says, with what the organization gave to
// open its account. A client is kept as long as that is the same, since it keeps what it was let in with.

#include "rooms/timbrado/emisor.hpp"
#include "rooms/timbrado/pac_finkok.hpp"
#include "rooms/timbrado/pac_sw.hpp"

#include <string>

namespace cacao::timbrado {

// Of the providers, and of their services of tests.
struct DireccionesPac {
    std::string sw{url_de_sw};
    std::string swDatos{url_de_datos_sw};
    std::string swPruebas{url_de_sw_pruebas};
    std::string swPruebasDatos{url_de_datos_sw_pruebas};
    std::string finkok{url_de_finkok};
    std::string finkokPruebas{url_de_finkok_pruebas};
};

// What is sealed of an organization: a user and a password, or a token.
struct SecretoDeProveedor {
    std::string usuario;
    std::string contrasena;
    std::string token;
};
DESCRIBE_STRUCT(SecretoDeProveedor, (), (usuario, contrasena, token))

// Beside the sandbox. `preguntar` asks the authority for the state of a document.
Emisor::Fabrica proveedores_en_red(DireccionesPac direcciones, red::Salida salida, PreguntarAlSat preguntar);

}  // namespace cacao::timbrado
