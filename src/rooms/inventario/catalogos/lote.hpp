#pragma once
// Lots: whether they may be sold, until when they keep, and where they were imported.

#include "api/operations.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/existencia/lotes.hpp"

#include <optional>

namespace cacao {

using engine::EstadoLote;

struct LotesFiltro : PaginaPedida {
    std::optional<Id> productoId;
    std::optional<Texto<60, 1>> codigo;
    std::optional<EstadoLote> estado;
    std::optional<Fecha> caducaHasta;
};
DESCRIBE_STRUCT(LotesFiltro, (PaginaPedida), (productoId, codigo, estado, caducaHasta))

DESCRIBE_KEY(LotePedido, loteId)

struct LoteActualizacion {
    Id loteId;
    std::optional<EstadoLote> estado;
    Cambio<Fecha> caducidad;
    Cambio<Fecha> fechaFabricacion;
    Cambio<Texto<21>> pedimento;
};
DESCRIBE_STRUCT(LoteActualizacion, (), (loteId, estado, caducidad, fechaFabricacion, pedimento))

Pagina<engine::LoteVista> listar_lotes(const Context&, const LotesFiltro&);
engine::LoteVista obtener_lote(const Context&, const LotePedido&);
engine::LoteVista actualizar_lote(Context&, const LoteActualizacion&);

void register_lotes(api::Operations& ops);

}  // namespace cacao
