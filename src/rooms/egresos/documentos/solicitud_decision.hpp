#pragma once
// What is decided of a payment request: authorize, reject, cancel.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/egresos/documentos/solicitud_pago.hpp"

namespace cacao {

struct SolicitudPagoRechazo {
    Id id;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(SolicitudPagoRechazo, (), (id, motivo))

struct SolicitudPagoCancelacion {
    Id id;
    std::optional<Texto<300>> motivo;
};
DESCRIBE_STRUCT(SolicitudPagoCancelacion, (), (id, motivo))

SolicitudPagoDecidida autorizar_solicitud_pago(Context&, const engine::DocumentoPedido&);
SolicitudPagoDecidida rechazar_solicitud_pago(Context&, const SolicitudPagoRechazo&);
SolicitudPagoDecidida cancelar_solicitud_pago(Context&, const SolicitudPagoCancelacion&);

void register_solicitud_decision(api::Operations& ops);

}  // namespace cacao
