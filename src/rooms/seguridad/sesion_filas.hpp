#pragma once
// Sessions in the database: opened by a login, carried on by refresh tokens, ended by whoever may.

#include "api/sesion.hpp"
#include "auth/keys.hpp"
#include "auth/tokens.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

inline constexpr std::int64_t acceso_segundos = 15 * 60;
inline constexpr std::int64_t renovacion_segundos = 30LL * 24 * 3600;

// As somebody types it, case ignored: `ana`, or with its organization `12/ana` (docs/decisions/0029).
std::string clave_usuario(std::string_view usuario);
std::string clave_usuario(std::int64_t organizacionId, std::string_view usuario);
inline constexpr std::string_view clave_principal = "principal";  // the first organization of the installation
std::string clave_llave(std::string_view prefijo);
std::string clave_renovacion(std::string_view huella);

// Where a credential leads, before anything about it has been checked.
struct Acceso {
    std::int64_t organizacionId{};
    std::int64_t usuarioId{};
    std::int64_t consumidorId{};
    std::string familia;
    std::optional<Instante> venceEn;
};
std::optional<Acceso> buscar_acceso(db::Reader& tx, std::string_view clave);
// All that leads to a user: with the organization, and the name alone where it does.
std::vector<std::string> claves_de_usuario(db::Reader& tx, std::int64_t usuarioId, std::string_view usuario);

// Who opens a session, and with what.
struct Titular {
    std::int64_t usuarioId{};
    std::int64_t consumidorId{};
    std::string prefijo;                  // of the API key
    std::string remoto;                   // from where
    std::int64_t proveedorIdentidadId{};  // that vouched for the person, who acts through `consumidorId`
};
// How many a person, or a consumer, may have at once; beyond, those that were renewed longest ago end.
inline constexpr std::int64_t sesiones_por_titular = 500;
// How many refresh tokens that were exchanged already are still known for what they are; an older one is unknown.
inline constexpr std::int64_t renovaciones_recordadas = 10;
struct SesionAbierta {
    std::string familia;
    std::string refreshToken;
};
SesionAbierta abrir_sesion(db::Writer& tx, const Titular& titular, Instante ahora);

// How long after an exchange the same token is given the same next one again: two tabs of a browser, or a caller whose answer was
// lost, bring it twice.
inline constexpr std::int64_t renovacion_repetible_segundos = 10;
// Puts `nuevo` in place of `huella`. Whether it is the one in force now; not when `huella` was exchanged longer ago, revoked, or
// has expired.
bool rotar_sesion(db::Writer& tx, std::string_view familia, std::string_view huella, const auth::NewRefreshToken& nuevo,
                  Instante ahora);

void revocar_sesion(db::Writer& tx, std::string_view familia, Instante ahora);
// All of a user but one; an empty `excepto` spares none.
void revocar_sesiones(db::Writer& tx, std::int64_t usuarioId, std::string_view excepto, Instante ahora);

// What the roles of a user allow.
std::vector<std::string> leer_permisos(db::Reader& tx, std::int64_t usuarioId);
// Scopes of a consumer.
std::vector<std::string> leer_alcances(db::Reader& tx, std::int64_t consumidorId);

// The session that a token names, as it stands now: nothing when it ended, or when the user, the organization, the consumer
// or its key is no longer in force. Fills everything but `permitidas`.
struct SesionLeida {
    api::Sesion sesion;
    std::vector<std::string> alcances;  // of a consumer
    std::string prefijo;
    std::optional<Instante> ultimoUso;  // of its key
};
std::optional<SesionLeida> leer_sesion(db::Reader& tx, const auth::Claims& claims, Instante ahora);
// The same of a person for whom an identity provider vouches in each request, through that consumer: there is no session of ours.
std::optional<SesionLeida> leer_sesion_de_agente(db::Reader& tx, std::int64_t usuarioId, std::int64_t consumidorId);

}  // namespace cacao
