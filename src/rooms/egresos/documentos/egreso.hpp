#pragma once
// Egresses: money that leaves an own account, for payable documents or for a concept directly.

#include "api/operations.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// No tax is sent: the accounting concept says which there are. One of the two identifiers.
struct PartidaEgresoNueva {
    Importe importeAbono;
    std::optional<IdOpcional> transaccionIdCompra;
    std::optional<IdOpcional> conceptoId;
    std::optional<Importe> importe2;  // in the document's currency, where that is another
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(PartidaEgresoNueva, (), (importeAbono, transaccionIdCompra, conceptoId, importe2, notas))

// With `transaccionId`, lines for an egress that is there already; otherwise a new one. 0 means: as the session has it.
struct EgresoNuevo {
    std::optional<IdOpcional> transaccionId;
    std::optional<Fecha> fecha;
    std::optional<Texto<25>> serie;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> centroCostoId;
    std::optional<IdOpcional> divisionId;
    std::optional<IdOpcional> cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<IdOpcional> beneficiarioId;
    std::optional<IdOpcional> solicitudPagoId;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
    std::optional<Importe> importe;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
    std::optional<Lista<PartidaEgresoNueva, 1000>> partidas;
};
DESCRIBE_STRUCT(EgresoNuevo, (),
                (transaccionId, fecha, serie, sucursalId, centroCostoId, divisionId, cuentaBancariaId, formaPagoId,
                 beneficiarioId, solicitudPagoId, moneda, tipoCambio, importe, referencia, referenciaExterna, notas, partidas))

struct EgresoRegistrado {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::string moneda;
    Importe importe;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe asignado;
    Importe porAsignar;
    std::int64_t consecutivo{};  // of the cheque, or 0
    std::int64_t solicitudPagoId{};
    std::vector<engine::Aplicado> asignaciones;  // made by this call
};
DESCRIBE_STRUCT(EgresoRegistrado, (),
                (transaccionId, folio, fecha, estado, moneda, importe, subtotal, iva, ieps, ivaRetenido, isrRetenido, asignado,
                 porAsignar, consecutivo, solicitudPagoId, asignaciones))

EgresoRegistrado agregar_egreso(Context&, const EgresoNuevo&);
EgresoRegistrado desasignar_egreso(Context&, const engine::DesasignacionPedida&);
engine::Cancelado cancelar_egreso(Context&, const engine::CancelacionPedida&);

void register_egreso(api::Operations& ops);

}  // namespace cacao
