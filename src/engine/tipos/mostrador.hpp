#pragma once
// The counter: the shift of a till, and what its count found missing or too much. What is sold and collected in it are the
// documents that there are for that.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

// It has no effect of its own, as a route's working day has none.
namespace turno_caja {
constexpr Transicion transiciones[] = {
    {"cerrar",   Estado::abierta, Estado::cerrada},
    {"cancelar", Estado::abierta, Estado::cancelado},
};
}
constexpr Documento TurnoCaja{
    .tipo = "TurnoCaja", .serie = "TK", .nombre = "Turno de caja", .area = "Mostrador",
    .renglones = Renglones::inventario, .sin_partidas = true,
    .inicial = Estado::abierta, .transiciones = turno_caja::transiciones,
};

// Cash that is missing is an expense, or owed by whoever is to answer for it; what is too much is income.
namespace diferencia_caja {
constexpr Asiento faltante[] = {
    {Lado::cargo, Cuenta::gastos, Monto::total},
    {Lado::abono, Cuenta::banco,  Monto::total},
};
constexpr Asiento cargado[] = {
    {Lado::cargo, Cuenta::clientes, Monto::total},
    {Lado::abono, Cuenta::banco,    Monto::total},
};
constexpr Asiento sobrante[] = {
    {Lado::cargo, Cuenta::banco,          Monto::total},
    {Lado::abono, Cuenta::otros_ingresos, Monto::total},
};
}
constexpr Documento FaltanteCaja{
    .tipo = "FaltanteCaja", .serie = "FK", .nombre = "Faltante de caja", .area = "Mostrador",
    .banco_sale = true, .asientos = diferencia_caja::faltante, .transiciones = solo_cancelar,
};
static_assert(cuadra(FaltanteCaja));
constexpr Documento CargoFaltanteCaja{
    .tipo = "CargoFaltanteCaja", .serie = "CK", .nombre = "Faltante de caja por cobrar", .area = "Mostrador",
    .contacto = Contacto::cliente, .saldo = Saldo::por_cobrar, .banco_sale = true,
    .asientos = diferencia_caja::cargado, .transiciones = solo_cancelar,
};
static_assert(cuadra(CargoFaltanteCaja));
constexpr Documento SobranteCaja{
    .tipo = "SobranteCaja", .serie = "SK", .nombre = "Sobrante de caja", .area = "Mostrador",
    .banco = true, .asientos = diferencia_caja::sobrante, .transiciones = solo_cancelar,
};
static_assert(cuadra(SobranteCaja));

// clang-format on
}  // namespace cacao::engine
