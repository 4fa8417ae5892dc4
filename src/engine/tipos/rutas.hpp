#pragma once
// Route sales: the working day of a route, the goods that ride with it, and what its settlement found missing or too much. What
// is sold, collected and taken back on the road are the documents that there are for that.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

// It has no effect of its own: documents are registered in it, and its settlement makes those that it needs (decision 68).
namespace jornada_ruta {
constexpr Transicion transiciones[] = {
    {"cargar",   Estado::abierta,   Estado::cargada},
    {"salir",    Estado::cargada,   Estado::enRuta},
    {"regresar", Estado::enRuta,    Estado::retorno},
    {"liquidar", Estado::retorno,   Estado::liquidada},
    {"validar",  Estado::liquidada, Estado::validada},
    {"cerrar",   Estado::validada,  Estado::cerrada},
    {"cancelar", Estado::abierta,   Estado::cancelado},
};
}
constexpr Documento JornadaRuta{
    .tipo = "JornadaRuta", .serie = "JR", .nombre = "Jornada de ruta", .area = "Ruta",
    .renglones = Renglones::inventario, .sin_partidas = true,
    .inicial = Estado::abierta, .transiciones = jornada_ruta::transiciones,
};

// Goods keep their cost: a vehicle is a warehouse, and so is what customers have of our packaging.
namespace carga_ruta {
constexpr Asiento traspaso[] = {
    {Lado::cargo, Cuenta::inventario, Monto::costo},
    {Lado::abono, Cuenta::inventario, Monto::costo},
};
}
constexpr Documento CargaRuta{
    .tipo = "CargaRuta", .serie = "CR", .nombre = "Carga de ruta", .area = "Ruta",
    .renglones = Renglones::inventario, .existencia = Existencia::traspaso, .traslado = true,
    .asientos = carga_ruta::traspaso, .transiciones = solo_cancelar,
};
static_assert(cuadra(CargaRuta));
constexpr Documento DescargaRuta{
    .tipo = "DescargaRuta", .serie = "DB", .nombre = "Descarga de ruta", .area = "Ruta",
    .renglones = Renglones::inventario, .existencia = Existencia::traspaso,
    .asientos = carga_ruta::traspaso, .transiciones = solo_cancelar,
};
static_assert(cuadra(DescargaRuta));
constexpr Documento PrestamoEnvase{
    .tipo = "PrestamoEnvase", .serie = "PN", .nombre = "Préstamo de envases", .area = "Ruta",
    .contacto = Contacto::cliente, .renglones = Renglones::inventario, .existencia = Existencia::traspaso,
    .asientos = carga_ruta::traspaso, .transiciones = solo_cancelar,
};
static_assert(cuadra(PrestamoEnvase));
constexpr Documento DevolucionEnvase{
    .tipo = "DevolucionEnvase", .serie = "RN", .nombre = "Devolución de envases", .area = "Ruta",
    .contacto = Contacto::cliente, .renglones = Renglones::inventario, .existencia = Existencia::traspaso,
    .asientos = carga_ruta::traspaso, .transiciones = solo_cancelar,
};
static_assert(cuadra(DevolucionEnvase));

// What came back with the vehicle, as it was counted. Its differences are posted when the day is validated.
constexpr Documento DevolucionRuta{
    .tipo = "DevolucionRuta", .serie = "DR", .nombre = "Devolución de ruta", .area = "Ruta",
    .renglones = Renglones::inventario, .sin_partidas = true, .transiciones = solo_cancelar,
};

// Cash that is missing is owed by whoever had it; what is too much is income. Goods that are missing leave by a count and are
// charged beside it.
namespace diferencia_ruta {
constexpr Asiento faltante[] = {
    {Lado::cargo, Cuenta::clientes, Monto::total},
    {Lado::abono, Cuenta::banco,    Monto::total},
};
constexpr Asiento sobrante[] = {
    {Lado::cargo, Cuenta::banco,          Monto::total},
    {Lado::abono, Cuenta::otros_ingresos, Monto::total},
};
constexpr Asiento cargo[] = {
    {Lado::cargo, Cuenta::clientes,       Monto::total},
    {Lado::abono, Cuenta::otros_ingresos, Monto::total},
};
}
constexpr Documento FaltanteRuta{
    .tipo = "FaltanteRuta", .serie = "FL", .nombre = "Faltante de efectivo de ruta", .area = "Ruta",
    .contacto = Contacto::cliente, .saldo = Saldo::por_cobrar, .banco_sale = true,
    .asientos = diferencia_ruta::faltante, .transiciones = solo_cancelar,
};
static_assert(cuadra(FaltanteRuta));
constexpr Documento SobranteRuta{
    .tipo = "SobranteRuta", .serie = "SR", .nombre = "Sobrante de efectivo de ruta", .area = "Ruta",
    .banco = true, .asientos = diferencia_ruta::sobrante, .transiciones = solo_cancelar,
};
static_assert(cuadra(SobranteRuta));
constexpr Documento CargoRuta{
    .tipo = "CargoRuta", .serie = "CV", .nombre = "Cargo al vendedor por mercancía", .area = "Ruta",
    .contacto = Contacto::cliente, .saldo = Saldo::por_cobrar,
    .asientos = diferencia_ruta::cargo, .transiciones = solo_cancelar,
};
static_assert(cuadra(CargoRuta));

// clang-format on
}  // namespace cacao::engine
