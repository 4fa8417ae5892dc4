#pragma once
// Lines that name their product by its code.

#include "engine/emision/solicitud.hpp"

#include <span>
#include <vector>

namespace cacao::engine {

// A code becomes the product that has it, for all lines in one statement. What is left of a code is wrong, and is told with all
// that is (juzgar): beside no productoId nobody has it, beside one it is another's.
void nombrar_productos(db::Reader& tx, std::span<DeArticulo* const> articulos);
// Of lines, or of anything that holds the article of one. Whoever looks at a product before it is registered asks for it first.
template <class Partidas>
void nombrar_productos(db::Reader& tx, Partidas&& partidas) {
    std::vector<DeArticulo*> con_codigo;
    for (auto& p : partidas) {
        DeArticulo* a = nullptr;
        if constexpr (requires { p.articulo; }) a = &p.articulo;
        else a = &p;
        if (!a->codigo.empty()) con_codigo.push_back(a);
    }
    if (!con_codigo.empty()) nombrar_productos(tx, std::span<DeArticulo* const>{con_codigo});
}

}  // namespace cacao::engine
