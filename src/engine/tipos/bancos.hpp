#pragma once
// Money. What is received or paid stands as the contact's until an application carries it to a document.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

namespace deposito {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::banco,             Monto::total},
    {Lado::abono, Cuenta::anticipo_clientes, Monto::total},
};
}
constexpr Documento Deposito{
    .tipo = "Deposito", .serie = "DE", .nombre = "Depósito", .area = "Bancos",
    .contacto = Contacto::cualquiera, .saldo = Saldo::favor_cliente, .banco = true,
    .asientos = deposito::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(Deposito));

// Money that is nobody's in particular: interest, loans, capital. Its taxes are collected as it comes, and what was withheld of it
// is ours.
namespace deposito_concepto {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::banco,                   Monto::total},
    {Lado::cargo, Cuenta::iva_retenido_a_favor,    Monto::iva_retenido},
    {Lado::cargo, Cuenta::isr_retenido_a_favor,    Monto::isr_retenido},
    {Lado::abono, Cuenta::partida,                 Monto::subtotal},
    {Lado::abono, Cuenta::iva_trasladado_cobrado,  Monto::iva},
    {Lado::abono, Cuenta::ieps_trasladado_cobrado, Monto::ieps},
};
}
constexpr Documento DepositoConcepto{
    .tipo = "DepositoConcepto", .serie = "DI", .nombre = "Depósito por concepto", .area = "Bancos",
    .contacto = Contacto::cualquiera, .renglones = Renglones::ingreso, .banco = true,
    .asientos = deposito_concepto::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(DepositoConcepto));

// An advance causes its VAT when it is received; settlement gives it back as the invoice's VAT becomes collected.
namespace anticipo {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::banco,                  Monto::total},
    {Lado::abono, Cuenta::anticipo_clientes,      Monto::total},
    {Lado::cargo, Cuenta::iva_de_anticipos,       Monto::iva},
    {Lado::abono, Cuenta::iva_trasladado_cobrado, Monto::iva, Cuenta::iva_de_anticipos},
};
}
constexpr Documento Anticipo{
    .tipo = "Anticipo", .serie = "AN", .nombre = "Anticipo de cliente", .area = "Bancos",
    .contacto = Contacto::cliente, .renglones = Renglones::venta, .saldo = Saldo::favor_cliente, .banco = true, .fiscal = true,
    .asientos = anticipo::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(Anticipo));

// Lines pay payable documents (the supplier's until applied) or a concept directly, whose taxes are paid at once.
namespace egreso {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::partida,                 Monto::subtotal},
    {Lado::cargo, Cuenta::iva_acreditable_pagado,  Monto::iva},
    {Lado::cargo, Cuenta::ieps_acreditable_pagado, Monto::ieps},
    {Lado::abono, Cuenta::iva_retenido_por_pagar,  Monto::iva_retenido},
    {Lado::abono, Cuenta::isr_retenido_por_pagar,  Monto::isr_retenido},
    {Lado::abono, Cuenta::banco,                   Monto::total},
};
}
constexpr Documento Egreso{
    .tipo = "Egreso", .serie = "EG", .nombre = "Egreso", .area = "Bancos",
    .contacto = Contacto::cualquiera, .renglones = Renglones::egreso, .saldo = Saldo::favor_proveedor, .banco_sale = true,
    .asientos = egreso::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(Egreso));

constexpr Documento ComisionBancaria{
    .tipo = "ComisionBancaria", .serie = "CB", .nombre = "Comisión bancaria", .area = "Bancos",
    .renglones = Renglones::egreso, .banco_sale = true,
    .asientos = egreso::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(ComisionBancaria));

// Between two currencies each side is worth what its own rate says; the difference is gained or lost (Asentador).
namespace traspaso_bancario {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::banco_destino, Monto::total},
    {Lado::abono, Cuenta::banco,         Monto::total},
};
}
constexpr Documento TraspasoBancario{
    .tipo = "TraspasoBancario", .serie = "TB", .nombre = "Traspaso entre cuentas propias", .area = "Bancos",
    .banco_sale = true, .asientos = traspaso_bancario::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(TraspasoBancario));

// Money back to a customer: owed until a deposit or credit of the same customer covers it.
namespace reembolso {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::clientes, Monto::total},
    {Lado::abono, Cuenta::banco,    Monto::total},
};
}
constexpr Documento Reembolso{
    .tipo = "Reembolso", .serie = "RB", .nombre = "Reembolso a cliente", .area = "Bancos",
    .contacto = Contacto::cliente, .saldo = Saldo::por_cobrar, .banco_sale = true,
    .asientos = reembolso::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(Reembolso));

// Money back from a supplier: owed to it until an advance or credit of the same supplier covers it.
namespace reembolso_proveedor {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::banco,       Monto::total},
    {Lado::abono, Cuenta::proveedores, Monto::total},
};
}
constexpr Documento ReembolsoProveedor{
    .tipo = "ReembolsoProveedor", .serie = "RP", .nombre = "Reembolso de proveedor", .area = "Bancos",
    .contacto = Contacto::proveedor, .saldo = Saldo::por_pagar, .banco = true,
    .asientos = reembolso_proveedor::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(ReembolsoProveedor));

// A balance too small to collect or to pay. Its taxes are taken back with it, like those of a credit: they were never collected.
namespace ajuste_saldo {
constexpr Asiento cliente[] = {
    {Lado::abono, Cuenta::anticipo_clientes,          Monto::total},
    {Lado::abono, Cuenta::iva_retenido_por_cobrar,    Monto::iva_retenido, Cuenta::iva_retenido_a_favor},
    {Lado::abono, Cuenta::isr_retenido_por_cobrar,    Monto::isr_retenido, Cuenta::isr_retenido_a_favor},
    {Lado::cargo, Cuenta::saldos_menores,             Monto::subtotal},
    {Lado::cargo, Cuenta::iva_trasladado_no_cobrado,  Monto::iva,          Cuenta::iva_trasladado_cobrado},
    {Lado::cargo, Cuenta::ieps_trasladado_no_cobrado, Monto::ieps,         Cuenta::ieps_trasladado_cobrado},
};
constexpr Asiento proveedor[] = {
    {Lado::abono, Cuenta::otros_ingresos,             Monto::subtotal},
    {Lado::abono, Cuenta::iva_acreditable_pendiente,  Monto::iva,          Cuenta::iva_acreditable_pagado},
    {Lado::abono, Cuenta::ieps_acreditable_pendiente, Monto::ieps,         Cuenta::ieps_acreditable_pagado},
    {Lado::cargo, Cuenta::iva_retenido_pendiente,     Monto::iva_retenido, Cuenta::iva_retenido_por_pagar},
    {Lado::cargo, Cuenta::isr_retenido_pendiente,     Monto::isr_retenido, Cuenta::isr_retenido_por_pagar},
    {Lado::cargo, Cuenta::anticipo_proveedores,       Monto::total},
};
}
constexpr Documento AjusteSaldoCliente{
    .tipo = "AjusteSaldoCliente", .serie = "AC", .nombre = "Cancelación de saldo menor de cliente", .area = "Bancos",
    .contacto = Contacto::cliente, .renglones = Renglones::inicial, .saldo = Saldo::favor_cliente,
    .asientos = ajuste_saldo::cliente, .transiciones = solo_cancelar,
};
static_assert(cuadra(AjusteSaldoCliente));
constexpr Documento AjusteSaldoProveedor{
    .tipo = "AjusteSaldoProveedor", .serie = "AP", .nombre = "Cancelación de saldo menor de proveedor", .area = "Bancos",
    .contacto = Contacto::proveedor, .renglones = Renglones::inicial, .saldo = Saldo::favor_proveedor,
    .asientos = ajuste_saldo::proveedor, .transiciones = solo_cancelar,
};
static_assert(cuadra(AjusteSaldoProveedor));

// An intention: it has no effect on the books; the egress that pays it carries the link.
namespace solicitud_pago {
constexpr Transicion transiciones[] = {
    {"autorizar", Estado::solicitada, Estado::autorizado},
    {"rechazar", Estado::solicitada, Estado::rechazada},
    {"modificar", Estado::solicitada, Estado::solicitada},
    {"modificar", Estado::autorizado, Estado::solicitada},
    {"modificar", Estado::rechazada, Estado::solicitada},
    {"cancelar", Estado::solicitada, Estado::cancelado},
    {"cancelar", Estado::autorizado, Estado::cancelado},
};
}
constexpr Documento SolicitudPago{
    .tipo = "SolicitudPago", .serie = "SP", .nombre = "Solicitud de pago", .area = "Bancos",
    .contacto = Contacto::cualquiera, .renglones = Renglones::egreso, .inicial = Estado::solicitada,
    .transiciones = solicitud_pago::transiciones,
};

// What a contact owes against what it is owed, with no money: it settles both sides at once.
namespace compensacion {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::anticipo_proveedores, Monto::total},
    {Lado::abono, Cuenta::anticipo_clientes,    Monto::total},
};
}
constexpr Documento Compensacion{
    .tipo = "Compensacion", .serie = "CO", .nombre = "Compensación", .area = "Bancos",
    .contacto = Contacto::cualquiera, .saldo = Saldo::compensacion,
    .asientos = compensacion::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(Compensacion));

// A customer pays with goods or services: a purchase that is paid by what the customer owes.
namespace pago_especie {
constexpr Asiento asientos[] = {
    {Lado::cargo, Cuenta::partida,                 Monto::subtotal},
    {Lado::cargo, Cuenta::iva_acreditable_pagado,  Monto::iva},
    {Lado::cargo, Cuenta::ieps_acreditable_pagado, Monto::ieps},
    {Lado::abono, Cuenta::iva_retenido_por_pagar,  Monto::iva_retenido},
    {Lado::abono, Cuenta::isr_retenido_por_pagar,  Monto::isr_retenido},
    {Lado::abono, Cuenta::anticipo_clientes,       Monto::total},
};
}
constexpr Documento PagoEspecie{
    .tipo = "PagoEspecie", .serie = "PE", .nombre = "Pago en especie", .area = "Bancos",
    .contacto = Contacto::cualquiera, .renglones = Renglones::compra, .existencia = Existencia::entrada,
    .saldo = Saldo::favor_cliente, .asientos = pago_especie::asientos, .transiciones = solo_cancelar,
};
static_assert(cuadra(PagoEspecie));

// The fiscal paper of what a payment paid of invoices that are paid later (PPD). It moves nothing: the payment did.
constexpr Documento ComplementoPago{
    .tipo = "ComplementoPago", .serie = "CP", .nombre = "Complemento de pago", .area = "Bancos",
    .contacto = Contacto::cliente, .fiscal = true, .transiciones = solo_cancelar,
};

// The fiscal paper (type E) of an advance that was applied to an invoice of the whole. It moves nothing: the application did.
constexpr Documento AplicacionAnticipo{
    .tipo = "AplicacionAnticipo", .serie = "AA", .nombre = "Aplicación de anticipo", .area = "Bancos",
    .contacto = Contacto::cliente, .fiscal = true, .transiciones = solo_cancelar,
};

// clang-format on
}  // namespace cacao::engine
