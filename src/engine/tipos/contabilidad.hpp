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

// What a month's VAT comes to: collected less credited and withheld, owed to the authority or in favour (decision 96).
constexpr Documento LiquidacionIva{
    .tipo = "LiquidacionIva", .serie = "LI", .nombre = "Liquidación de IVA", .area = "Impuestos",
    .renglones = Renglones::diario, .transiciones = solo_cancelar,
};

// What is open in other currencies, at the rate of the last day of a month, and the same taken back on the next day (decision 36).
constexpr Documento RevaluacionCambiaria{
    .tipo = "RevaluacionCambiaria", .serie = "RV", .nombre = "Revaluación cambiaria", .area = "Contabilidad",
    .renglones = Renglones::diario, .en_control = true, .transiciones = solo_cancelar,
};
constexpr Documento ReversaRevaluacion{
    .tipo = "ReversaRevaluacion", .serie = "RVR", .nombre = "Reversa de revaluación cambiaria", .area = "Contabilidad",
    .renglones = Renglones::diario, .acompaniante = true, .en_control = true, .transiciones = solo_cancelar,
};

// What fixed assets lost of their value in a month, and one of them that goes; what was paid ahead becomes cost (decisions 98, 99).
constexpr Documento Depreciacion{
    .tipo = "Depreciacion", .serie = "DPR", .nombre = "Depreciación del mes", .area = "Activos",
    .renglones = Renglones::diario, .transiciones = solo_cancelar,
};
constexpr Documento BajaActivo{
    .tipo = "BajaActivo", .serie = "BAF", .nombre = "Baja de activo fijo", .area = "Activos",
    .renglones = Renglones::diario, .transiciones = solo_cancelar,
};
constexpr Documento Devengo{
    .tipo = "Devengo", .serie = "DVG", .nombre = "Devengo de pagos anticipados", .area = "Periodicos",
    .renglones = Renglones::diario, .transiciones = solo_cancelar,
};

// clang-format on
}  // namespace cacao::engine
