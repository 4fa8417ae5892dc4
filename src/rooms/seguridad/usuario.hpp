#pragma once
// Users: people, and the service users that API consumers act as.

#include "api/operations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

class Seguridad;

struct RolDeUsuario {
    std::int64_t rolId{};
    std::string nombre;
};
DESCRIBE_STRUCT(RolDeUsuario, (), (rolId, nombre))

struct Usuario {
    std::int64_t usuarioId{};
    std::string usuario;
    std::string nombre;
    std::string correo;
    bool activo{};
    bool esServicio{};
    std::int64_t sucursalId{};
    std::int64_t centroCostoId{};
    std::int64_t divisionId{};
    std::optional<Instante> bloqueadoHasta;
    std::vector<RolDeUsuario> roles;
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(Usuario, (),
                (usuarioId, usuario, nombre, correo, activo, esServicio, sucursalId, centroCostoId, divisionId, bloqueadoHasta,
                 roles, version, creadoEn, modificadoEn))

struct UsuariosFiltro : PaginaPedida {
    std::optional<Texto<100, 1>> buscar;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(UsuariosFiltro, (PaginaPedida), (buscar, activo))

DESCRIBE_KEY(UsuarioPedido, usuarioId)

// Without `password` one is generated and shown in the answer.
struct UsuarioNuevo {
    Texto<100, 3> usuario;
    Texto<150, 1> nombre;
    std::optional<Correo> correo;
    std::optional<Texto<200, 1>> password;
    std::optional<bool> esServicio;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> centroCostoId;
    std::optional<IdOpcional> divisionId;
    std::optional<Lista<Id, 50>> roles;
};
DESCRIBE_STRUCT(UsuarioNuevo, (), (usuario, nombre, correo, password, esServicio, sucursalId, centroCostoId, divisionId, roles))
void validar(const UsuarioNuevo& nuevo, Faltas& faltas);

struct UsuarioCreado : Usuario {
    std::string acceso;    // what to type when logging in: the name, or with its organization "12/ana"
    std::string password;  // "" when the caller chose it, or for a service user
};
DESCRIBE_STRUCT(UsuarioCreado, (Usuario), (acceso, password))

struct UsuarioActualizacion {
    Id usuarioId;
    std::optional<Texto<150, 1>> nombre;
    Cambio<Correo> correo;
    std::optional<bool> activo;
    Cambio<IdOpcional> sucursalId;
    Cambio<IdOpcional> centroCostoId;
    Cambio<IdOpcional> divisionId;
    std::optional<Lista<Id, 50>> roles;
};
DESCRIBE_STRUCT(UsuarioActualizacion, (), (usuarioId, nombre, correo, activo, sucursalId, centroCostoId, divisionId, roles))

struct ContrasenaNueva {
    std::string hash;
    std::string generada;  // empty when the caller chose it
};

Pagina<Usuario> listar_usuarios(const Context&, const UsuariosFiltro&);
Usuario obtener_usuario(const Context&, const UsuarioPedido&);
ContrasenaNueva preparar_usuario(Seguridad&, const Context&, const UsuarioNuevo&);
UsuarioCreado crear_usuario(Seguridad&, Context&, const UsuarioNuevo&, const ContrasenaNueva&);
Usuario actualizar_usuario(Seguridad&, Context&, const UsuarioActualizacion&);

Usuario leer_usuario(db::Reader& tx, std::int64_t usuarioId);
// For the half that runs before the transaction.
std::string nombre_de_organizacion(const Context& ctx);

}  // namespace cacao
