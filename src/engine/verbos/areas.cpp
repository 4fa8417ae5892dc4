#include "engine/verbos/areas.hpp"

#include "engine/tipos/documento.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine {

bool puede_en_area(const Context& ctx, const api::Operations& ops, std::string_view tipo, bool escribe) {
    const auto area = tipo_de(tipo)->area;
    return std::ranges::any_of(ops.all(), [&](const api::Operation& op) {
        return op.grupo == area && !op.publica && !op.libre_para_todos && (!escribe || op.escribe()) &&
               ctx.sesion().permitidas[op.index];
    });
}

bool puede_leer(const Context& ctx, const api::Operations& ops, std::string_view tipo) {
    const api::Operation* suya = ops.reader_of(tipo);
    return suya != nullptr ? ctx.sesion().permitidas[suya->index] : puede_en_area(ctx, ops, tipo, false);
}

std::string tipos_en_sql(FunctionRef<bool(std::string_view tipo)> cuales) {
    std::string tipos;
    for (const Documento* t : todos_los_tipos())
        if (cuales(t->tipo)) tipos.append(tipos.empty() ? "'" : ", '").append(t->tipo).append("'");
    return tipos;
}

std::string tipos_en_area(const Context& ctx, const api::Operations& ops) {
    return tipos_en_sql([&](std::string_view tipo) { return puede_en_area(ctx, ops, tipo, false); });
}

void exigir_area(const Context& ctx, const api::Operations& ops, std::string_view tipo, bool escribe, std::string_view campo) {
    if (puede_en_area(ctx, ops, tipo, escribe)) return;
    reject(Codigo::permiso_denegado, std::string{campo},
           reflect::objeto("permiso", std::string{tipo_de(tipo)->area} + (escribe ? ".*" : ".leer")));
}

}  // namespace cacao::engine
