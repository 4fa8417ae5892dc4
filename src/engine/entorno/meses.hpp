#pragma once
// Months as 202611. Reckoning alone: whether one takes entries is periodos.hpp's.

#include "base/fecha.hpp"

#include <cstdint>
#include <optional>

namespace cacao::engine {

inline constexpr std::int64_t meses_del_anio = 12;

// 202611 for a day of November 2026.
inline std::int64_t periodo_de(Fecha fecha) { return std::int64_t{fecha.anio()} * 100 + fecha.mes(); }
// Whether it is a month of the calendar: the thirteenth, which closes a year, is none.
constexpr bool es_mes(std::int64_t periodo) { return periodo % 100 >= 1 && periodo % 100 <= meses_del_anio; }
constexpr std::int64_t periodo_mas(std::int64_t periodo, std::int64_t meses) {
    const std::int64_t mes = periodo / 100 * meses_del_anio + periodo % 100 - 1 + meses;
    return mes / meses_del_anio * 100 + mes % meses_del_anio + 1;
}
// From one to another: 0 for the same one.
constexpr std::int64_t meses_entre(std::int64_t periodo, std::int64_t otro) {
    return (otro / 100 - periodo / 100) * meses_del_anio + otro % 100 - periodo % 100;
}
// Nothing for what is no month.
std::optional<Fecha> primer_dia_de(std::int64_t periodo);

struct DiasDelMes {
    Fecha primero;
    Fecha ultimo;
};
// fuera_de_rango at /periodo for what is none.
DiasDelMes dias_del_mes(std::int64_t periodo);
inline Fecha cierre_del_mes(std::int64_t periodo) { return dias_del_mes(periodo).ultimo; }

static_assert(periodo_mas(202611, 2) == 202701 && periodo_mas(202601, -1) == 202512 && meses_entre(202512, 202601) == 1);

}  // namespace cacao::engine
