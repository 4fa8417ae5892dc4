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

// What came in by a concept, as it came: with its taxes and without what was withheld of it, which the concept says.
struct PartidaDepositoNueva {
    Id conceptoId;
    Importe importe;
    std::optional<IdOpcional> proyectoId;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaDepositoNueva, (), (conceptoId, importe, proyectoId, notas))

// A customer's, until it is assigned; or, with `partidas`, by concepts.
struct DepositoNuevo : engine::EncabezadoConMoneda {
    Id cuentaBancariaId;
    std::optional<IdOpcional> clienteId;
    std::optional<IdOpcional> formaPagoId;
    Importe importe;
    std::optional<Lista<engine::AsignacionNueva, 1000>> asignaciones;
    std::optional<IdOpcional> entidadId;
    std::optional<Lista<PartidaDepositoNueva, 1000>> partidas;
};
DESCRIBE_STRUCT(DepositoNuevo, (engine::EncabezadoConMoneda),
                (cuentaBancariaId, clienteId, formaPagoId, importe, asignaciones, entidadId, partidas))

struct DepositoRegistrado {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::string moneda;
    Importe importe;
    Importe asignado;
    Importe porAsignar;
    Importe porConcepto;                         // nobody's: importe = asignado + porAsignar + porConcepto
    std::vector<engine::Aplicado> asignaciones;  // made by this call
};
DESCRIBE_STRUCT(DepositoRegistrado, (),
                (transaccionId, folio, fecha, estado, moneda, importe, asignado, porAsignar, porConcepto, asignaciones))

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
