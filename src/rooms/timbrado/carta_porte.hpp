#pragma once
// The Carta Porte of a document, as people see and put it right before it is stamped.

#include "api/operations.hpp"
#include "engine/entorno/cartas_porte.hpp"

namespace cacao {

DESCRIBE_KEY(CartaPortePedida, transaccionId)

struct CartaPorteDeDocumento : engine::CartaPorteNueva {
    Id transaccionId;
};
DESCRIBE_STRUCT(CartaPorteDeDocumento, (engine::CartaPorteNueva), (transaccionId))

struct CartaPorteVista : engine::CartaPorte {
    std::int64_t transaccionId{};
    std::string idCcp;
    std::int64_t version{};
};
DESCRIBE_STRUCT(CartaPorteVista, (engine::CartaPorte), (transaccionId, idCcp, version))

CartaPorteVista obtener_carta_porte(const Context&, const CartaPortePedida&);
CartaPorteVista guardar_carta_porte(Context&, const CartaPorteDeDocumento&);

void register_carta_porte(api::Operations&);

}  // namespace cacao
