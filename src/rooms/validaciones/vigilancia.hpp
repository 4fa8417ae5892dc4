#pragma once
// The authority's word is asked again: soon while it has not answered, then by the age of the document, because whoever issued it
// may cancel it later.

#include "api/trabajos.hpp"
#include "rooms/validaciones/validador.hpp"

#include <memory>

namespace cacao::validacion {

inline constexpr std::string_view oficio_estado_sat = "EstadoSat";

// When a document that was stamped at `desde` is to be asked for again, by what was said of it; nothing: never again.
std::optional<Instante> siguiente_consulta(fiscal::EstadoCfdi dicho, Instante desde, Instante ahora, std::chrono::seconds cada);

// Asks for it, in this transaction.
void vigilar(Context& ctx, const std::string& expresion, const std::optional<fiscal::RespuestaSat>& dicho, Instante desde,
             std::chrono::seconds cada);

api::Oficio oficio_de_estado(std::shared_ptr<const Validador> validador);

}  // namespace cacao::validacion
