#pragma once
// What of the value that moved belongs to no line of its document.

#include "engine/existencia/inventario.hpp"
#include "engine/tipos/documento.hpp"

namespace cacao::engine {

// Goods that had left before they came in had left at a cost that was not quite theirs: the entry that follows puts it right,
// with value and no goods. A late cost is that by its nature.
inline bool es_correccion(const Documento& tipo, const ValorMovido& v) {
    return v.cantidad.es_cero() && tipo.existencia != Existencia::costo_tardio;
}

}  // namespace cacao::engine
