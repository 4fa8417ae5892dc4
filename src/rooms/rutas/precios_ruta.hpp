#pragma once
// The prices that devices carry, one version after the other.

#include "rooms/rutas/jornada.hpp"

#include <optional>
#include <string>

namespace cacao {

struct VersionDePrecios {
    std::int64_t versionLista = 0;
    std::string huella;
};
DESCRIBE_STRUCT(VersionDePrecios, (), (versionLista, huella))

// The last version of a route's prices; nothing before its first day.
std::optional<VersionDePrecios> ultima_version_de_precios(db::Reader& tx, std::int64_t rutaId);

// A new version of the route's prices where they are no longer those of the last one: of what is on its vehicle and at its base,
// by quantity, and by customer of the route where he pays another one.
void renovar_precios_de_ruta(Context& ctx, const JornadaFila& j);

}  // namespace cacao
