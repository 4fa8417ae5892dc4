#pragma once
// Credit notes to customers: goods that came back, or an amount taken off a sale.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/nota_credito.hpp"

namespace cacao {

struct NotaCreditoClienteNueva : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id clienteId;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<bool> aplicar;
    std::optional<engine::MotivoCredito> motivo;
    std::optional<Uuid> uuid;  // of one that was stamped elsewhere
    std::optional<Instante> fechaTimbrado;
    NoVacia<engine::PartidaCreditoNueva> partidas;
};
DESCRIBE_STRUCT(NotaCreditoClienteNueva, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (clienteId, transaccionIdOrigen, aplicar, motivo, uuid, fechaTimbrado, partidas))

engine::LiquidacionCreada crear_nota_credito_cliente(Context&, const NotaCreditoClienteNueva&);
// With what it pays, also what was undone.
struct NotaCreditoClienteVista : engine::DocumentoVista {
    std::vector<engine::AsignacionVista> asignaciones;
};
DESCRIBE_STRUCT(NotaCreditoClienteVista, (engine::DocumentoVista), (asignaciones))

NotaCreditoClienteVista obtener_nota_credito_cliente(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_notas_credito_cliente(const Context&, const engine::DocumentosFiltro&);
engine::CreditoAplicado aplicar_nota_credito_cliente(Context&, const engine::AsignacionPedida&);
engine::CreditoAplicado desaplicar_nota_credito_cliente(Context&, const engine::DesasignacionPedida&);
engine::Cancelado cancelar_nota_credito_cliente(Context&, const engine::CancelacionPedida&);

void register_nota_credito_cliente(api::Operations& ops);

}  // namespace cacao
