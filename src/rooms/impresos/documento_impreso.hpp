#pragma once
// Documents of ours as forms. What differs between kinds is a row of a table; whatever is not in it prints under its own name.

#include "api/context.hpp"
#include "engine/tipos/documento.hpp"
#include "papel/formulario.hpp"

#include <cstdint>
#include <string>

namespace cacao {

struct DocumentoImpreso {
    papel::Formulario formulario;  // without who issues it and without style
    std::string uuid;              // its fiscal folio, or ""
    bool cancelado = false;
};

// Refuses with no_encontrado what is not there or not of that kind.
DocumentoImpreso leer_documento_impreso(const Context& ctx, const engine::Documento& tipo, std::int64_t transaccionId);

}  // namespace cacao
