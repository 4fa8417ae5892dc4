#include "rooms/ventas/verificar.hpp"

#include <fmt/format.h>

namespace cacao {

void verificar_ventas(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    // A credit's line belongs to its own source, to where returned goods were sold (by themselves or before their delivery), or to
    // what the whole note is about.
    tx.each(R"(
        SELECT v.transaccionId FROM (
            SELECT CASE WHEN p.origenId = 0 THEN d.origenId WHEN o.tipo <> 'NotaDevolucionCliente' THEN p.origenId
                        WHEN e.tipo = 'Entrega' THEN f.origenId ELSE r.origenId END AS ventaId,
                   p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total
            FROM documento d
            JOIN partida p ON p.organizacionId = d.organizacionId AND p.transaccionId = d.transaccionId
            LEFT JOIN documento o ON o.organizacionId = d.organizacionId AND o.transaccionId = p.origenId
            LEFT JOIN partida r ON r.organizacionId = d.organizacionId AND r.transaccionId = p.origenId
                               AND r.numeroPartida = p.origenPartida
            LEFT JOIN documento e ON e.organizacionId = d.organizacionId AND e.transaccionId = r.origenId
            LEFT JOIN partida f ON f.organizacionId = d.organizacionId AND f.transaccionId = r.origenId
                               AND f.numeroPartida = r.origenPartida
            WHERE d.organizacionId = $1 AND d.tipo IN ('NotaCreditoCliente', 'NotaVentaFacturada') AND d.estado <> 'cancelado') c
        JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = c.ventaId AND v.tipo IN ('FacturaVenta', 'NotaVenta')
        GROUP BY v.transaccionId, v.total HAVING sum(c.total) > v.total)",
            [&](const db::Row& row) {
                diferencia(fmt::format("documento: organizacionId {}, transaccionId {}: credited for more than its total",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
}

}  // namespace cacao
