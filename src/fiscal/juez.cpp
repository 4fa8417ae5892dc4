#include "fiscal/juez.hpp"

#include "base/rfc.hpp"
#include "base/texto.hpp"
#include "fiscal/aritmetica.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/catalogos.hpp"
#include "fiscal/estructura.hpp"
#include "fiscal/reglas.hpp"

namespace cacao::fiscal {
namespace {

// yyyy-MM-ddTHH:mm:ss as if it were UTC; nothing when it is none.
std::optional<Instante> hora_sin_zona(const std::string& texto) { return Instante::leer_iso(texto + "Z"); }

constexpr std::int64_t hora = 3600;
// Clocks of the country are five to eight hours behind UTC, and a document does not say which is its own.
constexpr std::int64_t zona_oriental = 5 * hora;
constexpr std::int64_t zona_occidental = 8 * hora;

void revisar_rfc(const Nodo* nodo, std::string_view atributo, const std::string& rfc, Veredicto& v) {
    if (nodo == nullptr || rfc.empty()) return;
    const auto leido = Rfc::leer(rfc);
    if (!leido) v.hallar(Falla::rfc_imposible, *nodo, atributo, rfc);
    else if (!leido->digito_correcto()) v.hallar(Falla::rfc_digito, *nodo, atributo, rfc);
}

}  // namespace

Falla falla_de(FallaXml falla) {
    switch (falla) {
        case FallaXml::muy_grande: return Falla::xml_muy_grande;
        case FallaXml::codificacion: return Falla::xml_codificacion;
        case FallaXml::doctype: return Falla::xml_doctype;
        case FallaXml::muy_profundo: return Falla::xml_muy_profundo;
        case FallaXml::muchos_nodos: return Falla::xml_muchos_nodos;
        default: return Falla::xml_mal_formado;
    }
}

void revisar_rfcs(const Cfdi& c, Veredicto& v) {
    revisar_rfc(c.emisor.nodo, "Rfc", c.emisor.rfc, v);
    revisar_rfc(c.receptor.nodo, "Rfc", c.receptor.rfc, v);
    for (const auto& concepto : c.conceptos)
        if (concepto.tercero) revisar_rfc(concepto.tercero->nodo, "RfcACuentaTerceros", concepto.tercero->rfc, v);
    v.hecho(Paso::rfc);
}

void revisar_certificado(const Cfdi& c, const Certificado& suyo, Veredicto& v) {
    if (suyo.numero() != c.noCertificado) v.hallar(Falla::certificado_numero, *c.nodo, "NoCertificado", suyo.numero());
    if (mayusculas(suyo.rfc()) != c.emisor.rfc) v.hallar(Falla::certificado_rfc, *c.nodo, "Certificado", suyo.rfc());
    if (!suyo.es_de_sello()) v.hallar(Falla::certificado_no_es_csd, *c.nodo, "Certificado");
    const auto cuando = hora_sin_zona(c.fecha);
    if (cuando && (cuando->mas_segundos(zona_occidental) < suyo.desde() || suyo.hasta() < cuando->mas_segundos(zona_oriental)))
        v.hallar(Falla::certificado_vigencia, *c.nodo, "Fecha", suyo.desde().iso() + " a " + suyo.hasta().iso());
}

Medios sin_medios() {
    static constexpr auto nada = [](std::string_view, std::string_view, Fecha) { return Presencia::desconocida; };
    static constexpr auto ninguno = [](std::string_view) -> const Certificado* { return nullptr; };
    return {nada, ninguno};
}

std::shared_ptr<const Juez::Conocido> Juez::certificado(std::string_view base64) const {
    {
        const std::lock_guard lock{mutex_};
        if (const auto este = por_texto_.find(base64); este != por_texto_.end()) {
            guardados_.splice(guardados_.begin(), guardados_, este->second);
            return este->second->conocido;
        }
    }
    std::string der;
    if (base64.size() > mas_base64 || !leer_base64(base64, der)) return nullptr;
    auto leido = Certificado::leer(der);
    if (!leido) return nullptr;
    const auto firma = autoridades_ == nullptr ? Autoridades::Firma::desconocida : autoridades_->firma_de(*leido);
    auto nuevo = std::make_shared<const Conocido>(Conocido{std::move(*leido), firma});
    const std::lock_guard lock{mutex_};
    if (por_texto_.contains(base64)) return nuevo;
    guardados_.push_front({std::string{base64}, nuevo});
    por_texto_.emplace(guardados_.front().base64, guardados_.begin());
    if (guardados_.size() > mas_certificados) {
        por_texto_.erase(guardados_.back().base64);
        guardados_.pop_back();
    }
    return nuevo;
}

void Juez::certificado_y_sello(const Cfdi& c, Veredicto& v) const {
    if (c.certificado.empty()) v.hallar(Falla::certificado_falta, *c.nodo, "Certificado");
    if (c.sello.empty()) v.hallar(Falla::sello_falta, *c.nodo, "Sello");
    if (c.certificado.empty()) return;
    const auto conocido = certificado(c.certificado);
    if (conocido == nullptr) return v.hallar(Falla::certificado_ilegible, *c.nodo, "Certificado");
    const auto* suyo = &conocido->certificado;

    revisar_certificado(c, *suyo, v);
    if (conocido->firma == Autoridades::Firma::mala) v.hallar(Falla::certificado_emisor, *c.nodo, "Certificado");
    if (conocido->firma == Autoridades::Firma::desconocida)
        v.hallar(Falla::certificado_emisor_desconocido, *c.nodo, "Certificado");
    v.hecho(Paso::certificado);

    if (c.sello.empty()) return;
    const auto cadena = cadena_original(*c.nodo, esquema_);
    if (cadena.sin_tabla != nullptr) v.hallar(Falla::sello_no_verificado, *cadena.sin_tabla);
    else if (!suyo->sello_de(cadena.texto, c.sello)) v.hallar(Falla::sello_no_corresponde, *c.nodo, "Sello");
    v.hecho(Paso::sello);
}

void Juez::timbre(const Cfdi& c, const Medios& medios, Veredicto& v) const {
    if (c.timbres.empty()) {
        if (medios.debe_estar_timbrado) v.hallar(Falla::timbre_falta, *c.nodo);
        return;
    }
    const auto& t = c.timbres.front();
    v.uuid = mayusculas(t.uuid);
    if (c.timbres.size() > 1) v.hallar(Falla::timbre_repetido, *c.timbres[1].nodo);
    if (t.selloCfd != c.sello) v.hallar(Falla::timbre_de_otro, *t.nodo, "SelloCFD");
    const auto cuando = hora_sin_zona(t.fechaTimbrado);
    const auto antes = hora_sin_zona(c.fecha);
    if (cuando && antes) {
        // The stamp tells the time of the centre, the document that of where it was issued: up to three hours apart.
        constexpr std::int64_t zonas = 3 * hora;
        const auto pasaron = cuando->segundos() - antes->segundos();
        if (pasaron < -zonas || pasaron > 72 * hora + zonas)
            v.hallar(Falla::timbre_fecha, *t.nodo, "FechaTimbrado", c.fecha + " a " + t.fechaTimbrado);
    }
    const auto* sat = medios.certificado_sat(t.noCertificadoSat);
    if (sat == nullptr) v.hallar(Falla::timbre_no_verificado, *t.nodo, "NoCertificadoSAT", t.noCertificadoSat);
    else if (!sat->sello_de(cadena_original(*t.nodo, esquema_).texto, t.selloSat))
        v.hallar(Falla::timbre_sello, *t.nodo, "SelloSAT");
    v.hecho(Paso::timbre);
}

Juicio Juez::juzgar(std::string_view bytes, const Medios& medios) const {
    Juicio juicio;
    auto& v = juicio.veredicto;
    const auto xml = std::make_shared<const Xml>(bytes, limites_);
    if (!xml->bien()) {
        v.hallar(falla_de(xml->falla()), xml->renglon() > 0 ? "renglón " + std::to_string(xml->renglon()) : "");
        return juicio;
    }
    if (xml->con_marca()) v.hallar(Falla::xml_marca, "");
    v.hecho(Paso::xml);
    const auto version = xml->raiz().valor("Version");
    if (version == "4.0" || version == "3.3") v.version = version;
    if (!revisar_estructura(*xml, esquema_, v)) return juicio;
    juicio.cfdi = leer_cfdi(*xml);
    juicio.xml = xml;
    const auto& c = *juicio.cfdi;
    revisar_catalogos(c, esquema_, medios.catalogo, v);
    revisar_rfcs(c, v);
    certificado_y_sello(c, v);
    timbre(c, medios, v);
    revisar_aritmetica(c, esquema_, v);
    revisar_reglas(c, v);
    return juicio;
}

}  // namespace cacao::fiscal
