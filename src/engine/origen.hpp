#pragma once
// What kinds do to the lines that they derive from.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/documento.hpp"

#include <algorithm>

namespace cacao::engine {

// Whether a document of this kind uses up that progress of a line of another, its source or what the source came from.
inline bool avanza(const Documento& tipo, std::string_view origen, Avance avance) {
    return avance != Avance::ninguno && std::any_of(tipo.origenes.begin(), tipo.origenes.end(),
                                                    [&](const Origen& o) { return o.tipo == origen && o.avance == avance; });
}

// Whether a line that derives from a line of kind `origen` uses up the same progress of what that one came from. A note whose
// sale an invoice took over is not credited again with the invoice.
inline bool sube(const Documento& tipo, std::string_view origen, std::string_view antes, Avance avance) {
    if (!avanza(tipo, antes, avance)) return false;
    const auto& reglas = tipo_de(origen)->origenes;
    return std::none_of(reglas.begin(), reglas.end(), [&](const Origen& o) {
        return o.tipo == antes && o.acompania != nullptr && avanza(*o.acompania, antes, avance);
    });
}

// Gives back what was used of a line. Defined in emision_origen.cpp.
void bajar_avance(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, Avance avance, Cantidad cantidad,
                  Importe valor);

}  // namespace cacao::engine
