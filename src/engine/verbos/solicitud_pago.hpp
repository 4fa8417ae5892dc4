#pragma once
// The states of a payment request as the interface names them. Stored is what somebody decided (solicitada, autorizado,
// rechazada, cancelado); how far it is paid is worked out, as all progress is.

#include "base/decimal.hpp"
#include "engine/tipos/documento.hpp"

namespace cacao::engine {

enum class EstadoSolicitud : std::uint8_t { solicitada, autorizada, pagadaParcial, pagada, rechazada, cancelada };
DESCRIBE_ENUM(EstadoSolicitud, solicitada, autorizada, pagadaParcial, pagada, rechazada, cancelada)

inline EstadoSolicitud estado_de_solicitud(std::string_view estado, Importe pagado, Importe autorizado) {
    switch (estado_de(estado)) {
        case Estado::solicitada: return EstadoSolicitud::solicitada;
        case Estado::rechazada: return EstadoSolicitud::rechazada;
        case Estado::cancelado: return EstadoSolicitud::cancelada;
        default: break;
    }
    if (pagado.es_cero()) return EstadoSolicitud::autorizada;
    return pagado < autorizado ? EstadoSolicitud::pagadaParcial : EstadoSolicitud::pagada;
}

}  // namespace cacao::engine
