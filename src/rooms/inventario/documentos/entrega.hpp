#pragma once
// Goods handed to a customer: the physical side of a sale that is invoiced before or after.

#include "api/operations.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct PartidaEntregaNueva : engine::MercanciaNueva {};
DESCRIBE_STRUCT(PartidaEntregaNueva, (engine::MercanciaNueva), ())

struct EntregaNueva : engine::EncabezadoNuevo, engine::AdjuntosNuevos {
    Id clienteId;
    std::optional<IdOpcional> almacenId;
    std::optional<Texto<500>> direccionEntrega;
    std::optional<Texto<300>> motivo;
    std::optional<bool> autorizaCredito;
    NoVacia<PartidaEntregaNueva> partidas;
};
DESCRIBE_STRUCT(EntregaNueva, (engine::EncabezadoNuevo, engine::AdjuntosNuevos),
                (clienteId, almacenId, direccionEntrega, motivo, autorizaCredito, partidas))

engine::DocumentoCreado agregar_entrega(Context&, const EntregaNueva&);
engine::Cancelado cancelar_entrega(Context&, const engine::CancelacionPedida&);

void register_entrega(api::Operations& ops);

}  // namespace cacao
