#pragma once
// How organizations, users and consumers come into being: plain rows, no permissions asked. The command line calls these
// directly; the operations check first and then call the same.

#include "auth/keys.hpp"
#include "auth/passwords.hpp"
#include "db/db.hpp"
#include "engine/entorno/siembra.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::alta {

struct Organizacion {
    std::string nombre;
    std::string rfc;
    std::string zona{zona_predeterminada};
    std::string codigoPostal{};  // of its first branch; the place of issue of what it invoices
    bool demostracion = false;   // there to be tried
};

struct Usuario {
    std::string usuario;
    std::string nombre;
    std::string correo;
    std::string contrasena;  // a hash of auth::PasswordPool; empty for a service user
    bool esServicio = false;
    std::int64_t sucursalId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t divisionId = 0;
    std::vector<std::int64_t> roles;
    // Made by the operator, who sees all organizations: its name alone leads to it, and is refused where that is taken.
    bool delOperador = true;
};

struct Consumidor {
    std::string nombre;
    std::string tipoIntegracion;
    std::int64_t usuarioId = 0;
    std::vector<std::string> alcances;
};

// All of these run in a transaction of the organization concerned.
std::int64_t agregar_rol(db::Writer& tx, std::string_view nombre, std::string_view descripcion,
                         const std::vector<std::string>& permisos, Instante ahora);
// Roles that most companies need, so that nobody has to put permissions together to begin. They are made of groups: what is added
// to a group later falls to those who have it.
struct RolListo {
    std::string_view nombre;
    std::string_view descripcion;
    std::vector<std::string> permisos;
};
const std::vector<RolListo>& roles_listos();
// Those of them whose name the organization does not have; which ones.
std::vector<std::int64_t> agregar_roles_listos(db::Writer& tx, Instante ahora);
// Adds caracter_no_permitido for a user name that could not be typed everywhere.
void revisar_nombre_de_usuario(std::string_view usuario, Faltas& faltas);
// Rejects `duplicado` when the name is taken in the organization (for the operator: anywhere).
std::int64_t agregar_usuario(db::Writer& tx, const Usuario& usuario, Instante ahora);
// A new password: forgets failed attempts, ends every session but `excepto`.
void cambiar_contrasena(db::Writer& tx, std::int64_t usuarioId, std::string_view hash, std::string_view excepto, Instante ahora);
std::int64_t agregar_consumidor(db::Writer& tx, const Consumidor& consumidor, Instante ahora);
// The text of the key is in the answer and nowhere else.
auth::NewApiKey agregar_llave(db::Writer& tx, std::int64_t consumidorId, std::optional<Instante> venceEn, Instante ahora);

// What the command line did: it acts as nobody, and the audit log says so.
void anotar_comando(db::Writer& tx, std::string_view comando, std::string_view tipo, std::int64_t registroId,
                    std::string_view nombre, Instante ahora);

// Whole steps of the command line.
struct OrganizacionCreada {
    std::int64_t organizacionId = 0;
    std::int64_t rolAdministradorId = 0;
    std::int64_t rolConsultaId = 0;
    std::int64_t usuarioId = 0;
    std::string usuario;
    std::string password;  // generated; shown once
    engine::Sembrado sembrado;
};
struct Administrador {
    std::string usuario;
    std::string nombre;
    std::string contrasena;  // a hash
};
// What of an organization could not be as it is said: adds its faults.
void revisar_organizacion(const Organizacion& organizacion, Faltas& faltas);
// In a transaction of the organization that is to be.
OrganizacionCreada fundar(db::Writer& tx, const Organizacion& organizacion, const Administrador& administrador, Instante ahora);
// An organization with the roles Administrador (`*`) and Consulta (`leer`), its first administrator and what engine::sembrar
// gives it to start with. The administrator works at its first branch. An RFC that another organization has is `duplicado`; the
// generic ones are nobody's.
OrganizacionCreada crear_organizacion(db::Database& database, auth::PasswordPool& contrasenas, const Organizacion& organizacion,
                                      const std::string& usuario, const std::string& nombre, Instante ahora);

// Which organization has an RFC; 0 where none does.
std::int64_t organizacion_con_rfc(db::Database& database, std::string_view rfc);
// Tells of an RFC of the organization of `tx` that another one has too.
void verificar_rfc(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);
// The same of organizations that nobody has access to, where one process sees them all (SQLite); `tx` is of none.
void verificar_sin_acceso(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

struct Lugar {
    std::int64_t organizacionId = 0;
    std::int64_t usuarioId = 0;
};
std::optional<Lugar> buscar_usuario(db::Database& database, std::string_view usuario);
// A generated password for a user of any organization; nothing when there is no such user.
std::optional<std::string> restablecer(db::Database& database, auth::PasswordPool& contrasenas, std::string_view usuario,
                                       Instante ahora);

struct ConsumidorCreado {
    std::int64_t consumidorId = 0;
    std::int64_t usuarioId = 0;
    std::string apiKey;  // shown once
};
// A consumer with a service user of its own that has the given roles, and its first key.
ConsumidorCreado crear_consumidor(db::Database& database, std::int64_t organizacionId, const std::string& nombre,
                                  const std::string& tipoIntegracion, const std::vector<std::int64_t>& roles,
                                  const std::vector<std::string>& alcances, Instante ahora);

// Whether somebody works with the installation: some company is not there to be tried.
bool hay_empresas(db::Database& database);

}  // namespace cacao::alta
