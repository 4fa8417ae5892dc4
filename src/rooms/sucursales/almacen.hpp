#pragma once
// Warehouses: where goods are, on the way, or written off. Listed whole.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class TipoAlmacen { normal, transito, merma };
DESCRIBE_ENUM(TipoAlmacen, normal, transito, merma)

struct Almacen {
    std::int64_t almacenId{};
    std::string codigo;
    std::string nombre;
    std::int64_t sucursalId{};
    Nombrado<TipoAlmacen> tipo;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Almacen, (), (almacenId, codigo, nombre, sucursalId, tipo, activo, version))

struct AlmacenNuevo {
    Texto<20, 1> codigo;
    Texto<150, 1> nombre;
    Id sucursalId;
    std::optional<TipoAlmacen> tipo;
};
DESCRIBE_STRUCT(AlmacenNuevo, (), (codigo, nombre, sucursalId, tipo))

struct AlmacenActualizacion {
    Id almacenId;
    std::optional<Texto<20, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Id> sucursalId;
    std::optional<TipoAlmacen> tipo;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(AlmacenActualizacion, (), (almacenId, codigo, nombre, sucursalId, tipo, activo))

std::vector<Almacen> listar_almacenes(const Context&);
Almacen crear_almacen(Context&, const AlmacenNuevo&);
Almacen actualizar_almacen(Context&, const AlmacenActualizacion&);

void register_almacenes(api::Operations&);

}  // namespace cacao
