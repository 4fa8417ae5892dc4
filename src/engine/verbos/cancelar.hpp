#pragma once
// Cancelling: done, or the list of what stands in the way; and the actions that move a document from state to state.

#include "api/context.hpp"
#include "engine/tipos/documento.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

struct Cancelacion {
    std::optional<Fecha> fecha;  // of the reversal; today if not given
    std::string motivo;
    bool con_aplicaciones = false;  // a payment's own applications are undone first instead of standing in the way
    std::string uuidSustitucion;    // of the fiscal document that takes its place
    bool por_si = false;            // asked for by itself and not with another document: If-Match is about it
    bool por_autoridad = false;     // the authority has cancelled its fiscal document: the books follow
    bool se_rehace = false;         // what it takes off is taken off again at once: nothing else takes it meanwhile
};
struct Cancelado {
    std::int64_t transaccionId = 0;
    TipoDeDocumento tipo;
    std::string folio;
    EstadoDocumento estado;
    Fecha fecha;  // of the reversal
    std::string motivo;
    std::string uuidSustitucion;
};
DESCRIBE_STRUCT(Cancelado, (), (transaccionId, tipo, folio, estado, fecha, motivo, uuidSustitucion))

// Writes the exact reverse of every stored effect, once; a second cancel answers the first. `tipos` are the kinds that the
// operation is for (empty: any); another one is `no_encontrado`. Throws Error(con_dependientes), one fault per blocker.
// One whose fiscal document lives is asked of the authority first (`motivo` is its key then): unless the organization has it
// otherwise, the books wait for its word, and the answer says that the document stands.
Cancelado cancelar(Context& ctx, std::int64_t transaccionId, const Cancelacion& pedida,
                   std::initializer_list<std::string_view> tipos = {});

// Folios of what stands in the way of cancelling it now.
std::vector<std::string> impedimentos_de(Context& ctx, std::int64_t transaccionId, bool con_aplicaciones);

// Moves a document by an action of its kind. One that already stands where the action leads answers as the first time did.
std::string transitar(Context& ctx, std::int64_t transaccionId, std::string_view accion,
                      std::initializer_list<std::string_view> tipos = {});

}  // namespace cacao::engine
