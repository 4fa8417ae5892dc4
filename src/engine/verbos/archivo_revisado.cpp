#include "engine/verbos/archivo_revisado.hpp"

#include "api/archivos.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/xml.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

namespace cacao::engine {
namespace {

constexpr std::string_view tipo_xml = "application/xml";

std::string_view motivo_de(fiscal::FallaXml falla) {
    using enum fiscal::FallaXml;
    switch (falla) {
        case muy_grande: return "muy_grande";
        case codificacion: return "codificacion";
        case doctype: return "doctype";
        case muy_profundo: return "muy_profundo";
        case muchos_nodos: return "muchos_nodos";
        case mal_formado: return "mal_formado";
        case ninguna: break;
    }
    return "";
}

// Not a word that says nothing of the bytes, which fits everything.
bool dice_xml(std::string_view dicho) {
    return dice_el_tipo(dicho, tipo_xml) && !dice_el_tipo(dicho, "application/octet-stream");
}

// What is, or is said to be, XML is kept only when it can be read safely: whoever opens it later may be less careful.
void revisar_xml(std::string_view bytes, const ArchivoDicho& dicho, std::string_view campo, ArchivoRevisado& r) {
    const bool binario = r.tipo != tipo_xml && r.tipo != "text/plain" && r.tipo != "application/octet-stream";
    const bool parece = r.tipo == tipo_xml || recortado(bytes.substr(0, 1024)).starts_with('<');
    const bool lo_dice = dice_xml(r.nombre.extension) || dice_xml(dicho.tipo);
    if (binario || !(parece || lo_dice)) return;
    const fiscal::Xml xml{bytes, {.bytes = api::archivos().maximo}};
    // A page that happens to be well formed stays the text that it was taken for.
    if (xml.bien() && r.tipo != tipo_xml && mayusculas(xml.raiz().nombre) == "HTML") return;
    if (xml.bien()) {
        r.tipo = tipo_xml;
        if (const auto uuid = Uuid::leer(fiscal::folio_fiscal(xml))) r.uuid = uuid->texto();
    } else if (r.tipo == tipo_xml || lo_dice) {
        r.falta = Falta{Codigo::xml_inseguro, std::string{campo}, En::donde_sea,
                        reflect::objeto("motivo", motivo_de(xml.falla()), "renglon", std::int64_t{xml.renglon()})};
    }
}

}  // namespace

ArchivoRevisado revisar_archivo(std::string_view bytes, const ArchivoDicho& dicho, std::string_view campo) {
    ArchivoRevisado r;
    r.tipo = tipo_de_archivo(bytes);
    r.nombre = nombre_de_archivo(dicho.nombre, dicho.extension, r.tipo);
    const auto maximo = api::archivos().maximo;
    if (bytes.empty()) {
        r.falta = Falta{Codigo::archivo_vacio, std::string{campo}, En::donde_sea, {}};
    } else if (bytes.size() > maximo) {
        r.falta = Falta{Codigo::archivo_muy_grande, std::string{campo}, En::donde_sea,
                        fmt::format(R"({{"maximo":{},"tamano":{}}})", maximo, bytes.size())};
    } else {
        revisar_xml(bytes, dicho, campo, r);
    }
    if (!r.falta && !dice_el_tipo(dicho.tipo, r.tipo))
        r.falta = Falta{Codigo::archivo_otro_tipo, "/tipo", En::donde_sea, reflect::objeto("tipo", r.tipo)};
    return r;
}

}  // namespace cacao::engine
