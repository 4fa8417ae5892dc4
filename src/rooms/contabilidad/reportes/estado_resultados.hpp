#pragma once
// The income statement: what was earned and spent over a range of days, by the lines of a layout.

#include "rooms/contabilidad/reportes/estado_financiero.hpp"

namespace cacao {

Estado consultar_estado_resultados(const Context&, const EstadoPedido&);

void register_estado_resultados(api::Operations& ops);

}  // namespace cacao
