#pragma once
// Deposits and their assignment to documents.

#include "api/operations.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct DepositoNuevo : engine::EncabezadoConMoneda {
    Id cuentaBancariaId;
    std::optional<IdOpcional> clienteId;
    std::optional<IdOpcional> formaPagoId;
    Importe importe;
    std::optional<Lista<engine::AsignacionNueva, 1000>> asignaciones;
};
DESCRIBE_STRUCT(DepositoNuevo, (engine::EncabezadoConMoneda), (cuentaBancariaId, clienteId, formaPagoId, importe, asignaciones))
template <>
inline constexpr std::string_view reflect::example_of<DepositoNuevo> =
    R"({"cuentaBancariaId":1001,"clienteId":1002,"fecha":"2026-11-15","importe":1160.00,"referencia":"SPEI 123","asignaciones":[{"transaccionId":1003,"importe":1160.00}]})";

struct DepositoRegistrado {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::string estado;
    std::string moneda;
    Importe importe;
    Importe asignado;
    Importe porAsignar;
    std::vector<engine::Aplicado> asignaciones;  // made by this call
};
DESCRIBE_STRUCT(DepositoRegistrado, (),
                (transaccionId, folio, fecha, estado, moneda, importe, asignado, porAsignar, asignaciones))

DepositoRegistrado agregar_deposito(Context&, const DepositoNuevo&);
DepositoRegistrado asignar_deposito(Context&, const engine::AsignacionPedida&);
DepositoRegistrado desasignar_deposito(Context&, const engine::DesasignacionPedida&);

struct DepositoCancelacion : engine::CancelacionPedida {
    std::optional<bool> desasignar;
};
DESCRIBE_STRUCT(DepositoCancelacion, (engine::CancelacionPedida), (desasignar))

engine::Cancelado cancelar_deposito(Context&, const DepositoCancelacion&);

void register_deposito(api::Operations& ops);

}  // namespace cacao
