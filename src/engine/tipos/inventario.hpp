#pragma once
// Stock without a sale or a purchase. Each type fixes the sign, the account on the other side and whether cost is given.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

namespace movimiento_inventario {
constexpr Asiento entrada[] = {
    {Lado::cargo, Cuenta::inventario,        Monto::entrada},
    {Lado::abono, Cuenta::ajuste_inventario, Monto::entrada},
};
constexpr Asiento inicial[] = {
    {Lado::cargo, Cuenta::inventario,      Monto::entrada},
    {Lado::abono, Cuenta::capital_inicial, Monto::entrada},
};
constexpr Asiento salida[] = {
    {Lado::cargo, Cuenta::ajuste_inventario, Monto::costo},
    {Lado::abono, Cuenta::inventario,        Monto::costo},
};
constexpr Asiento merma[] = {
    {Lado::cargo, Cuenta::merma,      Monto::costo},
    {Lado::abono, Cuenta::inventario, Monto::costo},
};
constexpr Asiento consumo[] = {
    {Lado::cargo, Cuenta::consumo_interno, Monto::costo},
    {Lado::abono, Cuenta::inventario,      Monto::costo},
};
constexpr Asiento traspaso[] = {
    {Lado::cargo, Cuenta::inventario, Monto::costo},
    {Lado::abono, Cuenta::inventario, Monto::costo},
};
}

constexpr Documento EntradaInventario{
    .tipo = "EntradaInventario", .serie = "IE", .nombre = "Entrada de inventario", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::entrada,
    .asientos = movimiento_inventario::entrada, .transiciones = solo_cancelar,
};
static_assert(cuadra(EntradaInventario));

constexpr Documento SalidaInventario{
    .tipo = "SalidaInventario", .serie = "IS", .nombre = "Salida de inventario", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::salida,
    .asientos = movimiento_inventario::salida, .transiciones = solo_cancelar,
};
static_assert(cuadra(SalidaInventario));

constexpr Documento InventarioInicial{
    .tipo = "InventarioInicial", .serie = "II", .nombre = "Inventario inicial", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::entrada,
    .asientos = movimiento_inventario::inicial, .transiciones = solo_cancelar,
};
static_assert(cuadra(InventarioInicial));

// Also of goods that were sent and did not arrive: they are no longer waited for.
namespace merma {
constexpr Origen origenes[] = {{"TraspasoEnvio", Avance::recibido}};
}
constexpr Documento Merma{
    .tipo = "Merma", .serie = "IM", .nombre = "Merma", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::salida,
    .asientos = movimiento_inventario::merma, .origenes = merma::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(Merma));

constexpr Documento ConsumoInterno{
    .tipo = "ConsumoInterno", .serie = "IC", .nombre = "Consumo interno", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::salida,
    .asientos = movimiento_inventario::consumo, .transiciones = solo_cancelar,
};
static_assert(cuadra(ConsumoInterno));

// What a count found too much, and too little. One count makes at most one of each.
constexpr Documento SobranteConteo{
    .tipo = "SobranteConteo", .serie = "IK", .nombre = "Sobrante de conteo", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::entrada,
    .asientos = movimiento_inventario::entrada, .transiciones = solo_cancelar,
};
static_assert(cuadra(SobranteConteo));
constexpr Documento FaltanteConteo{
    .tipo = "FaltanteConteo", .serie = "IF", .nombre = "Faltante de conteo", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::salida,
    .asientos = movimiento_inventario::salida, .transiciones = solo_cancelar,
};
static_assert(cuadra(FaltanteConteo));

// In one step, or sent to the transit warehouse and received from it.
constexpr Documento Traspaso{
    .tipo = "Traspaso", .serie = "IT", .nombre = "Traspaso", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::traspaso, .traslado = true,
    .asientos = movimiento_inventario::traspaso, .transiciones = solo_cancelar,
};
static_assert(cuadra(Traspaso));
constexpr Documento TraspasoEnvio{
    .tipo = "TraspasoEnvio", .serie = "TE", .nombre = "Envío de traspaso", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::traspaso, .traslado = true,
    .espera = {"transitoSalida", Avance::recibido},
    .asientos = movimiento_inventario::traspaso, .transiciones = solo_cancelar,
};
static_assert(cuadra(TraspasoEnvio));
namespace traspaso_recepcion {
constexpr Origen origenes[] = {{"TraspasoEnvio", Avance::recibido}};
}
constexpr Documento TraspasoRecepcion{
    .tipo = "TraspasoRecepcion", .serie = "TC", .nombre = "Recepción de traspaso", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::traspaso,
    .asientos = movimiento_inventario::traspaso, .origenes = traspaso_recepcion::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(TraspasoRecepcion));

// Consumes lines and produces lines in one document. What is produced is worth what was consumed, plus what was added, less what was
// lost abnormally: four figures that no table of two sides can say, so the entry is written by asentar.cpp.
constexpr Documento Reempaque{
    .tipo = "Reempaque", .serie = "RE", .nombre = "Reempaque", .area = "Inventario",
    .renglones = Renglones::inventario, .existencia = Existencia::reempaque, .transiciones = solo_cancelar,
};

// clang-format on
}  // namespace cacao::engine
