#pragma once
// The sessions of a user: where they were opened, and ending them.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

class Seguridad;

// One that is in force.
struct SesionDeUsuario {
    std::string sesionId;
    std::int64_t usuarioId{};
    std::int64_t consumidorId{};  // 0: a person
    std::string remoto;
    Instante creadoEn;
    Instante renovadaEn;
    Instante venceEn;
    bool actual{};  // the one that asks
};
DESCRIBE_STRUCT(SesionDeUsuario, (), (sesionId, usuarioId, consumidorId, remoto, creadoEn, renovadaEn, venceEn, actual))

DESCRIBE_KEY(SesionesPedidas, usuarioId)

struct SesionPropiaPedida {
    Texto<50, 1> sesionId;
};
DESCRIBE_STRUCT(SesionPropiaPedida, (), (sesionId))

// Without `sesionId`, all of them.
struct SesionesPorCerrar {
    Id usuarioId;
    std::optional<Texto<50, 1>> sesionId;
};
DESCRIBE_STRUCT(SesionesPorCerrar, (), (usuarioId, sesionId))

struct SesionesCerradas {
    std::int64_t cerradas{};
};
DESCRIBE_STRUCT(SesionesCerradas, (), (cerradas))

std::vector<SesionDeUsuario> listar_sesiones_propias(const Seguridad&, const Context&);
std::vector<SesionDeUsuario> listar_sesiones(const Context&, const SesionesPedidas&);
SesionesCerradas cerrar_sesion_propia(Seguridad&, Context&, const SesionPropiaPedida&);
SesionesCerradas cerrar_sesiones(Seguridad&, Context&, const SesionesPorCerrar&);

}  // namespace cacao
