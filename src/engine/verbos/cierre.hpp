#pragma once
// Entries that the books themselves ask for: the close of a year, and the reversal of an entry in another month.

#include "engine/emision/solicitud.hpp"

#include <vector>

namespace cacao::engine {

// Brings every result account of a year to zero against the result of the year, one document per branch, in month 13. Refuses a
// year that has its close (ejercicio_cerrado), a year with nothing to close (lista_vacia), and one whose months are not all
// closed (periodo_anterior_abierto).
std::vector<Emitido> cerrar_ejercicio(Context& ctx, int ejercicio);

// The sides of a manual entry exchanged, as a document of its own.
Emitido revertir_poliza(Context& ctx, std::int64_t transaccionId, std::optional<Fecha> fecha);

}  // namespace cacao::engine
