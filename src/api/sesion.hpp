#pragma once
// Who calls: made by seguridad from a token, cached, and read by everything else.

#include "base/fecha.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::db {
class Reader;
}

namespace cacao::api {

struct Sesion {
    std::int64_t organizacionId = 0;
    std::int64_t usuarioId = 0;
    std::int64_t consumidorId = 0;  // 0: a person
    bool por_identidad = false;     // a person through that consumer, vouched for by an identity provider
    std::string usuario;
    std::string nombre;
    // Defaults for what a request leaves out or sends as 0.
    std::int64_t sucursalId = 0;
    std::int64_t centroCostoId = 0;
    std::int64_t divisionId = 0;
    // Whose clock says what day it is (poner_zonas): that of the session's branch, the organization's, and the branches that
    // have another than the organization.
    std::string zona{zona_predeterminada};
    std::string zonaOrganizacion{zona_predeterminada};
    struct ZonaSucursal {
        std::int64_t sucursalId = 0;
        std::string zona;
    };
    std::vector<ZonaSucursal> zonas;
    std::vector<std::string> permisos;  // as the roles state them, wildcards included
    std::vector<bool> permitidas;       // one bit per operation of the table
    std::string familia;                // the login this token came from
    Instante vence;

    // Of a branch; 0 is the session's own.
    std::string_view zona_de(std::int64_t sucursal) const {
        if (sucursal == 0 || sucursal == sucursalId) return zona;
        const auto suya = std::ranges::find(zonas, sucursal, &ZonaSucursal::sucursalId);
        return suya == zonas.end() ? std::string_view{zonaOrganizacion} : std::string_view{suya->zona};
    }
};

// Fills in the time zones of a session that knows its organization and branch.
void poner_zonas(db::Reader& tx, Sesion& sesion);

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
