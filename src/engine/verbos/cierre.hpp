#pragma once
// Entries that the books themselves ask for: the close of a year, and the reversal of an entry in another month.

#include "engine/emision/solicitud.hpp"

#include <vector>

namespace cacao::engine {

// In month 13, one document per branch: what the result of the year holds of years before goes on to that of earlier years, then
// every result account of the year goes to it. Refuses a year that is closed (ejercicio_cerrado; a branch whose
// close was undone is closed again by itself), one whose months are not all closed (periodo_anterior_abierto), one after a year
// that has results and no close (ejercicio_anterior_abierto, with that year), and one with nothing to close (lista_vacia).
std::vector<Emitido> cerrar_ejercicio(Context& ctx, int ejercicio);

// The sides of a manual entry exchanged, as a document of its own.
Emitido revertir_poliza(Context& ctx, std::int64_t transaccionId, std::optional<Fecha> fecha);

}  // namespace cacao::engine
