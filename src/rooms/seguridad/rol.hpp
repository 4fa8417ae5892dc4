#pragma once
// Roles: sets of permissions, one per operation or by wildcard, and limits by amount.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

class Seguridad;

// Up to which amount the role may use an operation.
struct LimiteDeRol {
    Texto<100, 1> operacion;
    Texto<3, 3> moneda;
    NoNegativo<Importe> importe;
};
DESCRIBE_STRUCT(LimiteDeRol, (), (operacion, moneda, importe))

struct RolDeSeguridad {
    std::int64_t rolId{};
    std::string nombre;
    std::string descripcion;
    bool activo{};
    std::vector<std::string> permisos;
    std::vector<LimiteDeRol> limites;
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(RolDeSeguridad, (), (rolId, nombre, descripcion, activo, permisos, limites, version, creadoEn, modificadoEn))

using ListaDePermisos = Lista<Texto<100, 1>, 1000>;
inline std::vector<std::string> textos(const ListaDePermisos& lista) { return {lista.begin(), lista.end()}; }

struct RolNuevo {
    Texto<100, 1> nombre;
    std::optional<Texto<300>> descripcion;
    ListaDePermisos permisos;
    std::optional<Lista<LimiteDeRol, 200>> limites;
};
DESCRIBE_STRUCT(RolNuevo, (), (nombre, descripcion, permisos, limites))

struct RolActualizacion {
    Id rolId;
    std::optional<Texto<100, 1>> nombre;
    Cambio<Texto<300>> descripcion;
    std::optional<bool> activo;
    std::optional<ListaDePermisos> permisos;
    std::optional<Lista<LimiteDeRol, 200>> limites;
};
DESCRIBE_STRUCT(RolActualizacion, (), (rolId, nombre, descripcion, activo, permisos, limites))

struct Permiso {
    std::string permiso;
    std::string grupo;
    std::string resumen;
    bool escribe{};
};
DESCRIBE_STRUCT(Permiso, (), (permiso, grupo, resumen, escribe))

std::vector<RolDeSeguridad> listar_roles(const Context&);
RolDeSeguridad crear_rol(Seguridad&, Context&, const RolNuevo&);
// The ready-made ones that the organization does not have; the answer is those that were added.
std::vector<RolDeSeguridad> agregar_roles_listos(Seguridad&, Context&);
RolDeSeguridad actualizar_rol(Seguridad&, Context&, const RolActualizacion&);
std::vector<Permiso> listar_permisos(const Seguridad&);

}  // namespace cacao
