#pragma once
// Units of measure: a base unit and those that are an exact ratio of it. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct UnidadMedida {
    std::int64_t unidadMedidaId{};
    std::string codigo;
    std::string nombre;
    std::string claveUnidad;   // c_ClaveUnidad of the tax authority
    std::int64_t baseId{};     // itself when it is a base unit
    std::int64_t numerador{};  // one of it is numerador/denominador of its base
    std::int64_t denominador{};
    std::int64_t decimales{};
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(UnidadMedida, (),
                (unidadMedidaId, codigo, nombre, claveUnidad, baseId, numerador, denominador, decimales, activo, version))

struct UnidadMedidaNueva {
    Texto<20, 1> codigo;
    Texto<100, 1> nombre;
    Texto<3, 1> claveUnidad;
    std::optional<IdOpcional> baseId;
    std::optional<Entero<1, 1'000'000'000>> numerador;
    std::optional<Entero<1, 1'000'000'000>> denominador;
    std::optional<Entero<0, 6>> decimales;
};
DESCRIBE_STRUCT(UnidadMedidaNueva, (), (codigo, nombre, claveUnidad, baseId, numerador, denominador, decimales))

// Base and ratio stay what they were: quantities were converted by them.
struct UnidadMedidaActualizacion {
    Id unidadMedidaId;
    std::optional<Texto<20, 1>> codigo;
    std::optional<Texto<100, 1>> nombre;
    std::optional<Texto<3, 1>> claveUnidad;
    std::optional<Entero<0, 6>> decimales;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(UnidadMedidaActualizacion, (), (unidadMedidaId, codigo, nombre, claveUnidad, decimales, activo))

std::vector<UnidadMedida> listar_unidades(const Context&);
std::vector<UnidadMedida> listar_unidades_base(const Context&);
UnidadMedida crear_unidad(Context&, const UnidadMedidaNueva&);
UnidadMedida actualizar_unidad(Context&, const UnidadMedidaActualizacion&);

void register_unidades(api::Operations&);

}  // namespace cacao
