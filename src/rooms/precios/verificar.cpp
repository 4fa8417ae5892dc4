#include "rooms/precios/verificar.hpp"

#include <fmt/format.h>

namespace cacao {

void verificar_precios(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    // On a day there is one price of a product, unit and minimum. Rows that never governed a day do not count.
    tx.each(R"(
        SELECT precioId FROM (
            SELECT precioId, vigenciaInicio, LAG(vigenciaFin) OVER (
                PARTITION BY listaPreciosId, entidadId, productoId, unidadMedidaId, cantidadMinima
                ORDER BY vigenciaInicio, precioId) AS anterior
            FROM precio WHERE organizacionId = $1 AND vigenciaFin >= vigenciaInicio) p
        WHERE anterior >= vigenciaInicio)",
            [&](const db::Row& row) {
                diferencia(fmt::format("precio: organizacionId {}, precioId {}: begins before the one before it ends",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    tx.each(R"(
        SELECT p.precioId FROM precio p
        LEFT JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = p.listaPreciosId
        WHERE p.organizacionId = $1 AND p.listaPreciosId <> 0
          AND (l.listaPreciosId IS NULL OR l.moneda <> p.moneda OR l.incluyeImpuestos <> p.incluyeImpuestos))",
            [&](const db::Row& row) {
                diferencia(fmt::format("precio: organizacionId {}, precioId {}: is not stated as its list says",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    tx.each(R"(
        SELECT p.promocionId FROM promocion p WHERE p.organizacionId = $1 AND p.usos <>
            (SELECT count(*) FROM promocionUso u
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = u.transaccionId
             WHERE u.organizacionId = $1 AND u.promocionId = p.promocionId AND d.canceladoEn IS NULL))",
            [&](const db::Row& row) {
                diferencia(fmt::format("promocion: organizacionId {}, promocionId {}: usos is not the number of its documents",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
    // From each list upwards; one that meets itself again stands on itself.
    tx.each(R"(
        WITH RECURSIVE cadena (origen, listaPreciosId) AS (
            SELECT listaPreciosId, listaBaseId FROM listaPrecios WHERE organizacionId = $1 AND listaBaseId <> 0
            UNION SELECT c.origen, l.listaBaseId FROM cadena c
                  JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = c.listaPreciosId WHERE l.listaBaseId <> 0
        ) SELECT origen FROM cadena WHERE origen = listaPreciosId)",
            [&](const db::Row& row) {
                diferencia(fmt::format("listaPrecios: organizacionId {}, listaPreciosId {}: is based on itself",
                                       tx.organizacion(), row.integer(0)));
            },
            tx.organizacion());
}

}  // namespace cacao
