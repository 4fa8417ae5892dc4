#pragma once
// Who may give what to whom. Nobody grants a permission that they do not hold, nor a larger amount than their own limit, directly
// or through a role, a user or a consumer; and an organization always keeps someone who may do everything.

#include "api/operations.hpp"
#include "base/decimal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao {

// Whether a session holds a permission. A wildcard is held only through a wildcard that covers it: it also stands for
// operations that do not exist yet.
bool posee(const api::Sesion& sesion, const api::Operations& ops, std::string_view permiso);

// Faults for permissions that name nothing (permiso_desconocido), that the caller does not hold (permiso_excede) or that
// appear twice; `campo` is the list: /permisos.
void revisar_permisos(const Context& ctx, const api::Operations& ops, const std::vector<std::string>& permisos,
                      std::string_view campo, Faltas& faltas);
// The same for what comes with roles; also no_encontrado and inactivo.
void revisar_roles(const Context& ctx, const api::Operations& ops, const std::vector<std::int64_t>& roles, std::string_view campo,
                   Faltas& faltas);
// Whether what a role allows, by its bits of Operations::allowed and its limits, is more than the caller's own limits: nobody
// gives away a larger amount than they may use.
struct LimiteDicho {
    std::string operacion;
    std::string moneda;
    Importe importe;
};
bool rebasa_limites(const Context& ctx, const api::Operations& ops, const std::vector<bool>& permitidas,
                    const std::vector<LimiteDicho>& limites);
std::vector<LimiteDicho> leer_limites(db::Reader& tx, std::int64_t rolId);
// The same of all roles of a user, as far as `alcances` reach.
bool rebasa_limites_de(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId,
                       const std::vector<std::string>& alcances);

// Whether a consumer of that user with these scopes may do more than the caller.
bool puede_mas(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId, const std::vector<std::string>& alcances);

// Refuses (permiso_excede) to touch a user who may do more than the caller: a reset password is a borrowed identity.
void exigir_no_mas_poderoso(const Context& ctx, const api::Operations& ops, std::int64_t usuarioId, std::string_view campo);

// Taken before anything that can end an administrator, so that two such changes do not pass each other.
void reservar_administradores(Context& ctx);
// After the change: refuses (ultimo_administrador) when no active person is left whose roles grant `*`.
void exigir_administrador(Context& ctx, std::string_view campo);

}  // namespace cacao
