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

    const auto decir = [&](std::string_view que, std::string_view sentencia) {
        tx.each(
            sentencia,
            [&](const db::Row& row) {
                diferencia(
                    fmt::format("documento: organizacionId {}, transaccionId {}: {}", tx.organizacion(), row.integer(0), que));
            },
            tx.organizacion());
    };
    // In one payment means in a form that is known; later, in one that is not.
    decir("metodoPago and formaPago contradict each other", R"(
        SELECT transaccionId FROM documento
        WHERE organizacionId = $1 AND ((metodoPago = 'PPD' AND formaPago <> '99') OR (metodoPago = 'PUE' AND formaPago IN ('', '99'))))");
    decir("metodoPago is that of an invoice to a customer", R"(
        SELECT transaccionId FROM documento WHERE organizacionId = $1 AND metodoPago <> '' AND tipo <> 'FacturaVenta')");
    // A global invoice is of notes of its days, paid at once.
    decir("it is a global invoice of notes of other days, or of something else than notes", R"(
        SELECT DISTINCT g.transaccionId FROM facturaGlobal g
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = g.transaccionId
        LEFT JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = p.origenId
        WHERE g.organizacionId = $1
          AND (n.transaccionId IS NULL OR n.tipo <> 'NotaVenta' OR n.fecha < g.desde OR n.fecha > g.hasta))");
    decir("it is a global invoice that is not paid at once", R"(
        SELECT g.transaccionId FROM facturaGlobal g
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = g.transaccionId
        WHERE g.organizacionId = $1 AND d.metodoPago <> 'PUE')");
}

}  // namespace cacao
