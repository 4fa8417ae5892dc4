#include "rooms/buzon/verificar.hpp"

#include "api/archivos.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "fiscal/cfdi.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

struct RecibidoRevisado {
    std::int64_t recibidoId{};
    std::string uuid;
    std::string sha256;
    std::string moneda;
    Importe total;
};
DESCRIBE_STRUCT(RecibidoRevisado, (), (recibidoId, uuid, sha256, moneda, total))

std::string contra_su_xml(db::Reader& tx, const RecibidoRevisado& r) {
    auto contenido = api::leer_contenido(tx, r.sha256);
    if (!contenido) return "its XML is not kept";
    const fiscal::Xml xml{api::bytes_de(std::move(*contenido))};
    if (!xml.bien()) return "its XML cannot be read";
    const auto uuid = Uuid::leer(fiscal::folio_fiscal(xml));
    const auto cfdi = fiscal::leer_cfdi(xml);
    if (!uuid || uuid->texto() != r.uuid || cfdi.moneda != r.moneda || !cfdi.total || cfdi.total->valor != r.total)
        return "its XML says another folio or total";
    return {};
}

// What its packages came to is what it tells, none is left open when it has ended, and what came by one names it.
void verificar_descargas(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    const auto decir = [&](std::int64_t descargaId, std::string_view que) {
        diferencia(fmt::format("descarga: organizacionId {}, descargaId {}: {}", org, descargaId, que));
    };
    tx.each(R"(SELECT d.descargaId FROM descarga d
               LEFT JOIN (SELECT descargaId, SUM(recibidos) AS recibidos, SUM(repetidos) AS repetidos, SUM(rechazados) AS rechazados,
                                 SUM(cancelados) AS cancelados, SUM(desconocidos) AS desconocidos
                          FROM descargaPaquete WHERE organizacionId = $1 GROUP BY descargaId) p ON p.descargaId = d.descargaId
               WHERE d.organizacionId = $1
                 AND (d.recibidos <> COALESCE(p.recibidos, 0) OR d.repetidos <> COALESCE(p.repetidos, 0)
                      OR d.rechazados <> COALESCE(p.rechazados, 0) OR d.cancelados <> COALESCE(p.cancelados, 0)
                      OR d.desconocidos <> COALESCE(p.desconocidos, 0))
               ORDER BY d.descargaId LIMIT 1000)",
            [&](const db::Row& f) { decir(f.integer(0), "its figures are not those of its packages"); }, org);
    tx.each(R"(SELECT DISTINCT d.descargaId FROM descarga d
               JOIN descargaPaquete p ON p.organizacionId = $1 AND p.descargaId = d.descargaId
               WHERE d.organizacionId = $1
                 AND ((d.estado = 'terminada' AND p.estado <> 'terminado')
                      OR (d.estado = 'incompleta' AND p.estado NOT IN ('terminado', 'danado')))
               ORDER BY d.descargaId LIMIT 1000)",
            [&](const db::Row& f) { decir(f.integer(0), "has ended, and one of its packages has not"); }, org);
    tx.each(
        R"(SELECT r.descargaId, r.recibidoId FROM recibido r
               LEFT JOIN descarga d ON d.organizacionId = $1 AND d.descargaId = r.descargaId
               WHERE r.organizacionId = $1 AND ((r.origen = 'descarga') <> (r.descargaId <> 0)
                     OR (r.descargaId <> 0 AND d.descargaId IS NULL))
               ORDER BY r.recibidoId LIMIT 1000)",
        [&](const db::Row& f) { decir(f.integer(0), fmt::format("recibido {} names it, and did not come by it", f.integer(1))); },
        org);
}

}  // namespace

void verificar_buzon(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    const auto decir = [&](std::int64_t recibidoId, std::string_view que) {
        diferencia(fmt::format("recibido: organizacionId {}, recibidoId {}: {}", org, recibidoId, que));
    };
    tx.each(R"(SELECT r.recibidoId, r.uuid, COALESCE(d.uuid, ''), COALESCE(d.estado, '') FROM recibido r
               LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.transaccionId
               WHERE r.organizacionId = $1 AND r.estado = 'registrado'
                 AND (d.transaccionId IS NULL OR d.canceladoEn IS NOT NULL OR COALESCE(d.uuid, '') <> r.uuid OR d.total <> r.total
                      OR d.moneda <> r.moneda)
               ORDER BY r.recibidoId LIMIT 1000)",
            [&](const db::Row& f) {
                decir(f.integer(0),
                      fmt::format("is registered, and its document is not in force with uuid {} and its total (it has "
                                  "'{}', {})",
                                  f.text(1), f.text(2), f.text(3)));
            },
            org);
    tx.each(R"(SELECT r.recibidoId, d.transaccionId FROM recibido r
               JOIN documento d ON d.organizacionId = $1 AND d.uuid = r.uuid AND d.uuid IS NOT NULL AND d.canceladoEn IS NULL
               WHERE r.organizacionId = $1 AND r.estado = 'pendiente' AND d.total = r.total AND d.moneda = r.moneda
                 AND d.tipo IN ('FacturaCompra', 'Gasto', 'NotaCreditoProveedor')
               ORDER BY r.recibidoId LIMIT 1000)",
            [&](const db::Row& f) { decir(f.integer(0), fmt::format("waits, and document {} is it", f.integer(1))); }, org);
    tx.each(R"(SELECT lower(r.uuid), COUNT(*), MIN(r.recibidoId) FROM recibido r WHERE r.organizacionId = $1
               GROUP BY lower(r.uuid) HAVING COUNT(*) > 1 ORDER BY 1 LIMIT 1000)",
            [&](const db::Row& f) { decir(f.integer(2), fmt::format("{} stands {} times", f.text(0), f.integer(1))); }, org);
    verificar_descargas(tx, diferencia);
    // One by one: they may be large.
    constexpr std::int64_t por_vez = 1000;
    std::int64_t desde = 0;
    for (;;) {
        const auto filas = tx.all<RecibidoRevisado>(R"(
            SELECT recibidoId, uuid, sha256, moneda, total FROM recibido WHERE organizacionId = $1 AND recibidoId > $2
            ORDER BY recibidoId LIMIT $3)",
                                                    org, desde, por_vez);
        for (const auto& r : filas)
            if (const auto que = contra_su_xml(tx, r); !que.empty()) decir(r.recibidoId, que);
        if (static_cast<std::int64_t>(filas.size()) < por_vez) break;
        desde = filas.back().recibidoId;
    }
}

}  // namespace cacao
