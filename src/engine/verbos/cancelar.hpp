#pragma once
// Cancelling: done, or the list of what stands in the way; and the actions that move a document from state to state.

#include "api/context.hpp"
#include "engine/tipos/documento.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::engine {

struct Cancelacion {
    std::optional<Fecha> fecha;  // of the reversal; today if not given
    std::string motivo;
    bool con_aplicaciones = false;  // a payment's own applications are undone first instead of standing in the way
    std::string uuidSustitucion;    // of the fiscal document that takes its place
    bool por_si = false;            // asked for by itself and not with another document: If-Match is about it
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
Cancelado cancelar(Context& ctx, std::int64_t transaccionId, const Cancelacion& pedida,
                   std::initializer_list<std::string_view> tipos = {});

// Moves a document by an action of its kind. One that already stands where the action leads answers as the first time did.
std::string transitar(Context& ctx, std::int64_t transaccionId, std::string_view accion,
                      std::initializer_list<std::string_view> tipos = {});

}  // namespace cacao::engine
