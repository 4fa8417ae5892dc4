#pragma once
// Goods that are told apart: each lot and each serial where it is.

#include "api/operations.hpp"
#include "engine/existencia/lotes.hpp"
#include "rooms/inventario/catalogos/lugares.hpp"

#include <optional>
#include <string>

namespace cacao {

struct SeriesLotesPedidos : PaginaPedida, LugaresPedidos {
    std::optional<Texto<60, 1>> lote;
    std::optional<Texto<130, 1>> serie;
    std::optional<Fecha> caducaHasta;
};
DESCRIBE_STRUCT(SeriesLotesPedidos, (PaginaPedida, LugaresPedidos), (lote, serie, caducaHasta))

struct SerieLote {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::string unidad;
    std::int64_t almacenId{};
    std::string almacen;
    std::int64_t loteId{};  // 0: the product has serials alone
    std::string lote;
    std::string serie;    // "" of a product with lots alone
    Cantidad existencia;  // of a serial, 1
    Cantidad reservado;
    Cantidad disponible;
    std::optional<Fecha> fechaFabricacion;
    std::optional<Fecha> caducidad;
    std::optional<std::int64_t> diasPorCaducar;  // negative once it has expired
    Nombrado<engine::EstadoMercancia> estado;    // caducado, bloqueado, cuarentena; of a serial that is none of them, its own
    std::string pedimento;
    std::int64_t proveedorId{};
};
DESCRIBE_STRUCT(SerieLote, (),
                (productoId, codigo, producto, unidad, almacenId, almacen, loteId, lote, serie, existencia, reservado, disponible,
                 fechaFabricacion, caducidad, diasPorCaducar, estado, pedimento, proveedorId))

Pagina<SerieLote> listar_series_lotes(const Context&, const SeriesLotesPedidos&);

void register_series_lotes(api::Operations& ops);

}  // namespace cacao
