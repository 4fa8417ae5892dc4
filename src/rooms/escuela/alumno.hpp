#pragma once
// Families and their students: whom documents are for, who pays, the level and the school year. Of a student's CURP only the ends
// are shown, of his name the first one and initials; reading each whole is a right of its own.

#include "api/operations.hpp"
#include "api/paginas.hpp"
#include "reflect/fecha_o_vacia.hpp"
#include "rooms/escuela/curp.hpp"
#include "rooms/escuela/nombre_alumno.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FamiliaNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Id clienteId;
    std::optional<IdOpcional> pagadorId;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(FamiliaNueva, (), (codigo, nombre, clienteId, pagadorId, referenciaExterna))

// Left out is unchanged; "" or null clears.
struct FamiliaActualizacion {
    Id familiaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Id> clienteId;
    Cambio<IdOpcional> pagadorId;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(FamiliaActualizacion, (), (familiaId, codigo, nombre, clienteId, pagadorId, referenciaExterna, activo))

struct FamiliaGuardada {
    std::int64_t familiaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t clienteId{};
    std::int64_t pagadorId{};
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(FamiliaGuardada, (), (familiaId, codigo, nombre, clienteId, pagadorId, referenciaExterna, activo, version))
struct Familia : FamiliaGuardada {
    std::string referencia;  // with which it pays
};
DESCRIBE_STRUCT(Familia, (FamiliaGuardada), (referencia))

DESCRIBE_KEY(FamiliaPedida, familiaId)

struct FamiliasFiltro : PaginaPedida {
    std::optional<Id> clienteId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(FamiliasFiltro, (PaginaPedida), (clienteId, codigo, activo, referenciaExterna))

using PlanesDeAlumno = Lista<Id, 50>;

struct AlumnoNuevo {
    Texto<30, 1> matricula;
    Texto<200, 1> nombre;
    Curp curp;
    Id familiaId;
    std::optional<IdOpcional> clienteId;
    std::optional<IdOpcional> pagadorId;
    Id nivelEscolarId;
    Id cicloEscolarId;
    std::optional<Texto<20>> grado;
    std::optional<Texto<20>> grupo;
    std::optional<NoNegativo<Tasa>> beca;
    std::optional<NoNegativo<Tasa>> descuento;
    std::optional<Fecha> ingreso;
    std::optional<PlanesDeAlumno> planes;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(AlumnoNuevo, (),
                (matricula, nombre, curp, familiaId, clienteId, pagadorId, nivelEscolarId, cicloEscolarId, grado, grupo, beca,
                 descuento, ingreso, planes, referenciaExterna))

// A list that is sent replaces the whole list.
struct AlumnoActualizacion {
    Id alumnoId;
    std::optional<Texto<30, 1>> matricula;
    std::optional<Texto<200, 1>> nombre;
    std::optional<Curp> curp;
    std::optional<Id> familiaId;
    Cambio<IdOpcional> clienteId;
    Cambio<IdOpcional> pagadorId;
    std::optional<Id> nivelEscolarId;
    std::optional<Id> cicloEscolarId;
    Cambio<Texto<20>> grado;
    Cambio<Texto<20>> grupo;
    std::optional<NoNegativo<Tasa>> beca;
    std::optional<NoNegativo<Tasa>> descuento;
    std::optional<Fecha> ingreso;
    Cambio<Fecha> baja;
    std::optional<PlanesDeAlumno> planes;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(AlumnoActualizacion, (),
                (alumnoId, matricula, nombre, curp, familiaId, clienteId, pagadorId, nivelEscolarId, cicloEscolarId, grado, grupo,
                 beca, descuento, ingreso, baja, planes, referenciaExterna, activo))

struct AlumnoDatos {
    std::int64_t alumnoId{};
    std::string matricula;
    CurpReservada curp;
    std::int64_t familiaId{};
    std::int64_t clienteId{};  // 0: the family's
    std::int64_t pagadorId{};
    std::int64_t nivelEscolarId{};
    std::int64_t cicloEscolarId{};
    std::string grado;
    std::string grupo;
    Tasa beca;
    Tasa descuento;
    Fecha ingreso;
    FechaOVacia baja;
    std::vector<std::int64_t> planes;
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(AlumnoDatos, (),
                (alumnoId, matricula, curp, familiaId, clienteId, pagadorId, nivelEscolarId, cicloEscolarId, grado, grupo, beca,
                 descuento, ingreso, baja, planes, referenciaExterna, activo, version))
struct AlumnoGuardado : AlumnoDatos {
    NombreReservado nombre;
};
DESCRIBE_STRUCT(AlumnoGuardado, (AlumnoDatos), (nombre))
struct Alumno : AlumnoDatos {
    std::string nombre;      // whole to whoever may see it
    std::string referencia;  // with which he pays
};
DESCRIBE_STRUCT(Alumno, (AlumnoDatos), (nombre, referencia))

DESCRIBE_KEY(AlumnoPedido, alumnoId)

struct AlumnosFiltro : PaginaPedida {
    std::optional<Texto<60, 1>> buscar;
    std::optional<Texto<30, 1>> matricula;
    std::optional<Id> familiaId;
    std::optional<Id> nivelEscolarId;
    std::optional<Id> cicloEscolarId;
    std::optional<Texto<20, 1>> grado;
    std::optional<Texto<20, 1>> grupo;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(AlumnosFiltro, (PaginaPedida),
                (buscar, matricula, familiaId, nivelEscolarId, cicloEscolarId, grado, grupo, activo, referenciaExterna))

// Whole, for whoever has the right to it.
struct CurpDeAlumno {
    std::int64_t alumnoId{};
    std::string curp;
};
DESCRIBE_STRUCT(CurpDeAlumno, (), (alumnoId, curp))

Pagina<Familia> listar_familias(const Context&, const FamiliasFiltro&);
Familia obtener_familia(const Context&, const FamiliaPedida&);
Familia crear_familia(Context&, const FamiliaNueva&);
Familia actualizar_familia(Context&, const FamiliaActualizacion&);
Pagina<Alumno> listar_alumnos(const Context&, const AlumnosFiltro&);
Alumno obtener_alumno(const Context&, const AlumnoPedido&);
Alumno crear_alumno(Context&, const AlumnoNuevo&);
Alumno actualizar_alumno(Context&, const AlumnoActualizacion&);
CurpDeAlumno leer_curp(const Context&, const AlumnoPedido&);

void register_alumnos(api::Operations&);

}  // namespace cacao
