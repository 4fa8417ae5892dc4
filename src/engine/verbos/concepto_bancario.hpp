#pragma once
// Concepts of bank documents that are kept for one own account or for one contact.

#include "engine/emision/solicitud.hpp"

namespace cacao::engine {

// Adds valor_no_permitido at each line whose concept is of another account or contact. That there is such a concept, and that it
// may be used, is told by registering.
void exigir_concepto_suyo(db::Reader& tx, const SolicitudEgreso& pedida, Faltas& faltas);

}  // namespace cacao::engine
