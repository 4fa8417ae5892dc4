#include "rooms/timbrado/verificar.hpp"

#include "api/archivos.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/certificado.hpp"
#include "fiscal/cfdi.hpp"
#include "reflect/decode.hpp"

#include <fmt/format.h>

#include <vector>

namespace cacao {
namespace {

struct TimbradoRevisado {
    std::int64_t transaccionId = 0;
    std::int64_t archivoId = 0;
    std::string uuid;
    std::string tipo;
    std::string moneda;
    Importe total;
};
DESCRIBE_STRUCT(TimbradoRevisado, (), (transaccionId, archivoId, uuid, tipo, moneda, total))

// Whether it is what was sealed and stamped, to the last attribute.
bool es_lo_sellado(const fiscal::Xml& xml, const fiscal::Cfdi& cfdi) {
    std::string der;
    if (cfdi.timbres.size() != 1 || cfdi.timbres.front().selloCfd != cfdi.sello || !leer_base64(cfdi.certificado, der))
        return false;
    const auto suyo = fiscal::Certificado::leer(der);
    return suyo && suyo->sello_de(fiscal::cadena_original(xml.raiz(), fiscal::Esquema::sat()).texto, cfdi.sello);
}

// What the stored bytes say; "" when they say what they should.
std::string contra_xml(db::Reader& tx, const TimbradoRevisado& t) {
    auto archivo = engine::leer_archivo(tx, t.archivoId);
    if (!archivo || archivo->transaccionId != t.transaccionId) return "its stamped XML is no file of the document";
    const fiscal::Xml xml{api::bytes_de(std::move(archivo->contenido))};
    if (!xml.bien() || xml.raiz().nombre != "Comprobante") return "its stamped XML cannot be read";
    const auto cfdi = fiscal::leer_cfdi(xml);
    const auto uuid = Uuid::leer(fiscal::folio_fiscal(xml));
    if (!uuid || uuid->texto() != t.uuid) return "its stamped XML has another fiscal folio";
    if (cfdi.moneda != t.moneda || !cfdi.total || cfdi.total->valor != t.total)
        return fmt::format("its stamped XML says {} {}, the document {} {}", cfdi.total ? cfdi.total->valor.texto() : "",
                           cfdi.moneda, t.total.texto(), t.moneda);
    if (!es_lo_sellado(xml, cfdi)) return "its stamped XML is not what was sealed";
    return {};
}

}  // namespace

void verificar_timbrados(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    const auto decir = [&](std::int64_t transaccionId, std::string_view que) {
        diferencia(fmt::format("timbrado: organizacionId {}, transaccionId {}: {}", org, transaccionId, que));
    };
    tx.each(R"(SELECT t.transaccionId, t.estado, t.uuid, COALESCE(d.uuid, '') FROM timbrado t
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = t.transaccionId
               WHERE t.organizacionId = $1 AND (t.uuid <> COALESCE(d.uuid, '') OR COALESCE(t.timbradoEn, 0) <> COALESCE(d.fechaTimbrado, 0))
               ORDER BY t.transaccionId LIMIT 1000)",
            [&](const db::Row& r) {
                decir(r.integer(0), fmt::format("{} with uuid '{}', the document has '{}', or another moment", r.text(1),
                                                r.text(2), r.text(3)));
            },
            org);
    // What happened to each is told by its events too: nothing of them is gone, nor has another state than it came to.
    tx.each(R"(SELECT e.transaccionId, e.datos, COALESCE(t.estado, ''), COALESCE(t.uuid, '') FROM evento e
               LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = e.transaccionId
               WHERE e.organizacionId = $1 AND e.evento = 'cambiado' AND e.datos LIKE '{"timbrado":"%'
                 AND NOT EXISTS (SELECT 1 FROM evento x WHERE x.organizacionId = $1 AND x.transaccionId = e.transaccionId
                                 AND x.evento = 'cambiado' AND x.datos LIKE '{"timbrado":"%' AND x.consecutivo > e.consecutivo)
               ORDER BY e.transaccionId)",
            [&](const db::Row& r) {
                const auto ultimo = reflect::recuperar(Guardado<engine::evento::Timbrado>{std::string{r.text(1)}});
                if (r.text(2).empty()) return decir(r.integer(0), fmt::format("was {}, and its row is gone", ultimo.timbrado));
                if (ultimo.timbrado != r.text(2) || (!ultimo.uuid.empty() && ultimo.uuid != r.text(3)))
                    decir(r.integer(0), fmt::format("came to be {} '{}', and its row says {} '{}'", ultimo.timbrado, ultimo.uuid,
                                                    r.text(2), r.text(3)));
            },
            org);
    // While the authority is asked, the books may have moved already; once it refused, somebody has to look at those that did.
    tx.each(R"(SELECT t.transaccionId, t.estado, d.estado FROM timbrado t
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = t.transaccionId
               WHERE t.organizacionId = $1 AND ((t.estado = 'cancelado' AND d.estado <> 'cancelado')
                     OR (t.estado NOT IN ('cancelado', 'porCancelar', 'enCancelacion') AND d.estado = 'cancelado'))
               ORDER BY t.transaccionId LIMIT 1000)",
            [&](const db::Row& r) { decir(r.integer(0), fmt::format("is {}, and the document {}", r.text(1), r.text(2))); }, org);
    tx.each(R"(SELECT t.transaccionId, t.estado FROM timbrado t
               WHERE t.organizacionId = $1 AND t.estado IN ('porTimbrar', 'enviado', 'porCancelar', 'enCancelacion')
                 AND NOT EXISTS (SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Timbrado'
                                 AND w.clave = CAST(t.transaccionId AS TEXT) AND w.estado <> 'hecho')
               ORDER BY t.transaccionId LIMIT 1000)",
            [&](const db::Row& r) { decir(r.integer(0), fmt::format("is {}, and nobody is at it", r.text(1))); }, org);
    // What is under way with a provider needs what opens the account with it, whoever was chosen since.
    tx.each(R"(SELECT t.transaccionId, t.estado, t.proveedor FROM timbrado t
               WHERE t.organizacionId = $1 AND t.estado IN ('enviado', 'porCancelar', 'enCancelacion')
                 AND t.proveedor NOT IN ('', 'sandbox')
                 AND NOT EXISTS (SELECT 1 FROM accesoProveedor a WHERE a.organizacionId = $1 AND a.proveedor = t.proveedor)
               ORDER BY t.transaccionId LIMIT 1000)",
            [&](const db::Row& r) {
                decir(r.integer(0), fmt::format("is {} with {}, of which there are no credentials", r.text(1), r.text(2)));
            },
            org);
    tx.each(R"(SELECT c.proveedor FROM configuracionFiscal c
               WHERE c.organizacionId = $1 AND c.proveedor NOT IN ('ninguno', 'sandbox')
                 AND NOT EXISTS (SELECT 1 FROM accesoProveedor a WHERE a.organizacionId = $1 AND a.proveedor = c.proveedor))",
            [&](const db::Row& r) {
                diferencia(fmt::format("configuracionFiscal: organizacionId {}: {} stamps, of which there are no credentials",
                                       org, r.text(0)));
            },
            org);
    tx.each(R"(SELECT s.viejoId FROM sustitucion s
               JOIN timbrado v ON v.organizacionId = $1 AND v.transaccionId = s.viejoId AND v.estado = 'timbrado'
               JOIN timbrado n ON n.organizacionId = $1 AND n.transaccionId = s.nuevoId AND n.estado = 'timbrado'
               WHERE s.organizacionId = $1
                 AND NOT EXISTS (SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Sustituciones'
                                 AND w.clave = CAST(s.viejoId AS TEXT) AND w.estado <> 'hecho')
               ORDER BY s.viejoId LIMIT 1000)",
            [&](const db::Row& r) { decir(r.integer(0), "lives beside what takes its place, and nobody is at it"); }, org);
    // The XML one by one; that of payments comes to nothing itself: as many as there are, and one at a time in memory.
    constexpr std::int64_t por_vez = 1000;
    std::int64_t desde = 0;
    for (;;) {
        auto filas = tx.all<TimbradoRevisado>(R"(
            SELECT t.transaccionId, t.archivoId, t.uuid, d.tipo, d.moneda,
                   d.total - COALESCE((SELECT CAST(SUM(a.importe2) AS BIGINT) FROM aplicacion a
                                       JOIN anticipoFacturado f ON f.organizacionId = $1 AND f.aplicacionId = a.aplicacionId
                                                               AND f.descontado = 1
                                       WHERE a.organizacionId = $1 AND a.documentoId = t.transaccionId), 0) AS total
            FROM timbrado t
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = t.transaccionId
            WHERE t.organizacionId = $1 AND t.transaccionId > $2 AND t.uuid <> '' ORDER BY t.transaccionId LIMIT $3)",
                                              org, desde, por_vez);
        for (auto& t : filas) {
            // Payments and goods that ride come to nothing themselves.
            if (t.tipo == engine::ComplementoPago.tipo || engine::cumple(t.tipo, [](const auto& d) { return d.traslado; })) {
                t.moneda = "XXX";
                t.total = {};
            }
            if (const auto que = contra_xml(tx, t); !que.empty()) decir(t.transaccionId, que);
        }
        if (static_cast<std::int64_t>(filas.size()) < por_vez) break;
        desde = filas.back().transaccionId;
    }
}

}  // namespace cacao
