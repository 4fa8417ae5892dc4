#pragma once
// A document of any kind, for whoever has its identifier alone: from an event, a statement, a link.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"

#include <string>
#include <string_view>

namespace cacao {

DESCRIBE_KEY(DocumentoCualquieraPedido, transaccionId)

struct DocumentoCualquiera {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipo;
    std::string operacion;  // that reads documents of its kind; "" where none does
    std::int64_t version{};
    JsonCrudo documento;
};
DESCRIBE_STRUCT(DocumentoCualquiera, (), (transaccionId, tipo, operacion, version, documento))

DocumentoCualquiera obtener_cualquiera(const Context&, const api::Operations&, const DocumentoCualquieraPedido&);

void register_documento(api::Operations& ops);

}  // namespace cacao
