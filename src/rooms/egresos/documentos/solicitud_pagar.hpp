#pragma once
// An egress that pays a request: which line of it each line pays, what is left of that, and the way back.

#include "engine/emision/solicitud.hpp"

#include <cstdint>
#include <vector>

namespace cacao {

// For each line of the egress the line of the request in `egreso.origenId` that it pays; faults where there is none, where it
// would pay more than is left, or where the request is not authorized or no longer goes where it was authorized to go. Holds the
// request's lock from here on, so that two egresses share what is left of it one after the other.
std::vector<std::int64_t> casar_con_solicitud(Context& ctx, const engine::SolicitudEgreso& egreso, Faltas& faltas);

// Counts what an egress just registered has paid.
void anotar_pago(Context& ctx, std::int64_t egresoId, const engine::SolicitudEgreso& egreso,
                 const std::vector<std::int64_t>& de_solicitud);

// Gives back to its request what a cancelled egress had paid.
void devolver_pago(Context& ctx, std::int64_t egresoId, std::int64_t solicitudPagoId);

}  // namespace cacao
