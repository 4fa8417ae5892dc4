#include "api/sesion.hpp"

#include "db/rows.hpp"

namespace cacao::api {

void poner_zonas(db::Reader& tx, Sesion& sesion) {
    tx.each(R"(SELECT 0, zona FROM organizacion WHERE organizacionId = $1
               UNION ALL
               SELECT s.sucursalId, s.zona FROM sucursal s
               JOIN organizacion o ON o.organizacionId = s.organizacionId
               WHERE s.organizacionId = $1 AND s.zona <> o.zona)",
            [&](const db::Row& fila) {
                if (fila.integer(0) == 0) sesion.zonaOrganizacion = fila.text(1);
                else sesion.zonas.push_back({fila.integer(0), std::string{fila.text(1)}});
            },
            sesion.organizacionId);
    const auto suya = std::ranges::find(sesion.zonas, sesion.sucursalId, &Sesion::ZonaSucursal::sucursalId);
    sesion.zona = suya == sesion.zonas.end() ? sesion.zonaOrganizacion : suya->zona;
}

}  // namespace cacao::api
