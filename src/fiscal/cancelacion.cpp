#include "fiscal/cancelacion.hpp"

#include "base/error.hpp"
#include "base/texto.hpp"
#include "fiscal/escritura.hpp"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <memory>

namespace cacao::fiscal {
namespace {

// Everything is written as inclusive C14N would write it: namespaces first, attributes by name, no empty tags, no blanks. So the
// text that stands there is the text that is signed.
constexpr std::string_view espacios_de_solicitud =
    R"( xmlns="http://cancelacfd.sat.gob.mx" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance")";
// What SignedInfo inherits goes with it when it is signed by itself.
constexpr std::string_view espacios_heredados =
    R"( xmlns="http://www.w3.org/2000/09/xmldsig#" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance")";

std::string canonico(std::string_view valor) {
    std::string texto;
    agregar_escapado(texto, valor);
    return texto;
}

std::string sha1_de(std::string_view texto) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned largo = 0;
    reject_if(EVP_Digest(texto.data(), texto.size(), bytes.data(), &largo, EVP_sha1(), nullptr) != 1, Codigo::interno, "");
    return base64({reinterpret_cast<const char*>(bytes.data()), largo});
}

// Who signed the certificate, as RFC 2253 writes names.
std::string emisor_de(std::string_view cer) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(cer.data());
    const std::unique_ptr<X509, decltype(&X509_free)> x{d2i_X509(nullptr, &bytes, static_cast<long>(cer.size())), X509_free};
    const std::unique_ptr<BIO, decltype(&BIO_free)> salida{BIO_new(BIO_s_mem()), BIO_free};
    reject_if(x == nullptr || salida == nullptr, Codigo::interno, "");
    X509_NAME_print_ex(salida.get(), X509_get_issuer_name(x.get()), 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    char* texto = nullptr;
    const auto largo = BIO_get_mem_data(salida.get(), &texto);
    return {texto, static_cast<std::size_t>(largo)};
}

std::string firmado_en(std::string_view digest, std::string_view espacios) {
    std::string t = "<SignedInfo";
    t.append(espacios);
    t += R"(><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>)";
    t += R"(<SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"></SignatureMethod><Reference URI="">)";
    t += R"(<Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></Transform></Transforms>)";
    t += R"(<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"></DigestMethod><DigestValue>)";
    return t.append(digest).append("</DigestValue></Reference></SignedInfo>");
}

}  // namespace

std::string solicitud_de_cancelacion(const SolicitudDeCancelacion& s, const Csd& csd) {
    std::string cuerpo = "<Cancelacion";
    cuerpo.append(espacios_de_solicitud).append(R"( Fecha=")").append(canonico(s.fecha)).append(R"(" RfcEmisor=")");
    cuerpo.append(canonico(s.rfc)).append(R"("><Folios><Folio)");
    if (!s.sustitucion.empty()) cuerpo.append(R"( FolioSustitucion=")").append(canonico(s.sustitucion)).append("\"");
    cuerpo.append(R"( Motivo=")").append(canonico(s.motivo)).append(R"(" UUID=")").append(canonico(s.uuid));
    cuerpo += R"("></Folio></Folios>)";
    constexpr std::string_view fin = "</Cancelacion>";
    const auto digest = sha1_de(cuerpo + std::string{fin});
    const auto firma = csd.firma_sha1(firmado_en(digest, espacios_heredados));
    cuerpo.append(R"(<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">)").append(firmado_en(digest, {}));
    cuerpo.append("<SignatureValue>")
        .append(firma)
        .append("</SignatureValue><KeyInfo><X509Data><X509IssuerSerial><X509IssuerName>");
    // The number as the authority prints it, 20 digits: so write it those whose requests its services take.
    cuerpo.append(canonico(emisor_de(csd.cer())))
        .append("</X509IssuerName><X509SerialNumber>")
        .append(csd.certificado().numero());
    cuerpo.append("</X509SerialNumber></X509IssuerSerial><X509Certificate>").append(base64(csd.cer()));
    cuerpo.append("</X509Certificate></X509Data></KeyInfo></Signature>").append(fin);
    return cuerpo;
}

}  // namespace cacao::fiscal
