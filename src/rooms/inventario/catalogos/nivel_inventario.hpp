#pragma once
// How much of a product each warehouse should hold: what it is filled up from and to.

#include "api/operations.hpp"
#include "rooms/inventario/catalogos/lugares.hpp"

#include <optional>
#include <vector>

namespace cacao {

struct NivelInventario {
    std::int64_t productoId{};
    std::int64_t almacenId{};
    Cantidad minimo;
    Cantidad maximo;
    std::int64_t version{};
};
DESCRIBE_STRUCT(NivelInventario, (), (productoId, almacenId, minimo, maximo, version))

struct NivelesPedidos : PaginaPedida {
    std::optional<Id> productoId;
    std::optional<Id> almacenId;
};
DESCRIBE_STRUCT(NivelesPedidos, (PaginaPedida), (productoId, almacenId))

struct NivelNuevo {
    Id productoId;
    Id almacenId;
    NoNegativo<Cantidad> minimo;
    NoNegativo<Cantidad> maximo;
};
DESCRIBE_STRUCT(NivelNuevo, (), (productoId, almacenId, minimo, maximo))

Pagina<NivelInventario> listar_niveles(const Context&, const NivelesPedidos&);
NivelInventario guardar_nivel(Context&, const NivelNuevo&);

void register_niveles_inventario(api::Operations& ops);

}  // namespace cacao
