#pragma once
// Cost and expense classifiers: a tree of which only the leaves take movements.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct ClasificadorCosto {
    std::int64_t clasificadorCostoId{};
    std::string codigo;
    std::string nombre;
    std::int64_t padreId{};  // 0: a root
    std::int64_t nivel{};
    bool aceptaMovimientos{};
    std::int64_t cuentaId{};  // 0: none of its own
    bool activo{};
    std::int64_t version{};
    std::vector<std::int64_t> usuarios;  // whose it is; everybody's when empty
};
DESCRIBE_STRUCT(ClasificadorCosto, (),
                (clasificadorCostoId, codigo, nombre, padreId, nivel, aceptaMovimientos, cuentaId, activo, version, usuarios))

struct ClasificadorCostoNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<IdOpcional> padreId;
    std::optional<IdOpcional> cuentaId;
    std::optional<Lista<Id, 1000>> usuarios;
};
DESCRIBE_STRUCT(ClasificadorCostoNuevo, (), (codigo, nombre, padreId, cuentaId, usuarios))

// Left out is unchanged; 0 or null clears; a list that is sent replaces the whole list.
struct ClasificadorCostoActualizacion {
    Id clasificadorCostoId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<IdOpcional> padreId;
    Cambio<IdOpcional> cuentaId;
    std::optional<bool> activo;
    std::optional<Lista<Id, 1000>> usuarios;
};
DESCRIBE_STRUCT(ClasificadorCostoActualizacion, (), (clasificadorCostoId, codigo, nombre, padreId, cuentaId, activo, usuarios))

struct ClasificadoresFiltro {
    std::optional<Id> clasificadorCostoId;
    std::optional<Texto<100>> buscar;
};
DESCRIBE_STRUCT(ClasificadoresFiltro, (), (clasificadorCostoId, buscar))

std::vector<ClasificadorCosto> listar_clasificadores(const Context&);
std::vector<ClasificadorCosto> listar_clasificadores_organizacion(const Context&, const ClasificadoresFiltro&);
ClasificadorCosto crear_clasificador(Context&, const ClasificadorCostoNuevo&);
ClasificadorCosto actualizar_clasificador(Context&, const ClasificadorCostoActualizacion&);

void register_clasificadores_costo(api::Operations&);

}  // namespace cacao
