#pragma once
// Credit notes of suppliers: goods that went back, or an amount that the supplier takes off an invoice.

#include "api/operations.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "rooms/compras/documentos/compra_nueva.hpp"

namespace cacao {

struct NotaCreditoProveedorNueva : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id proveedorId;
    std::optional<Uuid> uuid;
    std::optional<Instante> fechaTimbrado;
    std::optional<Texto<25>> serieProveedor;
    std::optional<Texto<40>> folioProveedor;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<bool> aplicar;
    std::optional<engine::MotivoCredito> motivo;
    NoVacia<engine::PartidaCreditoNueva> partidas;
};
DESCRIBE_STRUCT(NotaCreditoProveedorNueva, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (proveedorId, uuid, fechaTimbrado, serieProveedor, folioProveedor, transaccionIdOrigen, aplicar, motivo,
                 partidas))

engine::LiquidacionCreada crear_nota_credito_proveedor(Context&, const NotaCreditoProveedorNueva&);
// With what it pays, also what was undone.
struct NotaCreditoProveedorVista : engine::CompraVista {
    std::vector<engine::AsignacionVista> asignaciones;
};
DESCRIBE_STRUCT(NotaCreditoProveedorVista, (engine::CompraVista), (asignaciones))

NotaCreditoProveedorVista obtener_nota_credito_proveedor(const Context&, const engine::DocumentoPedido&);
Pagina<engine::CompraResumen> listar_notas_credito_proveedor(const Context&, const engine::ComprasFiltro&);
engine::CreditoAplicado aplicar_nota_credito_proveedor(Context&, const engine::AsignacionPedida&);
engine::CreditoAplicado desaplicar_nota_credito_proveedor(Context&, const engine::DesasignacionPedida&);
engine::Cancelado cancelar_nota_credito_proveedor(Context&, const engine::CancelacionPedida&);

void register_nota_credito_proveedor(api::Operations& ops);

}  // namespace cacao
