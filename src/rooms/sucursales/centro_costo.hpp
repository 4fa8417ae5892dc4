#pragma once
// Cost centres: whose expense or income a document is, beside its branch and its project. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct CentroCosto {
    std::int64_t centroCostoId{};
    std::string codigo;
    std::string nombre;
    std::string responsable;
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(CentroCosto, (), (centroCostoId, codigo, nombre, responsable, referenciaExterna, activo, version))

struct CentroCostoNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<Texto<150>> responsable;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(CentroCostoNuevo, (), (codigo, nombre, responsable, referenciaExterna))

// Left out is unchanged; "" or null clears.
struct CentroCostoActualizacion {
    Id centroCostoId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<Texto<150>> responsable;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CentroCostoActualizacion, (), (centroCostoId, codigo, nombre, responsable, referenciaExterna, activo))

DESCRIBE_KEY(CentroCostoPedido, centroCostoId)

struct CentrosCostoFiltro {
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(CentrosCostoFiltro, (), (activo, referenciaExterna))

std::vector<CentroCosto> listar_centros_costo(const Context&, const CentrosCostoFiltro&);
CentroCosto obtener_centro_costo(const Context&, const CentroCostoPedido&);
CentroCosto crear_centro_costo(Context&, const CentroCostoNuevo&);
CentroCosto actualizar_centro_costo(Context&, const CentroCostoActualizacion&);

void register_centros_costo(api::Operations&);

}  // namespace cacao
