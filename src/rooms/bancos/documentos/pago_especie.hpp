#pragma once
// Settlement without money: a customer pays with goods or services, or what a contact owes is set against what it is owed.

#include "api/operations.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct PartidaEspecieNueva : engine::MercanciaNueva {
    std::optional<IdOpcional> conceptoId;
    std::optional<Texto<1000>> descripcion;
    Precio precioUnitario;
};
DESCRIBE_STRUCT(PartidaEspecieNueva, (engine::MercanciaNueva), (conceptoId, descripcion, precioUnitario))

struct PagoEspecieNuevo : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id clienteId;
    std::optional<IdOpcional> almacenId;
    std::optional<Lista<engine::AsignacionNueva, 1000>> asignaciones;
    NoVacia<PartidaEspecieNueva> partidas;
};
DESCRIBE_STRUCT(PagoEspecieNuevo, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (clienteId, almacenId, asignaciones, partidas))

// What is owed to us and what we owe: both sides come to the same.
struct CompensacionNueva : engine::EncabezadoConMoneda {
    Id entidadId;
    Importe importe;
    Lista<engine::AsignacionNueva, 1000, 1> porCobrar;
    Lista<engine::AsignacionNueva, 1000, 1> porPagar;
};
DESCRIBE_STRUCT(CompensacionNueva, (engine::EncabezadoConMoneda), (entidadId, importe, porCobrar, porPagar))

engine::LiquidacionCreada agregar_pago_especie(Context&, const PagoEspecieNuevo&);
engine::LiquidacionCreada agregar_compensacion(Context&, const CompensacionNueva&);
engine::CreditoAplicado asignar_pago_especie(Context&, const engine::AsignacionPedida&);
engine::CreditoAplicado desasignar_pago_especie(Context&, const engine::DesasignacionPedida&);
engine::Cancelado cancelar_pago_especie(Context&, const engine::CancelacionPedida&);

void register_pago_especie(api::Operations& ops);

}  // namespace cacao
