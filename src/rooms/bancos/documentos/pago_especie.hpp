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
template <>
inline constexpr std::string_view reflect::example_of<PagoEspecieNuevo> =
    R"({"clienteId":1001,"partidas":[{"productoId":1002,"cantidad":5,"precioUnitario":200.00}],"asignaciones":[{"transaccionId":1003,"importe":1160.00}]})";

// What is owed to us and what we owe: both sides come to the same.
struct CompensacionNueva : engine::EncabezadoConMoneda {
    Id entidadId;
    Importe importe;
    Lista<engine::AsignacionNueva, 1000, 1> porCobrar;
    Lista<engine::AsignacionNueva, 1000, 1> porPagar;
};
DESCRIBE_STRUCT(CompensacionNueva, (engine::EncabezadoConMoneda), (entidadId, importe, porCobrar, porPagar))
template <>
inline constexpr std::string_view reflect::example_of<CompensacionNueva> =
    R"({"entidadId":1001,"importe":500.00,"porCobrar":[{"transaccionId":1002,"importe":500.00}],"porPagar":[{"transaccionId":1003,"importe":500.00}]})";

engine::LiquidacionCreada agregar_pago_especie(Context&, const PagoEspecieNuevo&);
engine::LiquidacionCreada agregar_compensacion(Context&, const CompensacionNueva&);
engine::CreditoAplicado asignar_pago_especie(Context&, const engine::AsignacionPedida&);
engine::CreditoAplicado desasignar_pago_especie(Context&, const engine::DesasignacionPedida&);
engine::Cancelado cancelar_pago_especie(Context&, const engine::CancelacionPedida&);

void register_pago_especie(api::Operations& ops);

}  // namespace cacao
