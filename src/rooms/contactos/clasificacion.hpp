#pragma once
// Classifications of contacts: a small catalog, listed whole.

#include "api/operations.hpp"

namespace cacao {

struct ClasificacionContacto {
    std::int64_t clasificacionId{};
    std::string nombre;
    bool activo{};
};
DESCRIBE_STRUCT(ClasificacionContacto, (), (clasificacionId, nombre, activo))

struct ClasificacionContactoNueva {
    Texto<100, 1> nombre;
};
DESCRIBE_STRUCT(ClasificacionContactoNueva, (), (nombre))

struct ClasificacionContactoActualizacion {
    Id clasificacionId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ClasificacionContactoActualizacion, (), (clasificacionId, nombre, activo))

std::vector<ClasificacionContacto> listar_clasificaciones_contacto(const Context&);
ClasificacionContacto crear_clasificacion_contacto(Context&, const ClasificacionContactoNueva&);
ClasificacionContacto actualizar_clasificacion_contacto(Context&, const ClasificacionContactoActualizacion&);

void register_clasificaciones_contacto(api::Operations&);

}  // namespace cacao
