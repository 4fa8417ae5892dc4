#include "rooms/timbrado/verificar.hpp"

#include "api/archivos.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "fiscal/cfdi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace cacao {
namespace {

// An egress with the application that it tells of, and what the books gave back of the VAT of the advance with it.
struct EgresoRevisado {
    std::int64_t transaccionId = 0;
    std::int64_t archivoId = 0;
    Importe importe, iva;
    std::string moneda, uuidFactura;
};
DESCRIBE_STRUCT(EgresoRevisado, (), (transaccionId, archivoId, importe, iva, moneda, uuidFactura))

struct NombreRevisado {
    std::int64_t transaccionId = 0;
    std::int64_t archivoId = 0;
    std::string uuidAnticipo;
};
DESCRIBE_STRUCT(NombreRevisado, (), (transaccionId, archivoId, uuidAnticipo))

std::optional<std::string> bytes_del_cfdi(db::Reader& tx, std::int64_t archivoId) {
    auto archivo = engine::leer_archivo(tx, archivoId);
    if (!archivo) return std::nullopt;
    return api::bytes_de(std::move(archivo->contenido));
}

bool nombra(const fiscal::Cfdi& cfdi, std::string_view uuid) {
    const auto folio = mayusculas(uuid);
    return std::ranges::any_of(cfdi.relaciones, [&](const fiscal::RelacionCfdi& r) {
        return r.tipoRelacion == "07" &&
               std::ranges::any_of(r.uuids, [&](const std::string& u) { return mayusculas(u) == folio; });
    });
}

// What its stored bytes tell and the books do not; "" when they agree.
std::string contra_aplicacion(db::Reader& tx, const EgresoRevisado& e) {
    const auto bytes = bytes_del_cfdi(tx, e.archivoId);
    if (!bytes) return "its stamped XML is not there";
    const fiscal::Xml xml{*bytes};
    if (!xml.bien()) return "its stamped XML cannot be read";
    const auto cfdi = fiscal::leer_cfdi(xml);
    if (cfdi.tipoDeComprobante != "E" || cfdi.formaPago != "30") return "its stamped XML takes no advance off";
    if (!nombra(cfdi, e.uuidFactura)) return "its stamped XML does not name the invoice of the books";
    Importe iva;
    for (const auto& t : cfdi.traslados)
        if (t.impuesto == "002" && t.importe) iva += t.importe->valor;
    if (!cfdi.total || cfdi.total->valor != e.importe || cfdi.moneda != e.moneda || iva != e.iva)
        return fmt::format("its stamped XML takes {} {} off with {} of VAT, the books applied {} {} with {}",
                           cfdi.total ? cfdi.total->valor.texto() : "", cfdi.moneda, iva.texto(), e.importe.texto(), e.moneda,
                           e.iva.texto());
    return {};
}

}  // namespace

void verificar_anticipos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    const auto decir = [&](std::string_view tabla, std::string_view llave, std::int64_t id, std::string_view que) {
        diferencia(fmt::format("{}: organizacionId {}, {} {}: {}", tabla, org, llave, id, que));
    };
    // Told by nobody.
    static const std::string sin_contar =
        R"(SELECT a.aplicacionId FROM aplicacion a
           JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
           JOIN timbrado u ON u.organizacionId = $1 AND u.transaccionId = a.pagoId AND u.estado = 'timbrado'
           JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = a.documentoId AND t.estado = 'timbrado'
           WHERE a.organizacionId = $1 AND a.estado = 'vigente'
             AND NOT EXISTS (SELECT 1 FROM complementoAplicacion k WHERE k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId
                             AND k.vigente = 1)
             AND NOT EXISTS (SELECT 1 FROM anticipoFacturado f WHERE f.organizacionId = $1 AND f.aplicacionId = a.aplicacionId
                             AND f.descontado = 1 AND f.vigente = 1)
             AND EXISTS (SELECT 1 FROM configuracionFiscal g WHERE g.organizacionId = $1 AND g.proveedor <> 'ninguno')
             AND NOT EXISTS (SELECT 1 FROM serie s WHERE s.organizacionId = $1 AND s.tipo = $2 AND s.sucursalId = p.sucursalId
                             AND s.predeterminada = 1 AND s.timbrado = 'nunca')
             AND NOT EXISTS (SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Complementos'
                             AND w.clave = CAST(a.pagoId AS TEXT) AND w.estado <> 'hecho')
             AND )" +
        engine::en_sql("p.tipo", engine::es_anticipo) + " ORDER BY a.aplicacionId LIMIT 1000";
    tx.each(
        sin_contar,
        [&](const db::Row& r) {
            decir("aplicacion", "aplicacionId", r.integer(0),
                  "is of a stamped advance to a stamped invoice, neither takes it off, and nobody is at it");
        },
        org, engine::AplicacionAnticipo.tipo);
    // Told twice, or of what was undone.
    tx.each(R"(SELECT f.aplicacionId, a.estado FROM anticipoFacturado f
               JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = f.aplicacionId
               WHERE f.organizacionId = $1 AND f.descontado = 1 AND f.vigente = 1
                 AND (a.estado <> 'vigente' OR EXISTS (SELECT 1 FROM complementoAplicacion k WHERE k.organizacionId = $1
                                                       AND k.aplicacionId = f.aplicacionId AND k.vigente = 1))
               ORDER BY f.aplicacionId LIMIT 1000)",
            [&](const db::Row& r) {
                decir("anticipoFacturado", "aplicacionId", r.integer(0),
                      fmt::format("its invoice is less by it, and it is {} or an egress takes it off too", r.text(1)));
            },
            org);
    constexpr std::int64_t por_vez = 1000;
    for (std::int64_t desde = 0;;) {
        const auto filas = tx.all<EgresoRevisado>(R"(
            SELECT c.complementoId AS transaccionId, t.archivoId, a.importe, p.moneda, COALESCE(d.uuid, '') AS uuidFactura,
                   CAST(COALESCE((SELECT SUM(i.importe) FROM aplicacionImpuesto i WHERE i.organizacionId = $1
                                  AND i.aplicacionId = a.aplicacionId AND i.transaccionId = a.pagoId AND i.impuesto = 'iva'), 0) AS BIGINT) AS iva
            FROM complementoPago c
            JOIN documento e ON e.organizacionId = $1 AND e.transaccionId = c.complementoId AND e.tipo = $4
            JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = c.complementoId AND t.uuid <> ''
            JOIN complementoAplicacion k ON k.organizacionId = $1 AND k.complementoId = c.complementoId
            JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
            JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
            WHERE c.organizacionId = $1 AND c.complementoId > $2 ORDER BY c.complementoId LIMIT $3)",
                                                  org, desde, por_vez, engine::AplicacionAnticipo.tipo);
        for (const auto& e : filas)
            if (const auto que = contra_aplicacion(tx, e); !que.empty())
                decir("aplicacionAnticipo", "transaccionId", e.transaccionId, que);
        if (static_cast<std::int64_t>(filas.size()) < por_vez) break;
        desde = filas.back().transaccionId;
    }
    // An invoice names the advances that it was sealed with.
    for (std::int64_t desde = 0;;) {
        const auto filas = tx.all<NombreRevisado>(R"(
            SELECT f.aplicacionId AS transaccionId, t.archivoId, COALESCE(p.uuid, '') AS uuidAnticipo
            FROM anticipoFacturado f
            JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = f.aplicacionId
            JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
            JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = a.documentoId AND t.uuid <> ''
            WHERE f.organizacionId = $1 AND f.aplicacionId > $2 ORDER BY f.aplicacionId LIMIT $3)",
                                                  org, desde, por_vez);
        for (const auto& f : filas) {
            const auto bytes = bytes_del_cfdi(tx, f.archivoId);
            if (!bytes) continue;  // told where the stamp is
            const fiscal::Xml xml{*bytes};
            if (xml.bien() && !nombra(fiscal::leer_cfdi(xml), f.uuidAnticipo))
                decir("anticipoFacturado", "aplicacionId", f.transaccionId,
                      "the stamped XML of its invoice does not name the advance");
        }
        if (static_cast<std::int64_t>(filas.size()) < por_vez) break;
        desde = filas.back().transaccionId;
    }
}

}  // namespace cacao
