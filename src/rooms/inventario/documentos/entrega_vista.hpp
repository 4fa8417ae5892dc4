#pragma once
// Deliveries as they are read back: what left, and how much of it was invoiced or came back since.

#include "rooms/inventario/documentos/movimiento_vista.hpp"

#include "engine/verbos/pedidos.hpp"

namespace cacao {

// In the product's base unit. What came back before it was invoiced takes the place of its invoice.
struct AvanceEntrega {
    std::int64_t numeroPartida{};
    Cantidad cantidad;
    Cantidad facturado;
    Cantidad devuelto;
    Cantidad pendienteFacturar;
};
DESCRIBE_STRUCT(AvanceEntrega, (), (numeroPartida, cantidad, facturado, devuelto, pendienteFacturar))

struct EntregaVista : engine::DocumentoVista {
    std::string motivo;
    std::vector<MercanciaMovida> mercancia;
    std::vector<AvanceEntrega> avance;
};
DESCRIBE_STRUCT(EntregaVista, (engine::DocumentoVista), (motivo, mercancia, avance))

EntregaVista obtener_entrega(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_entregas(const Context&, const engine::DocumentosFiltro&);

void register_entrega_vista(api::Operations& ops);

}  // namespace cacao
