#pragma once
// Reports of receivables and payables that no description tells: columns by what was asked, rows between balances.

#include "papel/formulario.hpp"
#include "rooms/cartera/antiguedad_saldos.hpp"
#include "rooms/cartera/estado_cuenta.hpp"
#include "tabla/hoja.hpp"

namespace cacao {

void tabla_antiguedad(const Context&, const AntiguedadPedida&, const AntiguedadSaldos&, tabla::Hoja&);
void tabla_estado_cuenta(const Context&, const EstadoCuentaPedido&, const EstadoCuenta&, tabla::Hoja&);

// The same on paper, as it is sent to the contact.
papel::Formulario formulario_estado_cuenta(const Context&, const EstadoCuentaPedido&);

}  // namespace cacao
