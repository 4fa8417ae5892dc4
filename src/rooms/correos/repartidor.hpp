#pragma once
// The work that sends documents by e-mail, a message for each recipient: printed and put together at each try, under a name that
// stays the same, handed to the operator's server, and its words kept. What the server refuses for good is not tried again; what
// nobody knows is, so that somebody may get a message twice, and can tell by its name.

#include "api/impresor.hpp"
#include "api/trabajos.hpp"
#include "red/correo.hpp"

#include <memory>
#include <string>

namespace cacao::correos {

struct Ajustes {
    red::ServidorDeCorreo servidor;
    std::string remitente;
    std::size_t maximo = std::size_t{15} << 20U;  // bytes of what is attached: beyond it most servers take nothing
};

// Operations and printer must live longer.
api::Oficio oficio_de_correo(Ajustes ajustes, const api::Operations& ops, const api::Impresor& impresor);

}  // namespace cacao::correos
