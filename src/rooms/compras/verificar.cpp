#include "rooms/compras/verificar.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"

#include <fmt/format.h>

namespace cacao {

void verificar_compras(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto decir = [&](std::string_view tabla, const db::Row& row, std::string_view que) {
        diferencia(fmt::format("{}: organizacionId {}, transaccionId {}: {}", tabla, tx.organizacion(), row.integer(0), que));
    };
    tx.each(R"(SELECT d.transaccionId FROM documento d
               WHERE d.organizacionId = $1 AND d.tipo = 'FacturaCompra' AND d.estado = 'porRevisar' AND NOT EXISTS (
                   SELECT 1 FROM compraDiferencia x WHERE x.organizacionId = $1 AND x.transaccionId = d.transaccionId))",
            [&](const db::Row& row) { decir("documento", row, "an invoice is under review without a difference"); },
            tx.organizacion());
    tx.each(R"(SELECT s.transaccionId FROM documentoProveedor s
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
               WHERE s.organizacionId = $1 AND s.entidadId <> d.entidadId)",
            [&](const db::Row& row) { decir("documentoProveedor", row, "entidadId is not the document's"); }, tx.organizacion());
    tx.each(R"(SELECT g.transaccionId FROM gastoCompra g
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = g.transaccionId
               LEFT JOIN gastoCompraCosto c ON c.organizacionId = $1 AND c.transaccionId = g.transaccionId
               WHERE g.organizacionId = $1
               GROUP BY g.transaccionId, d.total HAVING COALESCE(SUM(c.importeLocal), 0) <> d.total)",
            [&](const db::Row& row) { decir("gastoCompraCosto", row, "the costs do not add up to the document"); },
            tx.organizacion());
    const engine::Ajustes ajustes = engine::leer_ajustes(tx);
    tx.each(
        R"(SELECT transaccionId, consecutivo, importe, tipoCambio, importeLocal FROM gastoCompraCosto WHERE organizacionId = $1)",
        [&](const db::Row& row) {
            const Importe local =
                engine::convertir(Importe::de_micros(row.integer(2)), Precio::de_micros(row.integer(3)), ajustes.decimales);
            if (local.micros() != row.integer(4))
                decir("gastoCompraCosto", row,
                      fmt::format("importe of cost {} is {}, which is not its importeLocal", row.integer(1),
                                  Importe::de_micros(row.integer(2)).texto()));
        },
        tx.organizacion());
}

}  // namespace cacao
