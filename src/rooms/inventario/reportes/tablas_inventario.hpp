#pragma once
// The reports of stock as tables: workbook, CSV, PDF. Those with value end with their tie-out.

#include "rooms/inventario/reportes/analisis_capas.hpp"
#include "rooms/inventario/reportes/centro_distribucion.hpp"
#include "rooms/inventario/reportes/existencias.hpp"
#include "rooms/inventario/reportes/nivel_servicio.hpp"
#include "rooms/inventario/reportes/series_lotes.hpp"
#include "tabla/hoja.hpp"

namespace cacao {

void tabla_existencias(const Context&, const ExistenciasPedidas&, const Filas<ExistenciaProducto>&, tabla::Hoja&);
void tabla_series_lotes(const Context&, const SeriesLotesPedidos&, const Filas<SerieLote>&, tabla::Hoja&);
void tabla_centro_distribucion(const Context&, const CentroDistribucionPedido&, const Filas<CentroProducto>&, tabla::Hoja&);
void tabla_nivel_servicio(const Context&, const NivelServicioPedido&, const NivelServicio&, tabla::Hoja&);
void tabla_analisis_capas(const Context&, const AnalisisCapasPedido&, const Filas<CapaCosto>&, tabla::Hoja&);

}  // namespace cacao
