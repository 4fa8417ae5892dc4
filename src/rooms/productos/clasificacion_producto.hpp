#pragma once
// Classifications of products: a small catalog, listed whole. Accounts can be given to a classification (CuentasPapel).

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ClasificacionProducto {
    std::int64_t clasificacionId{};
    std::string nombre;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ClasificacionProducto, (), (clasificacionId, nombre, activo, version))

struct ClasificacionProductoNueva {
    Texto<100, 1> nombre;
};
DESCRIBE_STRUCT(ClasificacionProductoNueva, (), (nombre))

struct ClasificacionProductoActualizacion {
    Id clasificacionId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ClasificacionProductoActualizacion, (), (clasificacionId, nombre, activo))

std::vector<ClasificacionProducto> listar_clasificaciones_producto(const Context&);
ClasificacionProducto crear_clasificacion_producto(Context&, const ClasificacionProductoNueva&);
ClasificacionProducto actualizar_clasificacion_producto(Context&, const ClasificacionProductoActualizacion&);

void register_clasificaciones_producto(api::Operations&);

}  // namespace cacao
