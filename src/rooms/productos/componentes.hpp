#pragma once
// Rules of what a kit consists of, and of the units in which a product is also counted.

#include "rooms/productos/producto.hpp"

namespace cacao {

// The components as they will be stored. Refuses what is not there, is switched off or named twice, a quantity finer than the
// unit, a kit that would contain itself, and one that would stand in a nest deeper than the engine opens.
std::vector<ComponenteDeProducto> revisar_componentes(db::Writer& tx, std::int64_t productoId,
                                                      const std::vector<ComponenteNuevo>& pedidos, Faltas& faltas);

std::vector<UnidadDeProducto> revisar_unidades(db::Reader& tx, std::int64_t unidadMedidaId,
                                               const std::vector<UnidadDeProductoNueva>& pedidas, Faltas& faltas);

// One code is of one product, be it its own or one that it is scanned by.
std::vector<CodigoBarras> revisar_codigos_barras(db::Writer& tx, const Producto& p, const std::vector<CodigoBarrasNuevo>& pedidos,
                                                 Faltas& faltas);

}  // namespace cacao
