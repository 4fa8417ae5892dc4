#pragma once
// Service groupers: services that are offered, planned and reported together. Listed whole.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct AgrupadorServicio {
    std::int64_t agrupadorServicioId{};
    std::string codigo;
    std::string nombre;
    bool requiereArchivo{};  // orders are closed with a file or a signature
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(AgrupadorServicio, (), (agrupadorServicioId, codigo, nombre, requiereArchivo, activo, version))

struct AgrupadorServicioNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    std::optional<bool> requiereArchivo;
};
DESCRIBE_STRUCT(AgrupadorServicioNuevo, (), (codigo, nombre, requiereArchivo))

struct AgrupadorServicioActualizacion {
    Id agrupadorServicioId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<bool> requiereArchivo;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(AgrupadorServicioActualizacion, (), (agrupadorServicioId, codigo, nombre, requiereArchivo, activo))

std::vector<AgrupadorServicio> listar_agrupadores(const Context&);
AgrupadorServicio crear_agrupador(Context&, const AgrupadorServicioNuevo&);
AgrupadorServicio actualizar_agrupador(Context&, const AgrupadorServicioActualizacion&);

void register_agrupadores_servicio(api::Operations&);

}  // namespace cacao
