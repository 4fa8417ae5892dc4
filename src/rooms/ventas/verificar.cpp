#include "rooms/ventas/verificar.hpp"

#include "engine/cadena/acreditado.hpp"
#include "engine/tipos/cualidades.hpp"

#include <fmt/format.h>

namespace cacao {

void verificar_ventas(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    static const std::string sql = fmt::format(R"(
        SELECT v.transaccionId FROM (
            SELECT {} AS ventaId, p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total
            FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId{}
            WHERE d.organizacionId = $1 AND {} AND d.estado <> 'cancelado') c
        JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = c.ventaId AND {}
        GROUP BY v.transaccionId, v.total HAVING sum(c.total) > v.total)",
                                               engine::acreditado_por(), engine::tablas_de_acreditado,
                                               engine::en_sql("d.tipo", engine::acredita, engine::Contacto::cliente),
                                               engine::en_sql("v.tipo", engine::es_acreditable, engine::Contacto::cliente));
    tx.each(
        sql,
        [&](const db::Row& row) {
            diferencia(fmt::format("documento: organizacionId {}, transaccionId {}: credited for more than its total",
                                   tx.organizacion(), row.integer(0)));
        },
        tx.organizacion());
}

}  // namespace cacao
