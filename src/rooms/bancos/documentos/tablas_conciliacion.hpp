#pragma once
// Both sides of a reconciliation as people read them.

#include "rooms/bancos/documentos/estado_cuenta_banco.hpp"
#include "tabla/hoja.hpp"

namespace cacao {

void tabla_lineas_banco(const Context&, const ConciliacionFiltro&, const Filas<LineaBanco>&, tabla::Hoja&);
void tabla_movimientos_cuenta(const Context&, const ConciliacionFiltro&, const Filas<MovimientoDeCuenta>&, tabla::Hoja&);

}  // namespace cacao
