#pragma once
// On which days and where a promotion holds, for whoever offers it and for whoever registers it.

#include "base/fecha.hpp"
#include "reflect/decode.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cacao::engine {

// 1 Monday to 7 Sunday; day 0 was a Thursday.
inline std::int64_t dia_de_semana(Fecha fecha) { return ((fecha.dias() + 3) % 7 + 7) % 7 + 1; }

// An empty list is every one.
inline bool incluye(const Guardado<std::vector<std::int64_t>>& lista, std::int64_t valor) {
    const auto valores = reflect::recuperar(lista);
    return valores.empty() || std::ranges::find(valores, valor) != valores.end();
}

}  // namespace cacao::engine
