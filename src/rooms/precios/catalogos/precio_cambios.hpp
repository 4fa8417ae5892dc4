#pragma once
// Many price changes at once, for one list or one customer.

#include "api/context.hpp"
#include "rooms/precios/catalogos/precio.hpp"

namespace cacao {

// Whose prices they are and how they are stated.
struct DuenoDePrecios {
    std::int64_t listaPreciosId = 0;
    std::int64_t entidadId = 0;
    std::string moneda;
    bool incluyeImpuestos = false;
};

// The caller holds the lock of the owner's prices. A fixed number of statements, however many rows.
PreciosActualizados cambiar_precios(Context& ctx, const DuenoDePrecios& dueno, const PreciosCambiados& pedidos, bool todo_o_nada);

}  // namespace cacao
