#include "rooms/inventario/verificar.hpp"

#include <fmt/format.h>

namespace cacao {

void verificar_inventario(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    // Posted by two sheets, a difference would be corrected twice.
    tx.each(R"(
        SELECT c.almacenId, p.productoId FROM conteo c
          JOIN conteoPartida p ON p.organizacionId = $1 AND p.conteoId = c.conteoId
         WHERE c.organizacionId = $1 AND c.estado = 'abierto'
         GROUP BY c.almacenId, p.productoId HAVING COUNT(DISTINCT c.conteoId) > 1 ORDER BY c.almacenId, p.productoId)",
            [&](const db::Row& r) {
                diferencia(fmt::format("conteo: organizacionId {}, almacenId {}, productoId {}: several open counts have it",
                                       tx.organizacion(), r.integer(0), r.integer(1)));
            },
            tx.organizacion());
    tx.each(R"(
        SELECT c.conteoId FROM conteo c
          LEFT JOIN documento s ON s.organizacionId = $1 AND s.transaccionId = c.sobranteId
          LEFT JOIN documento f ON f.organizacionId = $1 AND f.transaccionId = c.faltanteId
         WHERE c.organizacionId = $1
           AND ((c.sobranteId <> 0 AND COALESCE(s.tipo, '') <> 'SobranteConteo')
                OR (c.faltanteId <> 0 AND COALESCE(f.tipo, '') <> 'FaltanteConteo'))
         ORDER BY c.conteoId)",
            [&](const db::Row& r) {
                diferencia(fmt::format("conteo: organizacionId {}, conteoId {}: its documents are none that post a count",
                                       tx.organizacion(), r.integer(0)));
            },
            tx.organizacion());
}

}  // namespace cacao
