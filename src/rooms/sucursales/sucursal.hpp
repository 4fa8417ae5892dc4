#pragma once
// Branches: where documents are issued, with their series, warehouse and cash. Listed whole.

#include "api/operations.hpp"
#include "engine/entorno/series_documento.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct Sucursal {
    std::int64_t sucursalId{};
    std::string codigo;
    std::string nombre;
    std::string direccion;
    std::string codigoPostal;  // place of issue
    std::string zona;
    bool frontera{};
    std::int64_t almacenId{};
    std::int64_t cuentaBancariaId{};
    std::int64_t listaPreciosId{};
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Sucursal, (),
                (sucursalId, codigo, nombre, direccion, codigoPostal, zona, frontera, almacenId, cuentaBancariaId, listaPreciosId,
                 activo, version))

struct SucursalNueva {
    Texto<20, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<Texto<500>> direccion;
    CodigoPostal codigoPostal;
    std::optional<Texto<60, 1>> zona;
    std::optional<bool> frontera;
    std::optional<IdOpcional> almacenId;
    std::optional<IdOpcional> cuentaBancariaId;
    std::optional<IdOpcional> listaPreciosId;
};
DESCRIBE_STRUCT(SucursalNueva, (),
                (codigo, nombre, direccion, codigoPostal, zona, frontera, almacenId, cuentaBancariaId, listaPreciosId))

struct SucursalActualizacion {
    Id sucursalId;
    std::optional<Texto<20, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<Texto<500>> direccion;
    std::optional<CodigoPostal> codigoPostal;
    std::optional<Texto<60, 1>> zona;
    std::optional<bool> frontera;
    Cambio<IdOpcional> almacenId;
    Cambio<IdOpcional> cuentaBancariaId;
    Cambio<IdOpcional> listaPreciosId;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(SucursalActualizacion, (),
                (sucursalId, codigo, nombre, direccion, codigoPostal, zona, frontera, almacenId, cuentaBancariaId, listaPreciosId,
                 activo))

DESCRIBE_KEY(SucursalPedida, sucursalId)

struct SerieDeSucursal {
    Id sucursalId;
    Texto<60, 1> tipo;
    Texto<25, 1> serie;
    std::optional<Entero<1, 999'999'999>> siguiente;
    std::optional<bool> predeterminada;
    std::optional<bool> activo;
    std::optional<engine::TimbradoDeSerie> timbrado;
};
DESCRIBE_STRUCT(SerieDeSucursal, (), (sucursalId, tipo, serie, siguiente, predeterminada, activo, timbrado))

std::vector<Sucursal> listar_sucursales(const Context&);
Sucursal crear_sucursal(Context&, const SucursalNueva&);
Sucursal actualizar_sucursal(Context&, const SucursalActualizacion&);
std::vector<engine::SerieDocumento> listar_series(const Context&, const SucursalPedida&);
engine::SerieDocumento guardar_serie_de_sucursal(Context&, const SerieDeSucursal&);

void register_sucursales(api::Operations&);

}  // namespace cacao
