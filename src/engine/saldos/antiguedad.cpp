#include "engine/saldos/antiguedad.hpp"

#include <algorithm>

namespace cacao::engine {

std::vector<Rango> rangos_de(const std::vector<std::int64_t>& limites) {
    std::vector<Rango> rangos;
    std::int64_t desde = 1;
    for (const auto limite : limites) {
        rangos.push_back({desde, limite, {}});
        desde = limite + 1;
    }
    rangos.push_back({desde, std::nullopt, {}});
    return rangos;
}

void sumar(AntiguedadTotal& total, std::int64_t dias, Importe importe, bool a_favor) {
    if (a_favor) {
        total.sinAsignar += importe;
    } else {
        total.total += importe;
        if (dias <= 0) {
            total.porVencer += importe;
        } else {
            total.vencido += importe;
            std::ranges::find_if(total.rangos, [&](const Rango& r) { return !r.hasta || dias <= *r.hasta; })->importe += importe;
        }
    }
    total.neto = total.total - total.sinAsignar;
}

}  // namespace cacao::engine
