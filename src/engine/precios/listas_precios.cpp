#include "engine/precios/listas_precios.hpp"

#include "api/registros.hpp"

namespace cacao::engine {

void exigir_lista_precios(db::Writer& tx, std::int64_t listaPreciosId, std::string_view campo, Faltas& faltas) {
    if (listaPreciosId == 0) return;
    tx.lock_shared("listasPrecios");
    exigir_activo(tx, "SELECT activa FROM listaPrecios WHERE organizacionId = $1 AND listaPreciosId = $2", listaPreciosId, campo,
                  faltas);
}

}  // namespace cacao::engine
