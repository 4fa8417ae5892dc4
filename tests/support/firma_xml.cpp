#include "support/firma_xml.hpp"

#include "base/texto.hpp"

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <algorithm>
#include <memory>

namespace cacao::test {
namespace {

constexpr std::string_view espacio_firma = "http://www.w3.org/2000/09/xmldsig#";

std::string_view texto_xml(const xmlChar* t) {
    return t == nullptr ? std::string_view{} : std::string_view{reinterpret_cast<const char*>(t)};
}

bool es_de_firma(const xmlNode* n, std::string_view nombre) {
    return n->type == XML_ELEMENT_NODE && texto_xml(n->name) == nombre && n->ns != nullptr &&
           texto_xml(n->ns->href) == espacio_firma;
}

xmlNode* hijo_de_firma(const xmlNode* n, std::string_view nombre) {
    for (xmlNode* h = n == nullptr ? nullptr : n->children; h != nullptr; h = h->next)
        if (es_de_firma(h, nombre)) return h;
    return nullptr;
}

std::string contenido_de(const xmlNode* n) {
    if (n == nullptr) return {};
    const std::unique_ptr<xmlChar, decltype(xmlFree)> t{xmlNodeGetContent(n), xmlFree};
    std::string salida{texto_xml(t.get())};
    std::erase_if(salida, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
    return salida;
}

std::string algoritmo_de(xmlNode* n) {
    if (n == nullptr) return {};
    const std::unique_ptr<xmlChar, decltype(xmlFree)> t{xmlGetNoNsProp(n, reinterpret_cast<const xmlChar*>("Algorithm")),
                                                        xmlFree};
    return std::string{texto_xml(t.get())};
}

struct Parte {
    const xmlNode* nodo;
    bool adentro;  // what stands in the node, or all that does not
};

int es_visible(void* parte, xmlNodePtr nodo, xmlNodePtr padre) {
    const auto& p = *static_cast<const Parte*>(parte);
    // A namespace is no node of the tree; it stands in its element.
    const xmlNode* n = nodo->type == XML_NAMESPACE_DECL ? padre : nodo;
    while (n != nullptr && n != p.nodo) n = n->parent;
    return (n != nullptr) == p.adentro ? 1 : 0;
}

std::string canonico(xmlDoc* doc, Parte parte) {
    xmlOutputBuffer* salida = xmlAllocOutputBuffer(nullptr);
    xmlC14NExecute(doc, es_visible, &parte, XML_C14N_1_0, nullptr, 0, salida);
    std::string texto{reinterpret_cast<const char*>(xmlOutputBufferGetContent(salida)), xmlOutputBufferGetSize(salida)};
    xmlOutputBufferClose(salida);
    return texto;
}

std::string sha1_de(std::string_view bytes) {
    std::string huella(EVP_MAX_MD_SIZE, '\0');
    unsigned int largo = 0;
    EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(huella.data()), &largo, EVP_sha1(), nullptr);
    huella.resize(largo);
    return huella;
}

bool firmado_por(std::string_view der, std::string_view texto, std::string_view firma) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
    const std::unique_ptr<X509, decltype(&X509_free)> x{d2i_X509(nullptr, &bytes, static_cast<long>(der.size())), X509_free};
    if (x == nullptr) return false;
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> c{EVP_MD_CTX_new(), EVP_MD_CTX_free};
    return EVP_DigestVerifyInit(c.get(), nullptr, EVP_sha1(), nullptr, X509_get0_pubkey(x.get())) == 1 &&
           EVP_DigestVerify(c.get(), reinterpret_cast<const unsigned char*>(firma.data()), firma.size(),
                            reinterpret_cast<const unsigned char*>(texto.data()), texto.size()) == 1;
}

}  // namespace

FirmaXml juzgar_firma(std::string_view xml) {
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> doc{
        xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr, XML_PARSE_NONET | XML_PARSE_NOERROR),
        xmlFreeDoc};
    if (doc == nullptr) return {"no es XML", {}};
    const xmlNode* firma = hijo_de_firma(xmlDocGetRootElement(doc.get()), "Signature");
    const xmlNode* firmado = hijo_de_firma(firma, "SignedInfo");
    xmlNode* referencia = hijo_de_firma(firmado, "Reference");
    if (referencia == nullptr) return {"no tiene firma", {}};
    const std::unique_ptr<xmlChar, decltype(xmlFree)> uri{xmlGetNoNsProp(referencia, reinterpret_cast<const xmlChar*>("URI")),
                                                          xmlFree};
    if (uri == nullptr || !texto_xml(uri.get()).empty()) return {"la referencia no es al documento entero", {}};
    constexpr std::string_view c14n = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
    if (algoritmo_de(hijo_de_firma(firmado, "CanonicalizationMethod")) != c14n ||
        algoritmo_de(hijo_de_firma(firmado, "SignatureMethod")) != "http://www.w3.org/2000/09/xmldsig#rsa-sha1" ||
        algoritmo_de(hijo_de_firma(referencia, "DigestMethod")) != "http://www.w3.org/2000/09/xmldsig#sha1")
        return {"algoritmo distinto de C14N, RSA-SHA1 y SHA-1", {}};
    xmlNode* transformacion = hijo_de_firma(hijo_de_firma(referencia, "Transforms"), "Transform");
    if (algoritmo_de(transformacion) != "http://www.w3.org/2000/09/xmldsig#enveloped-signature")
        return {"la firma no va envuelta", {}};
    // The second may name the canonical form, which is the same without it.
    for (xmlNode* t = transformacion->next; t != nullptr; t = t->next)
        if (t->type == XML_ELEMENT_NODE && algoritmo_de(t) != c14n) return {"transformación desconocida", {}};

    const xmlNode* datos = hijo_de_firma(hijo_de_firma(firma, "KeyInfo"), "X509Data");
    const xmlNode* serie = hijo_de_firma(datos, "X509IssuerSerial");
    if (contenido_de(hijo_de_firma(serie, "X509IssuerName")).empty() ||
        contenido_de(hijo_de_firma(serie, "X509SerialNumber")).empty())
        return {"falta X509IssuerSerial", {}};
    FirmaXml salida;
    std::string bytes;
    if (!leer_base64(contenido_de(hijo_de_firma(datos, "X509Certificate")), salida.certificado))
        return {"falta X509Certificate", {}};
    if (!leer_base64(contenido_de(hijo_de_firma(referencia, "DigestValue")), bytes) ||
        bytes != sha1_de(canonico(doc.get(), {firma, false})))
        salida.queja = "la huella no es la del documento";
    else if (!leer_base64(contenido_de(hijo_de_firma(firma, "SignatureValue")), bytes) ||
             !firmado_por(salida.certificado, canonico(doc.get(), {firmado, true}), bytes))
        salida.queja = "la firma no es la del certificado";
    return salida;
}

}  // namespace cacao::test
