#pragma once
// Documents that belong to the working day of a route (rooms/rutas). Once the day is validated they stand as they are: what is
// wrong with it is put right by another document.

#include "api/context.hpp"

#include <cstdint>
#include <string_view>

namespace cacao::engine {

// Whoever changes a day holds it alone, before any document. Whoever cancels one of its documents holds it with others.
void retener_jornada(db::Writer& tx, std::int64_t jornadaId);

// A document was registered in a day, by something that was done on the road (0: by none).
void ligar_a_jornada(Context& ctx, std::int64_t jornadaId, std::int64_t transaccionId, std::int64_t operacionId = 0);
// … or puts right one that is validated already. Refuses (duplicado) what belongs to a day.
void ligar_ajuste(Context& ctx, std::int64_t jornadaId, std::int64_t transaccionId, std::string_view motivo);

// For whoever cancels it: nobody validates its day meanwhile. Refuses (jornada_validada) when that has been.
void exigir_jornada_sin_validar(Context& ctx, std::int64_t transaccionId);

}  // namespace cacao::engine
