#pragma once
// Lists of banks as people read them.

#include "rooms/bancos/estado_cuenta_banco.hpp"
#include "rooms/bancos/movimiento_bancario_lista.hpp"
#include "tabla/hoja.hpp"

namespace cacao {

void tabla_lineas_banco(const Context&, const ConciliacionFiltro&, const Filas<LineaBanco>&, tabla::Hoja&);
void tabla_movimientos_cuenta(const Context&, const ConciliacionFiltro&, const Filas<MovimientoDeCuenta>&, tabla::Hoja&);
void tabla_movimientos_bancarios(const Context&, const MovimientosBancariosFiltro&, const Filas<MovimientoBancarioResumen>&,
                                 tabla::Hoja&);

}  // namespace cacao
