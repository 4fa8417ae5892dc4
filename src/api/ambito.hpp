#pragma once
// What a report is asked of alone: a branch, a project. Asked of one that is not there it would answer zeros, which look like one
// that did nothing.

#include "api/registros.hpp"

#include <cstdint>

namespace cacao {

// In use or not; 0 asks of none.
inline void exigir_sucursal(db::Reader& tx, std::int64_t sucursalId, Faltas& faltas) {
    faltas.agregar_si(
        sucursalId != 0 && !hay(tx, "SELECT 1 FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2", sucursalId),
        Codigo::no_encontrado, "/sucursalId");
}
inline void exigir_proyecto(db::Reader& tx, std::int64_t proyectoId, Faltas& faltas) {
    faltas.agregar_si(
        proyectoId != 0 && !hay(tx, "SELECT 1 FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2", proyectoId),
        Codigo::no_encontrado, "/proyectoId");
}

// Of a report's question, those that it names.
template <class Pedido>
void exigir_ambito(db::Reader& tx, const Pedido& pedido, Faltas& faltas) {
    if (pedido.sucursalId) exigir_sucursal(tx, pedido.sucursalId->valor, faltas);
    if (pedido.proyectoId) exigir_proyecto(tx, pedido.proyectoId->valor, faltas);
}

}  // namespace cacao
