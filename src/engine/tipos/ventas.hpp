#pragma once
// Sales: from the quotation to the credit note.

#include "engine/tipos/documento.hpp"

namespace cacao::engine {
// clang-format off

namespace cotizacion {
constexpr Transicion transiciones[] = {
    {"aceptar", Estado::vigente, Estado::aceptada, true},
    {"rechazar", Estado::vigente, Estado::rechazada},
    {"cancelar", Estado::vigente, Estado::cancelado},
    {"cancelar", Estado::aceptada, Estado::cancelado},
    {"cancelar", Estado::rechazada, Estado::cancelado},
};
}
constexpr Documento Cotizacion{
    .tipo = "Cotizacion", .serie = "CT", .nombre = "Cotización", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::venta,
    .transiciones = cotizacion::transiciones,
};

namespace pedido_cliente {
constexpr Origen origenes[] = {{.tipo = "Cotizacion", .avance = Avance::pedido, .mientras_vale = true}};
constexpr Transicion transiciones[] = {
    {"cerrar", Estado::vigente, Estado::cerrado},
    {"cancelar", Estado::vigente, Estado::cancelado},
};
}
constexpr Documento PedidoCliente{
    .tipo = "PedidoCliente", .serie = "PC", .nombre = "Pedido de cliente", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .existencia = Existencia::reserva,
    .espera = {"pedido", Avance::entregado}, .tolerancia = Tolerancia::entrega,
    .origenes = pedido_cliente::origenes, .transiciones = pedido_cliente::transiciones,
};

constexpr Transicion solo_cancelar[] = {{"cancelar", Estado::vigente, Estado::cancelado}};

// The physical side alone: goods leave at their cost, the invoice follows.
namespace entrega {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::costo_ventas, Monto::costo},
    {Lado::abono, Cuenta::inventario,   Monto::costo},
};
constexpr Origen origenes[] = {{"PedidoCliente", Avance::entregado}, {"FacturaVenta", Avance::entregado}};
}
constexpr Documento Entrega{
    .tipo = "Entrega", .serie = "EN", .nombre = "Entrega de mercancía", .area = "Inventario",
    .contacto = Contacto::cliente, .renglones = Renglones::inventario, .existencia = Existencia::salida,
    .traslado = true, .credito = true,
    .asientos = entrega::asientos, .origenes = entrega::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(Entrega));

// A sale is the same to the books whether its paper is fiscal or not.
namespace venta {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::clientes,                   Monto::total},
    {Lado::cargo, Cuenta::iva_retenido_por_cobrar,    Monto::iva_retenido, Cuenta::iva_retenido_a_favor},
    {Lado::cargo, Cuenta::isr_retenido_por_cobrar,    Monto::isr_retenido, Cuenta::isr_retenido_a_favor},
    {Lado::abono, Cuenta::ventas,                     Monto::subtotal},
    {Lado::abono, Cuenta::iva_trasladado_no_cobrado,  Monto::iva,          Cuenta::iva_trasladado_cobrado},
    {Lado::abono, Cuenta::ieps_trasladado_no_cobrado, Monto::ieps,         Cuenta::ieps_trasladado_cobrado},
    {Lado::cargo, Cuenta::costo_ventas,               Monto::costo},
    {Lado::abono, Cuenta::inventario,                 Monto::costo},
};
}
// It bills as an invoice does: what a note took of an order is not there for an invoice.
namespace nota_venta {
constexpr Origen origenes[] = {{.tipo = "PedidoCliente", .avance = Avance::facturado, .al_mover = Avance::entregado}};
}
constexpr Documento NotaVenta{
    .tipo = "NotaVenta", .serie = "NV", .nombre = "Nota de venta", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .existencia = Existencia::salida,
    .saldo = Saldo::por_cobrar, .credito = true,
    .asientos = venta::asientos, .origenes = nota_venta::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaVenta));

// Takes back of a note what an invoice made of it now stands for: the books keep one sale, and what was paid of the note is the
// invoice's. It uses up what could be credited of the note, so nothing is both invoiced and credited.
namespace nota_venta_facturada {
constexpr Asiento asientos[] = {
    {Lado::abono, Cuenta::clientes,                   Monto::total},
    {Lado::abono, Cuenta::iva_retenido_por_cobrar,    Monto::iva_retenido, Cuenta::iva_retenido_a_favor},
    {Lado::abono, Cuenta::isr_retenido_por_cobrar,    Monto::isr_retenido, Cuenta::isr_retenido_a_favor},
    {Lado::cargo, Cuenta::ventas,                     Monto::subtotal},
    {Lado::cargo, Cuenta::iva_trasladado_no_cobrado,  Monto::iva,          Cuenta::iva_trasladado_cobrado},
    {Lado::cargo, Cuenta::ieps_trasladado_no_cobrado, Monto::ieps,         Cuenta::ieps_trasladado_cobrado},
};
constexpr Origen origenes[] = {{"NotaVenta", Avance::acreditado}};
}
constexpr Documento NotaVentaFacturada{
    .tipo = "NotaVentaFacturada", .serie = "NF", .nombre = "Nota de venta facturada", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .saldo = Saldo::favor_cliente, .acompaniante = true,
    .asientos = nota_venta_facturada::asientos, .origenes = nota_venta_facturada::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaVentaFacturada));

namespace factura_venta {
constexpr Estado de_orden_cerrada[] = {Estado::cerrada};  // what its work came to is known by then
constexpr Origen origenes[] = {
    {.tipo = "PedidoCliente", .avance = Avance::facturado, .al_mover = Avance::entregado},
    {.tipo = "Entrega", .avance = Avance::facturado, .sin_existencia = true},
    {.tipo = "NotaVenta", .avance = Avance::facturado, .sin_existencia = true, .con_cifras = true,
     .acompania = &NotaVentaFacturada},
    {.tipo = "OrdenServicio", .avance = Avance::facturado, .sin_existencia = true, .en = de_orden_cerrada},
};
}
constexpr Documento FacturaVenta{
    .tipo = "FacturaVenta", .serie = "FV", .nombre = "Factura de venta", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .existencia = Existencia::salida,
    .saldo = Saldo::por_cobrar, .fiscal = true, .credito = true, .addenda = true,
    .asientos = venta::asientos, .origenes = factura_venta::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(FacturaVenta));

// Goods come back at the cost at which they left; the money side is the credit note. What comes back of a delivery before it is
// invoiced takes the place of its invoice; what was invoiced comes back by its invoice.
namespace nota_devolucion_cliente {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::inventario,   Monto::costo},
    {Lado::abono, Cuenta::costo_ventas, Monto::costo},
};
constexpr Origen origenes[] = {
    {.tipo = "FacturaVenta", .avance = Avance::devuelto, .reabre = Avance::entregado},
    {.tipo = "NotaVenta", .avance = Avance::devuelto, .reabre = Avance::entregado},
    {.tipo = "Entrega", .avance = Avance::devuelto, .al_mover = Avance::facturado, .reabre = Avance::entregado},
};
}
constexpr Documento NotaDevolucionCliente{
    .tipo = "NotaDevolucionCliente", .serie = "DC", .nombre = "Nota de devolución de cliente", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::inventario, .existencia = Existencia::devolucion_cliente,
    .asientos = nota_devolucion_cliente::asientos, .origenes = nota_devolucion_cliente::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaDevolucionCliente));

namespace nota_credito_cliente {
constexpr Asiento asientos[] = {
    {Lado::abono, Cuenta::clientes,                   Monto::total},
    {Lado::abono, Cuenta::iva_retenido_por_cobrar,    Monto::iva_retenido, Cuenta::iva_retenido_a_favor},
    {Lado::abono, Cuenta::isr_retenido_por_cobrar,    Monto::isr_retenido, Cuenta::isr_retenido_a_favor},
    {Lado::cargo, Cuenta::devoluciones_venta,         Monto::subtotal},
    {Lado::cargo, Cuenta::iva_trasladado_no_cobrado,  Monto::iva,          Cuenta::iva_trasladado_cobrado},
    {Lado::cargo, Cuenta::ieps_trasladado_no_cobrado, Monto::ieps,         Cuenta::ieps_trasladado_cobrado},
};
constexpr Origen origenes[] = {
    {.tipo = "FacturaVenta", .avance = Avance::acreditado, .con_cifras = true},
    {.tipo = "NotaVenta", .avance = Avance::acreditado, .con_cifras = true},
    {.tipo = "NotaDevolucionCliente", .avance = Avance::acreditado, .con_cifras = true},
};
}
constexpr Documento NotaCreditoCliente{
    .tipo = "NotaCreditoCliente", .serie = "NC", .nombre = "Nota de crédito a cliente", .area = "Ventas",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .saldo = Saldo::favor_cliente, .fiscal = true,
    .asientos = nota_credito_cliente::asientos, .origenes = nota_credito_cliente::origenes, .transiciones = solo_cancelar,
};
static_assert(cuadra(NotaCreditoCliente));

// clang-format on
}  // namespace cacao::engine
