#pragma once
// Months of the books: open, closing (only who may adjust posts), closed. Posting holds the shared lock of the month until its
// transaction ends and closing takes the exclusive one, so that no entry slips into a month while it closes.

#include "api/context.hpp"

#include <cstdint>
#include <string>

namespace cacao::engine {

constexpr std::int64_t cierre_del_ejercicio = 13;

// 202611 for a day of November 2026.
std::int64_t periodo_de(Fecha fecha);

enum class EstadoPeriodo : std::uint8_t { abierto, cerrando, cerrado };

// Holds the month for posting. Adds periodo_cerrado at `campo` when it takes no entry of this caller (`cerrando` admits those
// whose roles allow the operation PeriodoAjustar).
void exigir_periodo(Context& ctx, std::int64_t periodo, std::string_view campo, Faltas& faltas);

// Moves a month to another state, with a reason and an audit row. Closing refuses while an earlier month with entries is open;
// opening refuses while the year's closing entry stands. Answers the version of the row.
void cambiar_periodo(Context& ctx, std::int64_t periodo, EstadoPeriodo estado, const std::string& motivo);

}  // namespace cacao::engine
