#include "command/periodicos.hpp"

#include "rooms/activos/depreciacion.hpp"
#include "rooms/impuestos/liquidacion_iva.hpp"

namespace cacao::command {

periodicos::LosVecinos neighbours_of_generator(const api::Operations& operations) {
    auto v = std::make_shared<periodicos::Vecinos>();
    v->operaciones = &operations;
    v->por_depreciar = [](const Context& ctx, std::int64_t periodo) {
        Importe suma;
        for (const ActivoDepreciado& a : depreciacion_por_hacer(ctx, {periodo})) suma += a.depreciacion;
        return suma;
    };
    v->depreciar = [](Context& ctx, std::int64_t periodo) -> std::optional<periodicos::DepreciacionHecha> {
        if (depreciacion_por_hacer(ctx, {periodo}).empty()) return {};
        const auto hecha = depreciar(ctx, {periodo});
        return periodicos::DepreciacionHecha{hecha.depreciacionId, static_cast<std::int64_t>(hecha.polizas.size()),
                                             hecha.importe};
    };
    v->deshacer_depreciacion = [](Context& ctx, std::int64_t depreciacionId) { deshacer_depreciacion(ctx, {depreciacionId}); };
    v->iva_por_liquidar = iva_por_liquidar;
    return v;
}

}  // namespace cacao::command
