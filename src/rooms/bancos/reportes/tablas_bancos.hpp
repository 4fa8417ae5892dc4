#pragma once
// Lists of banks as people read them.

#include "rooms/bancos/reportes/movimiento_bancario_lista.hpp"
#include "tabla/hoja.hpp"

namespace cacao {

void tabla_movimientos_bancarios(const Context&, const MovimientosBancariosFiltro&, const Filas<MovimientoBancarioResumen>&,
                                 tabla::Hoja&);

}  // namespace cacao
