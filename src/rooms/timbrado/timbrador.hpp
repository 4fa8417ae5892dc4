#pragma once
// The work that has fiscal documents stamped and cancelled, one step at each take: what is going to be sent is stored before it
// is sent; what may have been sent is asked for before it is sent again; a stamp counts only when it is of the very document that
// was sent (decision 53).

#include "api/trabajos.hpp"
#include "rooms/timbrado/emisor.hpp"

#include <memory>

namespace cacao::timbrado {

api::Oficio oficio_de_timbrado(std::shared_ptr<const Emisor> emisor);

// What a stamped document says of itself, when it is the one that was sent: sealed alike, saying the same, stamped once. Throws
// std::runtime_error with why it is not.
struct Estampa {
    std::string uuid;
    std::string fechaTimbrado;
    Importe total;
};
Estampa comprobar_estampa(const std::string& enviado, const std::string& estampado);

}  // namespace cacao::timbrado
