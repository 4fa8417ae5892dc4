#pragma once
// What a company brings with it on its first day here: documents that are still to be collected or paid, and money. Each faces
// the opening account (capital_inicial), which the opening journal entry brings to zero. Stock comes as InventarioInicial.

#include "engine/tipos/ventas.hpp"

namespace cacao::engine {
// clang-format off

namespace saldo_inicial {
// The VAT that waits inside the balance waits here too, and becomes collected or paid with it.
constexpr Asiento cliente[] = {
    {Lado::cargo, Cuenta::clientes,                   Monto::total},
    {Lado::cargo, Cuenta::iva_retenido_por_cobrar,    Monto::iva_retenido, Cuenta::iva_retenido_a_favor},
    {Lado::cargo, Cuenta::isr_retenido_por_cobrar,    Monto::isr_retenido, Cuenta::isr_retenido_a_favor},
    {Lado::abono, Cuenta::capital_inicial,            Monto::subtotal},
    {Lado::abono, Cuenta::iva_trasladado_no_cobrado,  Monto::iva,          Cuenta::iva_trasladado_cobrado},
    {Lado::abono, Cuenta::ieps_trasladado_no_cobrado, Monto::ieps,         Cuenta::ieps_trasladado_cobrado},
};
constexpr Asiento proveedor[] = {
    {Lado::abono, Cuenta::proveedores,                Monto::total},
    {Lado::abono, Cuenta::iva_retenido_pendiente,     Monto::iva_retenido, Cuenta::iva_retenido_por_pagar},
    {Lado::abono, Cuenta::isr_retenido_pendiente,     Monto::isr_retenido, Cuenta::isr_retenido_por_pagar},
    {Lado::cargo, Cuenta::capital_inicial,            Monto::subtotal},
    {Lado::cargo, Cuenta::iva_acreditable_pendiente,  Monto::iva,          Cuenta::iva_acreditable_pagado},
    {Lado::cargo, Cuenta::ieps_acreditable_pendiente, Monto::ieps,         Cuenta::ieps_acreditable_pagado},
};
constexpr Asiento banco[] = {
    {Lado::cargo, Cuenta::banco,           Monto::total},
    {Lado::abono, Cuenta::capital_inicial, Monto::total},
};
}

constexpr Documento SaldoInicialCliente{
    .tipo = "SaldoInicialCliente", .serie = "SIC", .nombre = "Saldo inicial de cliente", .area = "Contabilidad",
    .contacto = Contacto::cliente, .renglones = Renglones::inicial, .saldo = Saldo::por_cobrar,
    .asientos = saldo_inicial::cliente, .transiciones = solo_cancelar,
};
static_assert(cuadra(SaldoInicialCliente));

constexpr Documento SaldoInicialProveedor{
    .tipo = "SaldoInicialProveedor", .serie = "SIP", .nombre = "Saldo inicial de proveedor", .area = "Contabilidad",
    .contacto = Contacto::proveedor, .renglones = Renglones::inicial, .saldo = Saldo::por_pagar,
    .asientos = saldo_inicial::proveedor, .transiciones = solo_cancelar,
};
static_assert(cuadra(SaldoInicialProveedor));

constexpr Documento SaldoInicialBanco{
    .tipo = "SaldoInicialBanco", .serie = "SIB", .nombre = "Saldo inicial de banco o caja", .area = "Contabilidad",
    .banco = true, .asientos = saldo_inicial::banco, .transiciones = solo_cancelar,
};
static_assert(cuadra(SaldoInicialBanco));

// clang-format on
}  // namespace cacao::engine
