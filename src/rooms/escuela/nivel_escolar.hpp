#pragma once
// What a school is divided into: levels, each with its recognition of studies, and school years. Listed whole.

#include "api/operations.hpp"
#include "engine/entorno/alumnos.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

using engine::NivelEducativo;

struct NivelEscolarNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    NivelEducativo nivelEducativo{};
    std::optional<Texto<60>> autRvoe;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(NivelEscolarNuevo, (), (codigo, nombre, nivelEducativo, autRvoe, referenciaExterna))

// Left out is unchanged; "" or null clears.
struct NivelEscolarActualizacion {
    Id nivelEscolarId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<NivelEducativo> nivelEducativo;
    Cambio<Texto<60>> autRvoe;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(NivelEscolarActualizacion, (),
                (nivelEscolarId, codigo, nombre, nivelEducativo, autRvoe, referenciaExterna, activo))

struct NivelEscolar {
    std::int64_t nivelEscolarId{};
    std::string codigo;
    std::string nombre;
    Nombrado<NivelEducativo> nivelEducativo;
    std::string autRvoe;
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(NivelEscolar, (), (nivelEscolarId, codigo, nombre, nivelEducativo, autRvoe, referenciaExterna, activo, version))

struct CicloEscolarNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Fecha inicio;
    Fecha fin;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(CicloEscolarNuevo, (), (codigo, nombre, inicio, fin, referenciaExterna))

struct CicloEscolarActualizacion {
    Id cicloEscolarId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Fecha> inicio;
    std::optional<Fecha> fin;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(CicloEscolarActualizacion, (), (cicloEscolarId, codigo, nombre, inicio, fin, referenciaExterna, activo))

struct CicloEscolar {
    std::int64_t cicloEscolarId{};
    std::string codigo;
    std::string nombre;
    Fecha inicio;
    Fecha fin;
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(CicloEscolar, (), (cicloEscolarId, codigo, nombre, inicio, fin, referenciaExterna, activo, version))

struct CatalogoEscolarFiltro {
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(CatalogoEscolarFiltro, (), (activo, referenciaExterna))

std::vector<NivelEscolar> listar_niveles_escolares(const Context&, const CatalogoEscolarFiltro&);
NivelEscolar crear_nivel_escolar(Context&, const NivelEscolarNuevo&);
NivelEscolar actualizar_nivel_escolar(Context&, const NivelEscolarActualizacion&);
std::vector<CicloEscolar> listar_ciclos_escolares(const Context&, const CatalogoEscolarFiltro&);
CicloEscolar crear_ciclo_escolar(Context&, const CicloEscolarNuevo&);
CicloEscolar actualizar_ciclo_escolar(Context&, const CicloEscolarActualizacion&);

void register_niveles_escolares(api::Operations&);

}  // namespace cacao
