#include "rooms/activos/plan.hpp"

#include "engine/entorno/meses.hpp"
#include "engine/precios/partes.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::int64_t entero_anual = engine::meses_del_anio * 1'000'000;  // of a rate in millionths, month by month

}  // namespace

Importe depreciado_al(Importe costo, std::span<const PlanDeActivo> planes, std::int64_t periodo, int decimales) {
    if (planes.empty()) return {};
    const PlanDeActivo* plan = nullptr;
    for (const PlanDeActivo& p : planes)
        if (p.desdePeriodo <= periodo) plan = &p;
    if (plan == nullptr) return planes.front().acumulado;
    const Importe queda = costo - plan->valorResidual - plan->acumulado;
    if (queda <= Importe{}) return plan->acumulado;
    const std::int64_t meses = engine::meses_entre(plan->desdePeriodo, periodo) + 1;
    if (plan->vidaMeses > 0)
        return plan->acumulado + engine::parte_acumulada(queda, std::min(meses, plan->vidaMeses), plan->vidaMeses, {}, decimales);
    const Importe por_tasa = engine::parte_acumulada(
        costo - plan->valorResidual, std::min(meses * plan->tasaAnual.micros(), entero_anual), entero_anual, {}, decimales);
    return plan->acumulado + std::min(por_tasa, queda);
}

std::int64_t ultimo_periodo(Importe costo, std::span<const PlanDeActivo> planes) {
    if (planes.empty()) return 0;
    const PlanDeActivo& p = planes.back();
    const Importe queda = costo - p.valorResidual - p.acumulado;
    if (queda <= Importe{}) return engine::periodo_mas(p.desdePeriodo, -1);
    if (p.vidaMeses > 0) return engine::periodo_mas(p.desdePeriodo, p.vidaMeses - 1);
    if (p.tasaAnual.es_cero()) return 0;
    // The first month by which the rate has taken all of it.
    const auto por_tasa = [&](std::int64_t meses) {
        return static_cast<__int128>((costo - p.valorResidual).micros()) * std::min(meses * p.tasaAnual.micros(), entero_anual);
    };
    const __int128 todo = static_cast<__int128>(queda.micros()) * entero_anual;
    std::int64_t meses = entero_anual / p.tasaAnual.micros() + 1;
    while (meses > 1 && por_tasa(meses - 1) >= todo) --meses;
    return engine::periodo_mas(p.desdePeriodo, meses - 1);
}

}  // namespace cacao
