#pragma once
// Purchases: from the order to the supplier's credit note.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

namespace orden_compra {
constexpr Transicion transiciones[] = {
    {"autorizar", Estado::porAutorizar, Estado::autorizado},
    {"cerrar", Estado::autorizado, Estado::cerrado},
    {"cancelar", Estado::porAutorizar, Estado::cancelado},
    {"cancelar", Estado::autorizado, Estado::cancelado},
};
}
constexpr Documento OrdenCompra{
    .tipo = "OrdenCompra", .serie = "OC", .nombre = "Orden de compra", .area = "Compras",
    .contacto = Contacto::proveedor, .renglones = Renglones::compra, .en_orden = true,
    .espera = {"orden", Avance::recibido}, .tolerancia = Tolerancia::recepcion,
    .inicial = Estado::porAutorizar, .transiciones = orden_compra::transiciones,
};

// Goods enter at the order's price against what the supplier has yet to invoice.
namespace recepcion {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::inventario,            Monto::entrada},
    {Lado::abono, Cuenta::recibido_no_facturado, Monto::entrada},
};
constexpr Origen origenes[] = {{"OrdenCompra", Avance::recibido}};
}
constexpr Documento Recepcion{
    .tipo = "Recepcion", .serie = "RC", .nombre = "Recepción de mercancía", .area = "Inventario",
    .contacto = Contacto::proveedor, .renglones = Renglones::compra, .existencia = Existencia::entrada,
    .asientos = recepcion::asientos, .origenes = recepcion::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(Recepcion));

// The supplier's note for goods received and not yet invoiced.
constexpr Documento NotaRemision{
    .tipo = "NotaRemision", .serie = "NR", .nombre = "Nota de remisión", .area = "Compras",
    .contacto = Contacto::proveedor, .renglones = Renglones::compra, .existencia = Existencia::entrada, .fiscal = true,
    .asientos = recepcion::asientos, .origenes = recepcion::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaRemision));

namespace compra {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::partida,                    Monto::subtotal},
    {Lado::cargo, Cuenta::iva_acreditable_pendiente,  Monto::iva,          Cuenta::iva_acreditable_pagado},
    {Lado::cargo, Cuenta::ieps_acreditable_pendiente, Monto::ieps,         Cuenta::ieps_acreditable_pagado},
    {Lado::abono, Cuenta::iva_retenido_pendiente,     Monto::iva_retenido, Cuenta::iva_retenido_por_pagar},
    {Lado::abono, Cuenta::isr_retenido_pendiente,     Monto::isr_retenido, Cuenta::isr_retenido_por_pagar},
    {Lado::abono, Cuenta::proveedores,                Monto::total},
};
}
namespace factura_compra {
constexpr Origen origenes[] = {
    {.tipo = "OrdenCompra", .avance = Avance::facturado, .al_mover = Avance::recibido},
    {.tipo = "Recepcion", .avance = Avance::facturado, .sin_existencia = true, .por_valor = true},
    {.tipo = "NotaRemision", .avance = Avance::facturado, .sin_existencia = true, .por_valor = true},
};
// An invoice that differs from what was ordered and received is on the books and owed, and waits to be looked at before it is
// paid.
constexpr Transicion transiciones[] = {
    {"revisar", Estado::vigente, Estado::porRevisar},
    {"aprobar", Estado::porRevisar, Estado::vigente},
    {"cancelar", Estado::vigente, Estado::cancelado},
    {"cancelar", Estado::porRevisar, Estado::cancelado},
};
}
constexpr Documento FacturaCompra{
    .tipo = "FacturaCompra", .serie = "FC", .nombre = "Factura de compra", .area = "Compras",
    .contacto = Contacto::proveedor, .renglones = Renglones::compra, .existencia = Existencia::entrada,
    .saldo = Saldo::por_pagar, .fiscal = true,
    .asientos = compra::asientos, .origenes = factura_compra::origenes, .transiciones = factura_compra::transiciones,
};
static_assert(cuadra(FacturaCompra));

constexpr Documento Gasto{
    .tipo = "Gasto", .serie = "GA", .nombre = "Gasto", .area = "Compras",
    .contacto = Contacto::proveedor, .renglones = Renglones::compra, .saldo = Saldo::por_pagar, .fiscal = true,
    .asientos = compra::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(Gasto));

// Goods go back. Not yet invoiced: less is owed for what was received; invoiced: the supplier owes a credit.
namespace nota_devolucion_proveedor {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::partida,    Monto::costo},
    {Lado::abono, Cuenta::inventario, Monto::costo},
};
// What goes back before it is invoiced takes the place of its invoice.
constexpr Origen origenes[] = {
    {.tipo = "Recepcion", .avance = Avance::facturado, .al_mover = Avance::devuelto, .reabre = Avance::recibido, .por_valor = true},
    {.tipo = "NotaRemision", .avance = Avance::facturado, .al_mover = Avance::devuelto, .reabre = Avance::recibido,
     .por_valor = true},
    {.tipo = "FacturaCompra", .avance = Avance::devuelto, .reabre = Avance::recibido, .a_su_precio = true},
};
}
constexpr Documento NotaDevolucionProveedor{
    .tipo = "NotaDevolucionProveedor", .serie = "DP", .nombre = "Nota de devolución a proveedor", .area = "Compras",
    .contacto = Contacto::proveedor, .renglones = Renglones::inventario, .existencia = Existencia::devolucion_proveedor,
    .asientos = nota_devolucion_proveedor::asientos, .origenes = nota_devolucion_proveedor::origenes,
    .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaDevolucionProveedor));

namespace nota_credito_proveedor {
constexpr Asiento asientos[] = {
    {Lado::abono, Cuenta::partida,                    Monto::subtotal},
    {Lado::abono, Cuenta::iva_acreditable_pendiente,  Monto::iva,          Cuenta::iva_acreditable_pagado},
    {Lado::abono, Cuenta::ieps_acreditable_pendiente, Monto::ieps,         Cuenta::ieps_acreditable_pagado},
    {Lado::cargo, Cuenta::iva_retenido_pendiente,     Monto::iva_retenido, Cuenta::iva_retenido_por_pagar},
    {Lado::cargo, Cuenta::isr_retenido_pendiente,     Monto::isr_retenido, Cuenta::isr_retenido_por_pagar},
    {Lado::cargo, Cuenta::proveedores,                Monto::total},
};
constexpr Origen origenes[] = {
    {.tipo = "FacturaCompra", .avance = Avance::acreditado, .con_cifras = true},
    {.tipo = "NotaDevolucionProveedor", .avance = Avance::acreditado, .sin_existencia = true, .por_valor = true,
     .con_cifras = true},
};
}
constexpr Documento NotaCreditoProveedor{
    .tipo = "NotaCreditoProveedor", .serie = "NP", .nombre = "Nota de crédito de proveedor", .area = "Compras",
    .contacto = Contacto::proveedor, .renglones = Renglones::compra, .saldo = Saldo::favor_proveedor, .fiscal = true,
    .asientos = nota_credito_proveedor::asientos, .origenes = nota_credito_proveedor::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaCreditoProveedor));

// Freight, duty and insurance reach the goods that bore them: a line is the share of one line that brought goods in. What was sold
// since goes to cost of sales. Sharing out: engine/verbos/gasto_compra.hpp.
namespace gasto_compra {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::inventario,            Monto::entrada},
    {Lado::abono, Cuenta::gastos_por_distribuir, Monto::entrada},
};
constexpr Origen origenes[] = {
    {"Recepcion"}, {"NotaRemision"}, {"FacturaCompra"}, {"EntradaInventario"}, {"InventarioInicial"}};
}
constexpr Documento GastoCompra{
    .tipo = "GastoCompra", .serie = "GC", .nombre = "Gasto sobre compra", .area = "Compras",
    .renglones = Renglones::inventario, .existencia = Existencia::costo_tardio,
    .asientos = gasto_compra::asientos, .origenes = gasto_compra::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(GastoCompra));

// clang-format on
}  // namespace cacao::engine
