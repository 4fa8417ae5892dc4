#include "fiscal/descarga.hpp"

#include "base/error.hpp"
#include "base/texto.hpp"
#include "fiscal/escritura.hpp"
#include "fiscal/xml.hpp"

#include <libxml/parser.h>
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace cacao::fiscal {
namespace {

// Everything that is signed is written as exclusive C14N would write it: so the text that stands there is the text that is
// signed.
constexpr std::string_view sobre_xml = "http://schemas.xmlsoap.org/soap/envelope/";
constexpr std::string_view des_xml = "http://DescargaMasivaTerceros.sat.gob.mx";
constexpr std::string_view firma_xml = "http://www.w3.org/2000/09/xmldsig#";
constexpr std::string_view wss_utilidad = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
constexpr std::string_view wss_seguridad = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
constexpr std::string_view wss_x509 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
constexpr std::string_view wss_base64 =
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
constexpr std::int64_t token_segundos = 300;
constexpr std::size_t mas_paquetes = 10'000;
constexpr LimitesXml limites_descarga{
    .bytes = 4U << 20U, .profundidad = 16, .nodos = mas_paquetes + 100, .atributos = 1'000, .texto = 8U << 10U};

std::string texto_escapado(std::string_view valor) {
    std::string texto;
    agregar_escapado(texto, valor);
    return texto;
}

std::string huella_sha1(std::string_view texto) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned largo = 0;
    reject_if(EVP_Digest(texto.data(), texto.size(), bytes.data(), &largo, EVP_sha1(), nullptr) != 1, Codigo::interno, "");
    return base64({reinterpret_cast<const char*>(bytes.data()), largo});
}

// Who signed the certificate, in the order in which it names it, and its number as a number: so do those whose requests the
// service takes.
struct EmisorYSerie {
    std::string emisor;
    std::string serie;
};
EmisorYSerie emisor_y_serie(const std::string& cer) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(cer.data());
    const std::unique_ptr<X509, decltype(&X509_free)> x{d2i_X509(nullptr, &bytes, static_cast<long>(cer.size())), X509_free};
    const std::unique_ptr<BIO, decltype(&BIO_free)> salida{BIO_new(BIO_s_mem()), BIO_free};
    reject_if(x == nullptr || salida == nullptr, Codigo::interno, "");
    X509_NAME_print_ex(salida.get(), X509_get_issuer_name(x.get()), 0,
                       XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB & ~static_cast<unsigned long>(XN_FLAG_DN_REV));
    char* texto = nullptr;
    const auto largo = BIO_get_mem_data(salida.get(), &texto);
    EmisorYSerie r{{texto, static_cast<std::size_t>(largo)}, {}};
    const std::unique_ptr<BIGNUM, decltype(&BN_free)> numero{ASN1_INTEGER_to_BN(X509_get0_serialNumber(x.get()), nullptr),
                                                             BN_free};
    char* digitos = numero == nullptr ? nullptr : BN_bn2dec(numero.get());
    reject_if(digitos == nullptr, Codigo::interno, "");
    r.serie = digitos;
    OPENSSL_free(digitos);
    return r;
}

std::string informacion_firmada(std::string_view referencia, std::string_view digest, bool sola) {
    std::string t = "<SignedInfo";
    // By itself it brings its namespace, which it has from the signature around it.
    if (sola) t.append(R"( xmlns=")").append(firma_xml).append("\"");
    t += R"(><CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></CanonicalizationMethod>)";
    t += R"(<SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"></SignatureMethod><Reference URI=")";
    t.append(referencia);
    t += R"("><Transforms><Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></Transform></Transforms>)";
    t += R"(<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"></DigestMethod><DigestValue>)";
    return t.append(digest).append("</DigestValue></Reference></SignedInfo>");
}

// `firmado`: the canonical text of what the reference is to.
std::string firma_puesta(const Csd& efirma, std::string_view referencia, std::string_view firmado, std::string_view llave) {
    const auto digest = huella_sha1(firmado);
    std::string t = R"(<Signature xmlns=")";
    t.append(firma_xml).append("\">").append(informacion_firmada(referencia, digest, false)).append("<SignatureValue>");
    t.append(efirma.firma_sha1(informacion_firmada(referencia, digest, true))).append("</SignatureValue><KeyInfo>");
    return t.append(llave).append("</KeyInfo></Signature>");
}

using AtributosDeDescarga = std::vector<std::pair<std::string_view, std::string_view>>;  // by name

// An envelope with one operation, whose only child bears the attributes and the signature over the operation.
std::string sobre_firmado(const Csd& efirma, std::string_view operacion, std::string_view hijo,
                          const AtributosDeDescarga& atributos) {
    std::string abre = "<des:";
    abre.append(hijo);
    for (const auto& [nombre, valor] : atributos)
        if (!valor.empty()) abre.append(" ").append(nombre).append("=\"").append(texto_escapado(valor)).append("\"");
    abre += ">";
    const std::string op{operacion};
    const auto cierra = "</des:" + std::string{hijo} + "></des:" + op + ">";
    const auto firmado = "<des:" + op + " xmlns:des=\"" + std::string{des_xml} + "\">" + abre + cierra;
    const auto quien = emisor_y_serie(efirma.cer());
    const auto firma = firma_puesta(efirma, "", firmado,
                                    "<X509Data><X509IssuerSerial><X509IssuerName>" + texto_escapado(quien.emisor) +
                                        "</X509IssuerName><X509SerialNumber>" + quien.serie +
                                        "</X509SerialNumber></X509IssuerSerial><X509Certificate>" + efirma.base64_de_cer() +
                                        "</X509Certificate></X509Data>");
    std::string t = R"(<s:Envelope xmlns:s=")";
    t.append(sobre_xml).append(R"(" xmlns:des=")").append(des_xml).append(R"(" xmlns:xd=")").append(firma_xml);
    t.append(R"("><s:Header></s:Header><s:Body><des:)").append(op).append(">").append(abre).append(firma).append(cierra);
    return t.append("</s:Body></s:Envelope>");
}

// As the service writes moments: in thousandths of a second.
std::string momento_utc(Instante cuando) {
    auto texto = cuando.iso();
    texto.insert(texto.size() - 1, ".000");
    return texto;
}

const Nodo* hijo_llamado(const Nodo* padre, std::string_view nombre) {
    const Nodo* n = padre == nullptr ? nullptr : padre->primero;
    while (n != nullptr && n->nombre != nombre) n = n->siguiente;
    return n;
}

const Nodo* cuerpo_de_sobre(const Xml& xml) {
    if (!xml.bien() || xml.raiz().nombre != "Envelope" || xml.raiz().espacio != sobre_xml) return nullptr;
    return hijo_llamado(&xml.raiz(), "Body");
}

const Nodo* resultado_llamado(const Xml& xml, const std::string& operacion) {
    const auto* n = hijo_llamado(hijo_llamado(cuerpo_de_sobre(xml), operacion + "Response"), operacion + "Result");
    return n != nullptr && n->tiene("CodEstatus") ? n : nullptr;
}

std::string campo_de_nodo(const Nodo& n, std::string_view nombre) { return std::string{recortado(n.valor(nombre))}; }

std::int64_t numero_en(const Nodo& n, std::string_view nombre) {
    const auto texto = recortado(n.valor(nombre));
    std::int64_t v = 0;
    std::from_chars(texto.data(), texto.data() + texto.size(), v);
    return v;
}

std::string_view vista_xml(const xmlChar* texto) {
    return texto == nullptr ? std::string_view{} : std::string_view{reinterpret_cast<const char*>(texto)};
}

}  // namespace

std::string sobre_de_autenticacion(const Csd& efirma, Instante ahora, std::string_view nombre) {
    const auto tiempo = "<u:Created>" + momento_utc(ahora) + "</u:Created><u:Expires>" +
                        momento_utc(ahora.mas_segundos(token_segundos)) + "</u:Expires></u:Timestamp>";
    const auto firmado = "<u:Timestamp xmlns:u=\"" + std::string{wss_utilidad} + "\" u:Id=\"_0\">" + tiempo;
    const std::string id{nombre};
    const auto referencia = "<o:SecurityTokenReference><o:Reference URI=\"#" + id + "\" ValueType=\"" + std::string{wss_x509} +
                            "\"></o:Reference></o:SecurityTokenReference>";
    std::string t = R"(<s:Envelope xmlns:s=")";
    t.append(sobre_xml).append(R"(" xmlns:u=")").append(wss_utilidad).append(R"("><s:Header><o:Security xmlns:o=")");
    t.append(wss_seguridad).append(R"(" s:mustUnderstand="1"><u:Timestamp u:Id="_0">)").append(tiempo);
    t.append(R"(<o:BinarySecurityToken u:Id=")").append(id).append(R"(" ValueType=")").append(wss_x509);
    t.append(R"(" EncodingType=")").append(wss_base64).append("\">").append(efirma.base64_de_cer());
    t.append("</o:BinarySecurityToken>").append(firma_puesta(efirma, "#_0", firmado, referencia));
    t.append(R"(</o:Security></s:Header><s:Body><Autentica xmlns="http://DescargaMasivaTerceros.gob.mx"></Autentica></s:Body>)");
    return t.append("</s:Envelope>");
}

std::string sobre_de_solicitud(const Csd& efirma, const SolicitudDeRecibidos& s) {
    const auto rfc = mayusculas(efirma.certificado().rfc());
    return sobre_firmado(efirma, "SolicitaDescargaRecibidos", "solicitud",
                         {{"Complemento", s.complemento},
                          {"EstadoComprobante", s.metadata ? "Todos" : "Vigente"},
                          {"FechaFinal", s.fin},
                          {"FechaInicial", s.inicio},
                          {"RfcACuentaTerceros", s.rfcTercero},
                          {"RfcEmisor", s.rfcEmisor},
                          {"RfcReceptor", rfc},
                          {"RfcSolicitante", rfc},
                          {"TipoComprobante", s.tipoComprobante},
                          {"TipoSolicitud", s.metadata ? "Metadata" : "CFDI"}});
}

std::string sobre_de_verificacion(const Csd& efirma, std::string_view idSolicitud) {
    const auto rfc = mayusculas(efirma.certificado().rfc());
    return sobre_firmado(efirma, "VerificaSolicitudDescarga", "solicitud",
                         {{"IdSolicitud", idSolicitud}, {"RfcSolicitante", rfc}});
}

std::string sobre_de_descarga(const Csd& efirma, std::string_view idPaquete) {
    const auto rfc = mayusculas(efirma.certificado().rfc());
    return sobre_firmado(efirma, "PeticionDescargaMasivaTercerosEntrada", "peticionDescarga",
                         {{"IdPaquete", idPaquete}, {"RfcSolicitante", rfc}});
}

std::optional<TokenDeDescarga> leer_autenticacion(std::string_view cuerpo) {
    const Xml xml{cuerpo, limites_descarga};
    const auto* resultado = hijo_llamado(hijo_llamado(cuerpo_de_sobre(xml), "AutenticaResponse"), "AutenticaResult");
    if (resultado == nullptr) return std::nullopt;
    const auto* tiempo = hijo_llamado(hijo_llamado(hijo_llamado(&xml.raiz(), "Header"), "Security"), "Timestamp");
    const auto* expira = hijo_llamado(tiempo, "Expires");
    const auto hasta = expira == nullptr ? std::nullopt : Instante::leer_iso(recortado(expira->texto));
    TokenDeDescarga t{std::string{recortado(resultado->texto)}, hasta.value_or(Instante{})};
    // It goes into a header, between quotation marks.
    for (const char c : t.token)
        if (c <= ' ' || c == '"' || c == '\\' || static_cast<unsigned char>(c) >= 0x7F) return std::nullopt;
    return t.token.empty() ? std::nullopt : std::optional{std::move(t)};
}

std::optional<SolicitudContestada> leer_solicitud(std::string_view cuerpo) {
    const Xml xml{cuerpo, limites_descarga};
    const auto* n = resultado_llamado(xml, "SolicitaDescargaRecibidos");
    if (n == nullptr) return std::nullopt;
    SolicitudContestada r;
    r.codigo = campo_de_nodo(*n, "CodEstatus");
    r.mensaje = campo_de_nodo(*n, "Mensaje");
    r.idSolicitud = campo_de_nodo(*n, "IdSolicitud");
    return r;
}

std::optional<SolicitudVerificada> leer_verificacion(std::string_view cuerpo) {
    const Xml xml{cuerpo, limites_descarga};
    const auto* n = resultado_llamado(xml, "VerificaSolicitudDescarga");
    if (n == nullptr) return std::nullopt;
    SolicitudVerificada r;
    r.codigo = campo_de_nodo(*n, "CodEstatus");
    r.mensaje = campo_de_nodo(*n, "Mensaje");
    r.codigoEstado = campo_de_nodo(*n, "CodigoEstadoSolicitud");
    r.numero = numero_en(*n, "NumeroCFDIs");
    const auto estado = numero_en(*n, "EstadoSolicitud");
    if (estado < 0 || estado > static_cast<std::int64_t>(EstadoSolicitud::vencida)) return std::nullopt;
    r.estado = static_cast<EstadoSolicitud>(estado);
    for (const auto* h = n->primero; h != nullptr; h = h->siguiente)
        if (h->nombre == "IdsPaquetes" && !recortado(h->texto).empty()) r.paquetes.emplace_back(recortado(h->texto));
    return r;
}

std::optional<std::string> leer_falla(std::string_view cuerpo) {
    const Xml xml{cuerpo, limites_descarga};
    const auto* falla = hijo_llamado(cuerpo_de_sobre(xml), "Fault");
    if (falla == nullptr) return std::nullopt;
    const auto texto = [&](std::string_view nombre) {
        const auto* n = hijo_llamado(falla, nombre);
        return n == nullptr ? std::string{} : std::string{recortado(n->texto)};
    };
    const auto codigo = texto("faultcode");
    const auto mensaje = texto("faultstring");
    return codigo.empty() || mensaje.empty() ? codigo + mensaje : codigo + ": " + mensaje;
}

struct LectorDePaquete::Estado {
    explicit Estado(std::size_t mas) : mas_bytes(mas) {}
    std::size_t mas_bytes;
    std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> contexto{nullptr, xmlFreeParserCtxt};
    RespuestaDeDescarga respuesta;
    std::string zip;
    std::string pendiente;  // of base64, up to three letters
    std::vector<std::string> abiertos;
    bool con_respuesta = false;
    bool con_paquete = false;
    bool mal = false;
    bool demasiado = false;

    static Estado& de(void* contexto) { return *static_cast<Estado*>(static_cast<xmlParserCtxtPtr>(contexto)->_private); }
    void falla() {
        if (std::exchange(mal, true)) return;
        if (contexto != nullptr) xmlStopParser(contexto.get());
    }
    bool en_paquete() const {
        return abiertos.size() == 4 && abiertos[0] == "Envelope" && abiertos[1] == "Body" &&
               abiertos[2] == "RespuestaDescargaMasivaTercerosSalida" && abiertos[3] == "Paquete";
    }
    void abre(std::string_view nombre, int cuantos, const xmlChar** atributos) {
        constexpr std::size_t mas_hondo = 16;
        if (abiertos.size() >= mas_hondo || en_paquete()) return falla();
        abiertos.emplace_back(nombre);
        if (en_paquete()) {
            if (std::exchange(con_paquete, true)) falla();
            return;
        }
        if (abiertos.size() != 3 || abiertos[1] != "Header" || nombre != "respuesta") return;
        con_respuesta = true;
        for (int i = 0; i < cuantos; ++i) {
            const xmlChar** a = atributos + static_cast<std::ptrdiff_t>(5) * i;  // name, prefix, namespace, value, its end
            const std::string valor{reinterpret_cast<const char*>(a[3]), reinterpret_cast<const char*>(a[4])};
            if (vista_xml(a[0]) == "CodEstatus") respuesta.codigo = recortado(valor);
            if (vista_xml(a[0]) == "Mensaje") respuesta.mensaje = recortado(valor);
        }
    }
    void cierra() {
        if (en_paquete() && !pendiente.empty()) falla();
        if (!abiertos.empty()) abiertos.pop_back();
    }
    // Four letters at a time; what was left over waits for the next piece.
    void texto(std::string_view t) {
        if (mal || !en_paquete()) return;
        for (const char c : t)
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') pendiente += c;
        const auto enteras = pendiente.size() / 4 * 4;
        if (enteras == 0) return;
        std::string bytes;
        // Padding ends it: nothing may come behind.
        if (terminado || !leer_base64(std::string_view{pendiente}.substr(0, enteras), bytes)) return falla();
        terminado = pendiente[enteras - 1] == '=';
        demasiado = bytes.size() > mas_bytes - zip.size();
        if (demasiado) return falla();
        zip += bytes;
        pendiente.erase(0, enteras);
    }
    bool terminado = false;
};

LectorDePaquete::LectorDePaquete(std::size_t mas_bytes) : estado_(std::make_unique<Estado>(mas_bytes)) {
    xmlInitParser();
    auto& e = *estado_;
    xmlSAXHandler sax;
    std::memset(&sax, 0, sizeof sax);
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = [](void* c, const xmlChar* nombre, const xmlChar*, const xmlChar*, int, const xmlChar**, int cuantos,
                            int, const xmlChar** atributos) { Estado::de(c).abre(vista_xml(nombre), cuantos, atributos); };
    sax.endElementNs = [](void* c, const xmlChar*, const xmlChar*, const xmlChar*) { Estado::de(c).cierra(); };
    sax.internalSubset = [](void* c, const xmlChar*, const xmlChar*, const xmlChar*) { Estado::de(c).falla(); };
    sax.characters = [](void* c, const xmlChar* t, int largo) {
        Estado::de(c).texto({reinterpret_cast<const char*>(t), static_cast<std::size_t>(largo)});
    };
    sax.cdataBlock = sax.characters;
    sax.ignorableWhitespace = sax.characters;
    sax.serror = [](void* c, xmlErrorPtr error) {
        if (error->level >= XML_ERR_ERROR && error->code != XML_WAR_NS_URI) Estado::de(c).falla();
    };
    e.contexto.reset(xmlCreatePushParserCtxt(&sax, nullptr, nullptr, 0, nullptr));
    if (e.contexto == nullptr) {
        e.mal = true;
        return;
    }
    e.contexto->_private = &e;
    // HUGE here alone: one text is longer than the library's limit, and ours is upon what comes out of it.
    xmlCtxtUseOptions(e.contexto.get(), XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
}

LectorDePaquete::~LectorDePaquete() = default;

bool LectorDePaquete::leer(std::string_view trozo) {
    auto& e = *estado_;
    constexpr std::size_t por_vez = 1U << 20U;
    while (!trozo.empty() && !e.mal) {
        const auto n = std::min(trozo.size(), por_vez);
        if (xmlParseChunk(e.contexto.get(), trozo.data(), static_cast<int>(n), 0) != 0 && e.contexto->wellFormed == 0) e.falla();
        trozo.remove_prefix(n);
    }
    return !e.mal;
}

bool LectorDePaquete::terminar() {
    auto& e = *estado_;
    if (!e.mal) {
        xmlParseChunk(e.contexto.get(), nullptr, 0, 1);
        if (e.contexto->wellFormed == 0) e.falla();
    }
    return !e.mal && e.con_respuesta;
}

bool LectorDePaquete::demasiado() const { return estado_->demasiado; }
const RespuestaDeDescarga& LectorDePaquete::respuesta() const { return estado_->respuesta; }
std::string& LectorDePaquete::bytes() { return estado_->zip; }

}  // namespace cacao::fiscal
