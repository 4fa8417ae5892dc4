#pragma once
// What a simulated write did, until it is rolled back: gathered by those who do it, told by verbos/simulacion.

#include "api/context.hpp"

#include <any>
#include <cstdint>
#include <vector>

namespace cacao::engine {

struct Rastro {
    struct Registrado {
        std::int64_t transaccionId = 0;
        std::any dicho;  // what the verb says of it
    };
    std::vector<Registrado> documentos;  // in the order in which they are told
    std::vector<std::int64_t> polizas;   // all that were posted, of whichever document
};

inline Rastro& rastro(Context& ctx) {
    std::any& suyo = ctx.simulacion();
    if (!suyo.has_value()) suyo.emplace<Rastro>();
    return std::any_cast<Rastro&>(suyo);
}

}  // namespace cacao::engine
