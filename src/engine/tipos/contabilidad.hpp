#pragma once
// Entries without another document behind them.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

// Lines are accounts with debits and credits, which must add up to the same.
constexpr Documento Poliza{
    .tipo = "Poliza", .serie = "PD", .nombre = "Póliza de diario", .area = "Contabilidad",
    .renglones = Renglones::diario, .transiciones = solo_cancelar,
};

// The sides of an entry exchanged, in another month: what was estimated in one is undone in the next.
namespace poliza_reversa {
constexpr Origen origenes[] = {{"Poliza"}};
}
constexpr Documento PolizaReversa{
    .tipo = "PolizaReversa", .serie = "PR", .nombre = "Reversa de póliza", .area = "Contabilidad",
    .renglones = Renglones::diario, .origenes = poliza_reversa::origenes, .transiciones = solo_cancelar,
};

// Result accounts to the result of the year, in month 13.
constexpr Documento CierreAnual{
    .tipo = "CierreAnual", .serie = "CA", .nombre = "Cierre del ejercicio", .area = "Contabilidad",
    .renglones = Renglones::diario, .transiciones = solo_cancelar,
};

// clang-format on
}  // namespace cacao::engine
