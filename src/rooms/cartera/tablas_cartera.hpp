#pragma once
// The reports of receivables and payables as people read them.

#include "rooms/cartera/antiguedad_saldos.hpp"
#include "rooms/cartera/cartera_global.hpp"
#include "rooms/cartera/estado_cuenta.hpp"
#include "rooms/cartera/saldo_contacto.hpp"
#include "tabla/hoja.hpp"

namespace cacao {

void tabla_antiguedad(const Context&, const AntiguedadPedida&, const AntiguedadSaldos&, tabla::Hoja&);
void tabla_cartera_global(const Context&, const CarteraGlobalFiltro&, const Filas<DocumentoCartera>&, tabla::Hoja&);
void tabla_cartera_totales(const Context&, const CarteraPedida&, const CarteraTotales&, tabla::Hoja&);
void tabla_saldos_contactos(const Context&, const SaldosContactosFiltro&, const Filas<SaldoContacto>&, tabla::Hoja&);
void tabla_saldos_totales(const Context&, const SaldosTotalesPedidos&, const SaldosTotales&, tabla::Hoja&);
void tabla_saldo_contacto(const Context&, const SaldoContactoPedido&, const SaldoContacto&, tabla::Hoja&);
void tabla_estado_cuenta(const Context&, const EstadoCuentaPedido&, const EstadoCuenta&, tabla::Hoja&);
void tabla_saldos_al_dia(const Context&, const SaldosAlDia&, const SaldosClientesProveedores&, tabla::Hoja&);

}  // namespace cacao
