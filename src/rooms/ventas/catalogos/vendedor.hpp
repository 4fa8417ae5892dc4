#pragma once
// Salespeople, who may be contacts too. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct Vendedor {
    std::int64_t vendedorId{};
    std::string codigo;
    std::string nombre;
    std::int64_t entidadId{};
    Tasa comision;  // 0.05 is 5 %
    std::int64_t sucursalId{};
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Vendedor, (), (vendedorId, codigo, nombre, entidadId, comision, sucursalId, referenciaExterna, activo, version))

struct VendedorNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<IdOpcional> entidadId;
    std::optional<NoNegativo<Tasa>> comision;
    std::optional<IdOpcional> sucursalId;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(VendedorNuevo, (), (codigo, nombre, entidadId, comision, sucursalId, referenciaExterna))

// Left out is unchanged; "" or null clears.
struct VendedorActualizacion {
    Id vendedorId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<IdOpcional> entidadId;
    Cambio<NoNegativo<Tasa>> comision;
    Cambio<IdOpcional> sucursalId;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(VendedorActualizacion, (),
                (vendedorId, codigo, nombre, entidadId, comision, sucursalId, referenciaExterna, activo))

std::vector<Vendedor> listar_vendedores(const Context&);
Vendedor crear_vendedor(Context&, const VendedorNuevo&);
Vendedor actualizar_vendedor(Context&, const VendedorActualizacion&);

void register_vendedores(api::Operations&);

}  // namespace cacao
