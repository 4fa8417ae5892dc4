#pragma once
// Advances: money of a customer with no document yet. Its VAT is caused when it is received.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

struct AnticipoNuevo : engine::EncabezadoConMoneda, engine::AdjuntosNuevos {
    Id clienteId;
    Id cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<IdOpcional> conceptoId;
    Importe importe;           // with its taxes
    std::optional<Uuid> uuid;  // of one that was stamped elsewhere
    std::optional<Instante> fechaTimbrado;
};
DESCRIBE_STRUCT(AnticipoNuevo, (engine::EncabezadoConMoneda, engine::AdjuntosNuevos),
                (clienteId, cuentaBancariaId, formaPagoId, conceptoId, importe, uuid, fechaTimbrado))

engine::DocumentoCreado agregar_anticipo(Context&, const AnticipoNuevo&);

void register_anticipo(api::Operations& ops);

}  // namespace cacao
