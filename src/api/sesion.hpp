#pragma once
// Who calls: made by seguridad from a token, cached, and read by everything else.

#include "base/fecha.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::api {

struct Sesion {
    std::int64_t organizacionId = 0;
    std::int64_t usuarioId = 0;
    std::int64_t consumidorId = 0;  // 0: a person
    std::string usuario;
    std::string nombre;
    // Defaults for what a request leaves out or sends as 0.
    std::int64_t sucursalId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t divisionId = 0;
    std::string zona{zona_predeterminada};
    std::vector<std::string> permisos;  // as the roles state them, wildcards included
    std::vector<bool> permitidas;       // one bit per operation of the table
    std::string familia;                // the login this token came from
    Instante vence;
};

// Whether permissions, or the roles of a session, allow an operation of a group, for rights that reach beyond the operation
// itself.
inline bool tiene_derecho(const std::vector<std::string>& permisos, std::string_view operacion, std::string_view grupo) {
    return std::ranges::any_of(permisos, [&](const std::string& p) {
        return p == "*" || p == operacion || (p.size() == grupo.size() + 2 && p.starts_with(grupo) && p.ends_with(".*"));
    });
}
inline bool tiene_derecho(const Sesion& sesion, std::string_view operacion, std::string_view grupo) {
    return tiene_derecho(sesion.permisos, operacion, grupo);
}

}  // namespace cacao::api
