#include "engine/listas_precios.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

void exigir_lista_precios(db::Writer& tx, std::int64_t listaPreciosId, std::string_view campo, Faltas& faltas) {
    if (listaPreciosId == 0) return;
    tx.lock_shared("listasPrecios");
    const auto activa = tx.one<bool>("SELECT activa FROM listaPrecios WHERE organizacionId = $1 AND listaPreciosId = $2",
                                     tx.organizacion(), listaPreciosId);
    faltas.agregar_si(!activa, Codigo::no_encontrado, campo);
    faltas.agregar_si(activa && !*activa, Codigo::inactivo, campo);
}

}  // namespace cacao::engine
