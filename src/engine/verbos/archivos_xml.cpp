#include "engine/verbos/archivos_xml.hpp"

#include "api/archivos.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "engine/emision/addendas.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/sellado.hpp"
#include "fiscal/xml.hpp"

namespace cacao::engine {

std::vector<std::int64_t> xml_de_documento(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<std::int64_t>(R"(
            SELECT a.archivoId FROM archivoDigital a
            JOIN contenido c ON c.organizacionId = $1 AND c.sha256 = a.sha256
            JOIN documentoArchivo d ON d.organizacionId = $1 AND d.transaccionId = $2 AND d.archivoId = a.archivoId
            WHERE a.organizacionId = $1 AND a.transaccionId = $2 AND (c.tipo = 'application/xml' OR d.extension = 'xml')
            ORDER BY a.archivoId DESC)",
                                tx.organizacion(), transaccionId);
}

ParecidoFiscal parecido_fiscal(std::string_view bytes, const std::string& uuid) {
    const fiscal::Xml xml{bytes};
    if (xml.falla() != fiscal::FallaXml::ninguna || xml.raiz().nombre != "Comprobante") return ParecidoFiscal::nada;
    const auto suyo = Uuid::leer(fiscal::folio_fiscal(xml));
    return suyo && suyo->texto() == uuid ? ParecidoFiscal::el_suyo : ParecidoFiscal::comprobante;
}

std::string xml_propio(LeerAparte leer, const std::vector<std::int64_t>& archivos, const std::string& uuid) {
    for (const auto archivoId : archivos) {
        std::optional<ArchivoGuardado> archivo;
        leer([&](db::Reader& tx) { archivo = leer_archivo(tx, archivoId); });
        if (!archivo) continue;
        auto bytes = api::bytes_de(std::move(archivo->contenido));
        if (parecido_fiscal(bytes, uuid) == ParecidoFiscal::el_suyo) return bytes;
    }
    return {};
}

std::string xml_con_addenda(LeerAparte leer, std::int64_t transaccionId, std::string xml) {
    std::optional<AddendaDicha> dicha;
    leer([&](db::Reader& tx) { dicha = addenda_de_documento(tx, transaccionId); });
    if (!dicha) return xml;
    const auto addenda =
        escribir_addenda(reflect::recuperar(dicha->campos), dicha->plantilla, reflect::recuperar(dicha->valores));
    auto entero = fiscal::con_addenda(xml, addenda);
    return entero ? std::move(*entero) : xml;
}

}  // namespace cacao::engine
