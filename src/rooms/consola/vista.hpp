#pragma once
// What the console keeps of each user: lists as they like them, under names, and what they began to write.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct VistasFiltro {
    std::optional<Texto<100, 1>> pantalla;
};
DESCRIBE_STRUCT(VistasFiltro, (), (pantalla))

struct VistaNueva {
    Texto<100, 1> pantalla;
    Texto<100, 1> nombre;
    Texto<2000> consulta;
    std::optional<bool> compartida;
};
DESCRIBE_STRUCT(VistaNueva, (), (pantalla, nombre, consulta, compartida))

struct VistaActualizacion {
    Id vistaId;
    std::optional<Texto<100, 1>> nombre;
    std::optional<Texto<2000>> consulta;
    std::optional<bool> compartida;
};
DESCRIBE_STRUCT(VistaActualizacion, (), (vistaId, nombre, consulta, compartida))

struct Vista {
    std::int64_t vistaId{};
    std::int64_t usuarioId{};
    std::string pantalla;
    std::string nombre;
    std::string consulta;
    bool compartida{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Vista, (), (vistaId, usuarioId, pantalla, nombre, consulta, compartida, version))

DESCRIBE_KEY(VistaPedida, vistaId)

std::vector<Vista> listar_vistas(const Context&, const VistasFiltro&);
Vista crear_vista(Context&, const VistaNueva&);
Vista actualizar_vista(Context&, const VistaActualizacion&);
Nada eliminar_vista(Context&, const VistaPedida&);

void register_vistas(api::Operations& ops);

}  // namespace cacao
