#include "support/descarga_sat.hpp"

#include "base/texto.hpp"
#include "fiscal/certificado.hpp"

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <algorithm>
#include <memory>

namespace cacao::test {
namespace {

constexpr std::string_view exclusiva = "http://www.w3.org/2001/10/xml-exc-c14n#";

struct Peticion {
    std::string_view operacion, ruta, accion;
};
constexpr Peticion peticiones[] = {
    {"Autentica", "/Autenticacion/Autenticacion.svc", "http://DescargaMasivaTerceros.gob.mx/IAutenticacion/Autentica"},
    {"Solicita", "/SolicitaDescargaService.svc",
     "http://DescargaMasivaTerceros.sat.gob.mx/ISolicitaDescargaService/SolicitaDescargaRecibidos"},
    {"Verifica", "/VerificaSolicitudDescargaService.svc",
     "http://DescargaMasivaTerceros.sat.gob.mx/IVerificaSolicitudDescargaService/VerificaSolicitudDescarga"},
    {"Descargar", "/DescargaMasivaService.svc",
     "http://DescargaMasivaTerceros.sat.gob.mx/IDescargaMasivaTercerosService/Descargar"},
};

std::string_view vista_de_xml(const xmlChar* t) {
    return t == nullptr ? std::string_view{} : std::string_view{reinterpret_cast<const char*>(t)};
}

xmlNode* hijo_xml(const xmlNode* n, std::string_view nombre) {
    for (xmlNode* h = n == nullptr ? nullptr : n->children; h != nullptr; h = h->next)
        if (h->type == XML_ELEMENT_NODE && (nombre.empty() || vista_de_xml(h->name) == nombre)) return h;
    return nullptr;
}

std::string texto_de_nodo(const xmlNode* n) {
    if (n == nullptr) return {};
    const std::unique_ptr<xmlChar, decltype(xmlFree)> t{xmlNodeGetContent(n), xmlFree};
    return std::string{vista_de_xml(t.get())};
}

std::string atributo_xml(xmlNode* n, const char* nombre) {
    if (n == nullptr) return {};
    const std::unique_ptr<xmlChar, decltype(xmlFree)> t{xmlGetNoNsProp(n, reinterpret_cast<const xmlChar*>(nombre)), xmlFree};
    return std::string{vista_de_xml(t.get())};
}

int esta_dentro(void* de, xmlNodePtr nodo, xmlNodePtr padre) {
    const xmlNode* n = nodo->type == XML_NAMESPACE_DECL ? padre : nodo;
    while (n != nullptr && n != de) n = n->parent;
    return n == nullptr ? 0 : 1;
}

std::string canonica_exclusiva(xmlDoc* doc, xmlNode* nodo) {
    xmlOutputBuffer* salida = xmlAllocOutputBuffer(nullptr);
    xmlC14NExecute(doc, esta_dentro, nodo, XML_C14N_EXCLUSIVE_1_0, nullptr, 0, salida);
    std::string texto{reinterpret_cast<const char*>(xmlOutputBufferGetContent(salida)), xmlOutputBufferGetSize(salida)};
    xmlOutputBufferClose(salida);
    return texto;
}

std::string resumen_sha1(std::string_view bytes) {
    std::string huella(EVP_MAX_MD_SIZE, '\0');
    unsigned int largo = 0;
    EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(huella.data()), &largo, EVP_sha1(), nullptr);
    huella.resize(largo);
    return huella;
}

struct X509Leido {
    std::unique_ptr<X509, decltype(&X509_free)> x{nullptr, X509_free};
    explicit X509Leido(const std::string& der) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
        x.reset(d2i_X509(nullptr, &bytes, static_cast<long>(der.size())));
    }
    bool firmo(std::string_view texto, const std::string& firma) const {
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> c{EVP_MD_CTX_new(), EVP_MD_CTX_free};
        return x != nullptr && EVP_DigestVerifyInit(c.get(), nullptr, EVP_sha1(), nullptr, X509_get0_pubkey(x.get())) == 1 &&
               EVP_DigestVerify(c.get(), reinterpret_cast<const unsigned char*>(firma.data()), firma.size(),
                                reinterpret_cast<const unsigned char*>(texto.data()), texto.size()) == 1;
    }
    std::string serie() const {
        const std::unique_ptr<BIGNUM, decltype(&BN_free)> n{ASN1_INTEGER_to_BN(X509_get0_serialNumber(x.get()), nullptr),
                                                            BN_free};
        char* digitos = BN_bn2dec(n.get());
        std::string texto = digitos;
        OPENSSL_free(digitos);
        return texto;
    }
};

// "" when the signature holds over what the reference is to (`firmado`, canonical).
std::string queja_de_firma(xmlDoc* doc, xmlNode* firma, const std::string& uri, const std::string& firmado,
                           const std::string& certificado) {
    xmlNode* info = hijo_xml(firma, "SignedInfo");
    xmlNode* referencia = hijo_xml(info, "Reference");
    if (referencia == nullptr) return "no tiene firma";
    if (atributo_xml(referencia, "URI") != uri) return "la referencia es a otra cosa";
    if (atributo_xml(hijo_xml(info, "CanonicalizationMethod"), "Algorithm") != exclusiva ||
        atributo_xml(hijo_xml(hijo_xml(referencia, "Transforms"), "Transform"), "Algorithm") != exclusiva ||
        atributo_xml(hijo_xml(info, "SignatureMethod"), "Algorithm") != "http://www.w3.org/2000/09/xmldsig#rsa-sha1" ||
        atributo_xml(hijo_xml(referencia, "DigestMethod"), "Algorithm") != "http://www.w3.org/2000/09/xmldsig#sha1")
        return "algoritmo distinto de C14N exclusiva, RSA-SHA1 y SHA-1";
    std::string bytes;
    if (!leer_base64(texto_de_nodo(hijo_xml(referencia, "DigestValue")), bytes) || bytes != resumen_sha1(firmado))
        return "la huella no es la de lo firmado";
    const X509Leido x{certificado};
    if (!leer_base64(texto_de_nodo(hijo_xml(firma, "SignatureValue")), bytes) || !x.firmo(canonica_exclusiva(doc, info), bytes))
        return "la firma no es la del certificado";
    const auto leido = fiscal::Certificado::leer(certificado);
    return !leido || leido->es_de_sello() ? "el certificado no es de e.firma" : "";
}

using Documento = std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)>;
Documento leido(const std::string& xml) {
    return {xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr, XML_PARSE_NONET | XML_PARSE_NOERROR),
            xmlFreeDoc};
}

// The attributes of what is asked, and "" when it is signed as the service wants it.
std::string queja_de_peticion(const std::string& cuerpo, DescargaSat::Atributos& atributos) {
    const auto doc = leido(cuerpo);
    if (doc == nullptr) return "no es XML";
    xmlNode* operacion = hijo_xml(hijo_xml(xmlDocGetRootElement(doc.get()), "Body"), "");
    xmlNode* pedido = hijo_xml(operacion, "");
    if (pedido == nullptr) return "no pide nada";
    std::string antes;
    for (const xmlAttr* a = pedido->properties; a != nullptr; a = a->next) {
        const std::string nombre{vista_de_xml(a->name)};
        if (nombre <= antes) return "los atributos no van en orden";
        atributos[nombre] = atributo_xml(pedido, nombre.c_str());
        antes = nombre;
    }
    xmlNode* firma = hijo_xml(pedido, "Signature");
    xmlNode* datos = hijo_xml(hijo_xml(firma, "KeyInfo"), "X509Data");
    std::string certificado;
    if (!leer_base64(texto_de_nodo(hijo_xml(datos, "X509Certificate")), certificado)) return "falta X509Certificate";
    if (texto_de_nodo(hijo_xml(hijo_xml(datos, "X509IssuerSerial"), "X509SerialNumber")) != X509Leido{certificado}.serie())
        return "X509SerialNumber no es el del certificado";
    if (atributos["RfcSolicitante"] != fiscal::Certificado::leer(certificado)->rfc()) return "el certificado es de otro RFC";
    // What was signed had no signature in it yet.
    const auto sin_firma = leido(cuerpo);
    xmlNode* suya = hijo_xml(hijo_xml(xmlDocGetRootElement(sin_firma.get()), "Body"), "");
    xmlNode* fuera = hijo_xml(hijo_xml(suya, ""), "Signature");
    xmlUnlinkNode(fuera);
    const auto firmado = canonica_exclusiva(sin_firma.get(), suya);
    xmlFreeNode(fuera);
    return queja_de_firma(doc.get(), firma, "", firmado, certificado);
}

std::string en_sobre(const std::string& cuerpo, const std::string& cabeza = {}) {
    return R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">)" +
           (cabeza.empty() ? "" : "<s:Header>" + cabeza + "</s:Header>") +
           R"(<s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">)" +
           cuerpo + "</s:Body></s:Envelope>";
}

std::string falla_soap(const std::string& palabras) {
    return en_sobre(
        R"(<s:Fault><faultcode xmlns:a="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">a:InvalidSecurity</faultcode><faultstring xml:lang="en-US">)" +
        palabras + "</faultstring></s:Fault>");
}

std::string resultado_xml(const std::string& operacion, const std::string& atributos, const std::string& dentro = {}) {
    return en_sobre("<" + operacion + R"(Response xmlns="http://DescargaMasivaTerceros.sat.gob.mx"><)" + operacion + "Result " +
                    atributos + ">" + dentro + "</" + operacion + "Result></" + operacion + "Response>");
}

std::string con_codigo(const std::string& operacion, const std::string& codigo, const std::string& mensaje) {
    if (operacion == "Descargar")
        return en_sobre(
            R"(<RespuestaDescargaMasivaTercerosSalida xmlns="http://DescargaMasivaTerceros.sat.gob.mx"><Paquete/></RespuestaDescargaMasivaTercerosSalida>)",
            R"(<h:respuesta CodEstatus=")" + codigo + R"(" Mensaje=")" + mensaje +
                R"(" xmlns:h="http://DescargaMasivaTerceros.sat.gob.mx"/>)");
    return resultado_xml(operacion == "Solicita" ? "SolicitaDescargaRecibidos" : "VerificaSolicitudDescarga",
                         R"(CodEstatus=")" + codigo + R"(" Mensaje=")" + mensaje + '"');
}

}  // namespace

void DescargaSat::da(const std::string& tipo, std::vector<std::string> paquetes) {
    const std::lock_guard lock{mutex_};
    da_[tipo] = std::move(paquetes);
}
void DescargaSat::rechaza(std::string codigo) {
    const std::lock_guard lock{mutex_};
    rechaza_.push_back(std::move(codigo));
}
void DescargaSat::estados(std::deque<Estado> estados) {
    const std::lock_guard lock{mutex_};
    estados_ = std::move(estados);
}
void DescargaSat::falla(const std::string& operacion, FallaDescarga f, int veces) {
    const std::lock_guard lock{mutex_};
    fallas_[operacion] = {f, veces};
}
int DescargaSat::veces(const std::string& operacion) const {
    const std::lock_guard lock{mutex_};
    const auto este = veces_.find(operacion);
    return este == veces_.end() ? 0 : este->second;
}
std::vector<DescargaSat::Atributos> DescargaSat::solicitudes() const {
    const std::lock_guard lock{mutex_};
    return pedidas_;
}
std::size_t DescargaSat::tomadas() const {
    const std::lock_guard lock{mutex_};
    return tomadas_.size();
}
std::vector<std::string> DescargaSat::quejas() const {
    const std::lock_guard lock{mutex_};
    return quejas_;
}

Contestacion DescargaSat::contestar(const Pedido& pedido) {
    const std::lock_guard lock{mutex_};
    const auto* cual = std::ranges::find_if(peticiones, [&](const Peticion& p) { return p.ruta == pedido.ruta; });
    if (cual == std::end(peticiones)) {
        quejas_.push_back("nadie atiende " + pedido.ruta);
        return {.bytes = respuesta_http(404, "text/plain", "no")};
    }
    const std::string operacion{cual->operacion};
    ++veces_[operacion];
    if (pedido.encabezado("SOAPAction") != '"' + std::string{cual->accion} + '"')
        quejas_.push_back("SOAPAction de otra operación: " + pedido.encabezado("SOAPAction"));
    auto f = FallaDescarga::ninguna;
    if (const auto suya = fallas_.find(operacion); suya != fallas_.end() && suya->second.second > 0) {
        --suya->second.second;
        f = suya->second.first;
    }
    return hacer(operacion, pedido, f);
}

Contestacion DescargaSat::hacer(const std::string& operacion, const Pedido& pedido, FallaDescarga f) {
    const auto xml = [](int estado, std::string_view cuerpo) {
        return Contestacion{.bytes = respuesta_http(estado, "text/xml; charset=utf-8", cuerpo)};
    };
    switch (f) {
        case FallaDescarga::error_500: return xml(500, "<html>Sitio en mantenimiento</html>");
        case FallaDescarga::corta: return {};
        case FallaDescarga::basura: return xml(200, "\x01\xFF<no es");
        case FallaDescarga::token_vencido: return xml(500, falla_soap("The token has expired."));
        case FallaDescarga::codigo_300: return xml(200, con_codigo(operacion, "300", "Usuario No Válido"));
        case FallaDescarga::no_ahora: return xml(200, con_codigo(operacion, "404", "Error no Controlado"));
        default: break;
    }
    std::string queja;
    std::string cuerpo;
    if (operacion == "Autentica") {
        cuerpo = autenticar(pedido.cuerpo, queja);
        if (!queja.empty()) {
            quejas_.push_back(queja);
            return xml(500, falla_soap("An error occurred when verifying security for the message."));
        }
    } else {
        Atributos a;
        queja = queja_de_peticion(pedido.cuerpo, a);
        const auto token = pedido.encabezado("Authorization");
        if (queja.empty() && !tokens_.contains(token)) queja = "el token no es de los dados: " + token;
        if (operacion == "Solicita") pedidas_.push_back(a);
        if (!queja.empty()) {
            quejas_.push_back(queja);
            cuerpo = con_codigo(operacion, "302", "Sello Mal Formado");
        } else {
            cuerpo = operacion == "Solicita" ? solicitar(a) : operacion == "Verifica" ? verificar(a) : descargar(a, f);
        }
    }
    if (f == FallaDescarga::corta_despues) return {};
    if (f == FallaDescarga::cortado) cuerpo.resize(cuerpo.size() - 40);
    return xml(200, cuerpo);
}

std::string DescargaSat::autenticar(const std::string& cuerpo, std::string& queja) {
    const auto doc = leido(cuerpo);
    xmlNode* seguridad = doc == nullptr ? nullptr : hijo_xml(hijo_xml(xmlDocGetRootElement(doc.get()), "Header"), "Security");
    xmlNode* tiempo = hijo_xml(seguridad, "Timestamp");
    std::string certificado;
    if (tiempo == nullptr || !leer_base64(texto_de_nodo(hijo_xml(seguridad, "BinarySecurityToken")), certificado)) {
        queja = "falta Timestamp o BinarySecurityToken";
        return {};
    }
    queja =
        queja_de_firma(doc.get(), hijo_xml(seguridad, "Signature"), "#_0", canonica_exclusiva(doc.get(), tiempo), certificado);
    if (!queja.empty()) return {};
    const auto token = "eyJhbGciOi." + std::to_string(tokens_.size() + 1) + "%26wrap_subject%3d33303";
    tokens_.insert("WRAP access_token=\"" + token + '"');
    constexpr std::string_view u = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    constexpr std::string_view o = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    return en_sobre(R"(<AutenticaResponse xmlns="http://DescargaMasivaTerceros.gob.mx"><AutenticaResult>)" + token +
                        "</AutenticaResult></AutenticaResponse>",
                    R"(<o:Security xmlns:o=")" + std::string{o} + R"(" xmlns:u=")" + std::string{u} +
                        R"("><u:Timestamp u:Id="_0"><u:Created>2026-11-18T18:00:00.000Z</u:Created><u:Expires>)" +
                        R"(2026-11-18T18:05:00.000Z</u:Expires></u:Timestamp></o:Security>)");
}

std::string DescargaSat::solicitar(const Atributos& a) {
    const std::string operacion = "Solicita";
    if (!rechaza_.empty()) {
        const auto codigo = rechaza_.front();
        rechaza_.pop_front();
        return con_codigo(operacion, codigo, "Así lo dice el SAT");
    }
    const bool metadata = a.at("TipoSolicitud") == "Metadata";
    if (a.at("RfcReceptor") != a.at("RfcSolicitante") || a.at("FechaInicial") >= a.at("FechaFinal") ||
        a.at("EstadoComprobante") != (metadata ? "Todos" : "Vigente"))
        return con_codigo(operacion, "301", "XML Mal Formado");
    Solicitud s{"d49af78d-1c80-4221-a48d-" + std::to_string(100'000'000'000 + tomadas_.size()), a.at("TipoSolicitud"),
                a.at("FechaInicial") + '/' + a.at("FechaFinal"), da_[a.at("TipoSolicitud")]};
    const auto misma = [&](const Solicitud& t) { return t.tipo == s.tipo && t.periodo == s.periodo; };
    if (std::ranges::any_of(tomadas_, [&](const Solicitud& t) { return misma(t) && t.en_curso; }))
        return con_codigo(operacion, "5005", "Solicitud duplicada");
    if (!metadata && std::ranges::count_if(tomadas_, misma) >= 2)
        return con_codigo(operacion, "5002", "Se han agotado las solicitudes de por vida");
    tomadas_.push_back(s);
    return resultado_xml("SolicitaDescargaRecibidos",
                         R"(IdSolicitud=")" + s.id + R"(" CodEstatus="5000" Mensaje="Solicitud Aceptada")");
}

std::string DescargaSat::verificar(const Atributos& a) {
    const auto esta = std::ranges::find_if(tomadas_, [&](const Solicitud& t) { return t.id == a.at("IdSolicitud"); });
    if (esta == tomadas_.end()) return con_codigo("Verifica", "5004", "No se encontró la solicitud");
    auto e = estados_.front();
    if (estados_.size() > 1) estados_.pop_front();
    if (e.estado > 2) esta->en_curso = false;
    if (e.estado == 3 && esta->paquetes.empty()) e = {5, "5004"};
    std::string paquetes;
    for (std::size_t i = 1; e.estado == 3 && i <= esta->paquetes.size(); ++i)
        paquetes += "<IdsPaquetes>" + esta->id + "_0" + std::to_string(i) + "</IdsPaquetes>";
    return resultado_xml("VerificaSolicitudDescarga",
                         R"(CodEstatus="5000" EstadoSolicitud=")" + std::to_string(e.estado) + R"(" CodigoEstadoSolicitud=")" +
                             e.codigo + R"(" NumeroCFDIs=")" + std::to_string(paquetes.empty() ? 0 : esta->paquetes.size()) +
                             R"(" Mensaje="Solicitud Aceptada")",
                         paquetes);
}

std::string DescargaSat::descargar(const Atributos& a, FallaDescarga f) {
    const std::string operacion = "Descargar";
    const auto id = a.at("IdPaquete");
    const auto guion = id.rfind('_');
    const auto esta = std::ranges::find_if(tomadas_, [&](const Solicitud& t) { return t.id == id.substr(0, guion); });
    if (esta == tomadas_.end() || f == FallaDescarga::ya_no_esta)
        return con_codigo(operacion, "5007", "No existe el paquete solicitado");
    if (++bajadas_[id] > 2) return con_codigo(operacion, "5008", "Máximo de descargas permitidas");
    auto zip = esta->paquetes.at(std::stoul(id.substr(guion + 1)) - 1);
    if (f == FallaDescarga::danado) zip.resize(zip.size() / 2);
    if (f == FallaDescarga::enorme) zip.assign(std::size_t{3} << 20U, 'x');
    auto xml = con_codigo(operacion, "5000", "Solicitud Aceptada");
    const std::string lugar = "<Paquete/>";
    return xml.replace(xml.find(lugar), lugar.size(), "<Paquete>" + base64(zip) + "</Paquete>");
}

}  // namespace cacao::test
