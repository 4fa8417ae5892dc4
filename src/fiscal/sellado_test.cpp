// Certificates with their keys, what is put into a sealed document, the sandbox's stamp, and requests to cancel.
#include "fiscal/sellado.hpp"

#include "base/texto.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/cancelacion.hpp"
#include "fiscal/juez.hpp"
#include "fiscal/timbre.hpp"
#include "support/cfdi.hpp"
#include "support/comprobantes.hpp"
#include "support/emision.hpp"
#include "support/esquemas_sat.hpp"

#include <gtest/gtest.h>
#include <libxml/c14n.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <openssl/pkcs12.h>

namespace cacao::fiscal {
namespace {

using namespace test;

Instante momento(std::string_view iso) { return Instante::leer_iso(iso).value(); }
const Instante hoy = momento("2026-10-01T00:00:00Z");

// A key as the authority hands it out.
std::string cifrada(const std::string& llave, const std::string& contrasena, int vueltas = 2048) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(llave.data());
    const std::unique_ptr<PKCS8_PRIV_KEY_INFO, decltype(&PKCS8_PRIV_KEY_INFO_free)> abierta{
        d2i_PKCS8_PRIV_KEY_INFO(nullptr, &bytes, static_cast<long>(llave.size())), PKCS8_PRIV_KEY_INFO_free};
    const std::unique_ptr<X509_SIG, decltype(&X509_SIG_free)> sobre{
        PKCS8_encrypt(-1, EVP_des_ede3_cbc(), contrasena.data(), static_cast<int>(contrasena.size()), nullptr, 0, vueltas,
                      abierta.get()),
        X509_SIG_free};
    unsigned char* der = nullptr;
    const int largo = i2d_X509_SIG(sobre.get(), &der);
    std::string texto{reinterpret_cast<const char*>(der), static_cast<std::size_t>(largo)};
    OPENSSL_free(der);
    return texto;
}

std::string falla_al_leer(std::string_view cer, std::string_view key, std::string_view contrasena, Instante ahora = hoy) {
    const auto csd = Csd::leer(cer, key, contrasena, ahora);
    return std::holds_alternative<Csd>(csd) ? "" : std::string{nombre(std::get<FallaCsd>(csd))};
}

TEST(Csd, CadaFallaPorSuNombre) {
    const auto& csd = csd_de_prueba();
    const auto key = cifrada(csd.llave(), "12345678a");
    EXPECT_EQ(falla_al_leer(csd.cer(), key, "12345678a"), "");
    EXPECT_EQ(falla_al_leer(csd.cer(), key, "12345678b"), "contrasena");
    EXPECT_EQ(falla_al_leer(csd.cer(), key, ""), "contrasena");
    EXPECT_EQ(falla_al_leer("no", key, "12345678a"), "certificado_ilegible");
    EXPECT_EQ(falla_al_leer(csd.cer() + "x", key, "12345678a"), "certificado_ilegible");
    EXPECT_EQ(falla_al_leer(csd.cer(), "no", "12345678a"), "llave_ilegible");
    EXPECT_EQ(falla_al_leer(csd.cer(), key + "x", "12345678a"), "llave_ilegible");
    EXPECT_EQ(falla_al_leer(csd.cer(), csd.llave(), "12345678a"), "llave_ilegible");
    EXPECT_EQ(falla_al_leer(csd.cer(), std::string(100'000, 'x'), "12345678a"), "llave_ilegible");
    EXPECT_EQ(falla_al_leer(csd.cer(), cifrada(csd.llave(), "12345678a", 1'000'001), "12345678a"), "llave_ilegible");
    const auto otro = Sandbox::nuevo(momento("2024-01-01T00:00:00Z"), momento("2028-01-01T00:00:00Z"));
    EXPECT_EQ(falla_al_leer(csd.cer(), cifrada(otro.llave(), "a"), "a"), "llave_ajena");
    EXPECT_EQ(falla_al_leer(csd.cer(), key, "12345678a", momento("2023-12-31T23:59:59Z")), "aun_no_vigente");
    EXPECT_EQ(falla_al_leer(csd.cer(), key, "12345678a", momento("2028-01-01T00:00:01Z")), "vencido");
    // An e.firma may also encipher and log in.
    const auto fiel = certificado_der(mundillo().emisor, numero_emisor, "EKU9003173C9", "AC", mundillo().ac, "20240101000000Z",
                                      "20280101000000Z", "digitalSignature,nonRepudiation,dataEncipherment,keyAgreement");
    EXPECT_EQ(falla_al_leer(fiel, key, "12345678a"), "no_es_de_sello");
    const auto sin_numero = certificado_der(mundillo().emisor, "1", "EKU9003173C9", "AC", mundillo().ac, "20240101000000Z",
                                            "20280101000000Z", de_csd);
    EXPECT_EQ(falla_al_leer(sin_numero, key, "12345678a"), "certificado_ilegible");
}

TEST(Csd, VuelveDeLoQueSeGuardo) {
    const auto& csd = csd_de_prueba();
    EXPECT_EQ(csd.certificado().rfc(), "EKU9003173C9");
    EXPECT_EQ(csd.certificado().numero().size(), 20U);
    EXPECT_TRUE(csd.certificado().es_de_sello());
    const auto vuelto = Csd::de(csd.cer(), csd.llave());
    ASSERT_TRUE(std::holds_alternative<Csd>(vuelto));
    // The seal has no chance in it.
    EXPECT_EQ(std::get<Csd>(vuelto).sello("texto"), csd.sello("texto"));
    EXPECT_TRUE(csd.certificado().sello_de("texto", csd.sello("texto")));
    EXPECT_FALSE(csd.certificado().sello_de("otro", csd.sello("texto")));
    EXPECT_EQ(std::get<FallaCsd>(Csd::de(csd.cer(), "no")), FallaCsd::llave_ilegible);
    const auto otro = Csd::de_prueba("EKU9003173C9", std::string(300, 'N'), hoy, hoy.mas_segundos(3600));
    EXPECT_EQ(std::get<FallaCsd>(Csd::de(csd.cer(), otro.llave())), FallaCsd::llave_ajena);
}

TEST(Csd, LosDePruebaDelSat) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto leer = [](const std::string& carpeta, const std::string& nombre, std::string_view contrasena) {
        return falla_al_leer(cfdi_file("certs/" + carpeta + '/' + nombre + ".cer"),
                             cfdi_file("certs/" + carpeta + '/' + nombre + ".key"), contrasena);
    };
    EXPECT_EQ(leer("EKU9003173C9", "EKU9003173C9", "12345678a"), "");
    EXPECT_EQ(leer("EKU9003173C9", "EKU9003173C9", "12345678A"), "contrasena");
    EXPECT_EQ(leer("EKU9003173C9-fiel", "EKU9003173C9", "12345678a"), "no_es_de_sello");
    EXPECT_EQ(falla_al_leer(cfdi_file("certs/EKU9003173C9/EKU9003173C9.cer"),
                            cfdi_file("certs/EKU9003173C9-fiel/EKU9003173C9.key"), "12345678a"),
              "llave_ajena");
}

std::string sellado_de_prueba() {
    auto c = por_emitir("I");
    c.lineas = {linea_dada("2", "50", "100", {traslado("002", "Tasa", "0.16", "100", "16")})};
    return sellar(armar(c).cfdi, csd_de_prueba()).xml;
}

TEST(Insertar, ElTimbreYLaAddendaNoCambianNadaMas) {
    const auto xml = sellado_de_prueba();
    const std::string timbre = R"(<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" UUID="u"/>)";
    const std::string fin = "</cfdi:Comprobante>";
    const auto sin_fin = xml.substr(0, xml.size() - fin.size());
    const auto complemento = "<cfdi:Complemento>" + timbre + "</cfdi:Complemento>";
    EXPECT_EQ(con_timbre(xml, timbre), sin_fin + complemento + fin);
    EXPECT_EQ(con_timbre(xml, R"(<?xml version="1.0"?>)" + ("\n" + timbre)), sin_fin + complemento + fin);
    // Where something stands already: behind it, and before the addendum.
    EXPECT_EQ(con_timbre(sin_fin + "<cfdi:Complemento><x/></cfdi:Complemento><cfdi:Addenda><y/></cfdi:Addenda>" + fin, timbre),
              sin_fin + "<cfdi:Complemento><x/>" + timbre + "</cfdi:Complemento><cfdi:Addenda><y/></cfdi:Addenda>" + fin);
    EXPECT_EQ(con_timbre(sin_fin + "<cfdi:Complemento/>" + fin, timbre), sin_fin + complemento + fin);
    EXPECT_EQ(con_timbre(sin_fin + "<!-- <a> --><cfdi:Addenda><y a='>'/></cfdi:Addenda>\n" + fin, timbre),
              sin_fin + "<!-- <a> -->" + complemento + "<cfdi:Addenda><y a='>'/></cfdi:Addenda>\n" + fin);

    const auto timbrado = con_timbre(xml, timbre).value();
    EXPECT_EQ(con_timbre(timbrado, timbre), std::nullopt);
    EXPECT_EQ(con_timbre("<a/>", timbre), std::nullopt);
    EXPECT_EQ(con_timbre("no", timbre), std::nullopt);
    EXPECT_EQ(con_timbre(R"(<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4"/>)", timbre), std::nullopt);
    EXPECT_EQ(con_timbre(xml, "<otro/>"), std::nullopt);
    EXPECT_EQ(con_timbre(sin_fin + "<cfdi:Complemento/><cfdi:Complemento/>" + fin, timbre), std::nullopt);

    const auto con = con_addenda(timbrado, "<pedido n=\"1\"/>").value();
    EXPECT_EQ(con, timbrado.substr(0, timbrado.size() - fin.size()) + "<cfdi:Addenda><pedido n=\"1\"/></cfdi:Addenda>" + fin);
    EXPECT_EQ(con_addenda(con, "<a/>"), std::nullopt);
    EXPECT_EQ(con_addenda(timbrado, "<a>"), std::nullopt);
    EXPECT_EQ(con_addenda(timbrado, ""), std::nullopt);
    EXPECT_EQ(con_addenda(timbrado, "texto"), std::nullopt);
    EXPECT_EQ(con_addenda(timbrado, "<a/></cfdi:Addenda><cfdi:Addenda><b/>"), std::nullopt);
    EXPECT_EQ(con_addenda("<a/>", "<a/>"), std::nullopt);
    // The seal still holds.
    const Xml leido{con};
    EXPECT_TRUE(
        csd_de_prueba().certificado().sello_de(cadena_original(leido.raiz(), Esquema::sat()).texto, leido.raiz().valor("Sello")));
}

TEST(Sandbox, TimbraLoQueNadieTomaPorFiscal) {
    const auto sandbox = Sandbox::nuevo(momento("2024-01-01T00:00:00Z"), momento("2028-01-01T00:00:00Z"));
    const auto xml = sellado_de_prueba();
    const auto timbre = sandbox.timbrar(xml, "2026-10-01T12:01:00");
    ASSERT_TRUE(timbre);
    EXPECT_EQ(timbre->uuid.size(), 36U);
    EXPECT_EQ(timbre->uuid[14], '4');
    const auto timbrado = con_timbre(xml, timbre->xml).value();

    const auto vuelto = Sandbox::de(sandbox.cer(), sandbox.llave()).value();
    const auto nada = [](std::string_view, std::string_view, Fecha) { return Presencia::desconocida; };
    const auto suyo = [&](std::string_view numero) { return numero == numero_sandbox ? &vuelto.certificado() : nullptr; };
    const auto juicio = Juez{}.juzgar(timbrado, {nada, suyo});
    EXPECT_TRUE(juicio.veredicto.valido());
    EXPECT_EQ(juicio.veredicto.de(Paso::timbre), Resultado::bien);
    EXPECT_EQ(juicio.veredicto.uuid, timbre->uuid);
    ASSERT_TRUE(juicio.cfdi);
    EXPECT_TRUE(es_de_sandbox(*juicio.cfdi));
    EXPECT_EQ(juicio.cfdi->timbres[0].leyenda, leyenda_sandbox);
    if (cfdi_there()) {
        const Oraculo oraculo;
        EXPECT_TRUE(oraculo.valido(timbrado)) << oraculo.dice();
    }

    EXPECT_NE(sandbox.timbrar(xml, "2026-10-01T12:01:00")->uuid, timbre->uuid);
    EXPECT_FALSE(sandbox.timbrar(timbrado, "2026-10-01T12:01:00"));
    EXPECT_FALSE(sandbox.timbrar("<a/>", "2026-10-01T12:01:00"));
    auto c = por_emitir("I");
    c.lineas = {linea_dada("1", "1", "1")};
    EXPECT_FALSE(sandbox.timbrar(escribir(armar(c).cfdi), "2026-10-01T12:01:00"));
    EXPECT_FALSE(Sandbox::de(sandbox.cer(), csd_de_prueba().llave()));
    EXPECT_FALSE(es_de_sandbox(leer_cfdi(Xml{xml})));
}

// ——— Cancelling

using DocumentoLibxml = std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)>;
DocumentoLibxml documento_de_libxml(const std::string& bytes) {
    return {xmlReadMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr, XML_PARSE_NONET), xmlFreeDoc};
}
std::string canonica(xmlDoc* documento, const char* xpath) {
    xmlNodeSetPtr nodos = nullptr;
    xmlXPathObjectPtr hallado = nullptr;
    const std::unique_ptr<xmlXPathContext, decltype(&xmlXPathFreeContext)> contexto{xmlXPathNewContext(documento),
                                                                                    xmlXPathFreeContext};
    if (xpath != nullptr) {
        xmlXPathRegisterNs(contexto.get(), reinterpret_cast<const xmlChar*>("d"),
                           reinterpret_cast<const xmlChar*>("http://www.w3.org/2000/09/xmldsig#"));
        hallado = xmlXPathEvalExpression(reinterpret_cast<const xmlChar*>(xpath), contexto.get());
        nodos = hallado->nodesetval;
    }
    xmlChar* texto = nullptr;
    const int largo = xmlC14NDocDumpMemory(documento, nodos, XML_C14N_1_0, nullptr, 0, &texto);
    std::string salida{reinterpret_cast<const char*>(texto), static_cast<std::size_t>(std::max(largo, 0))};
    xmlFree(texto);
    if (hallado != nullptr) xmlXPathFreeObject(hallado);
    return salida;
}
std::string entre_etiquetas(const std::string& xml, const std::string& nombre) {
    const auto desde = xml.find('<' + nombre + '>') + nombre.size() + 2;
    return xml.substr(desde, xml.find("</" + nombre + '>') - desde);
}
std::string sha1(std::string_view texto) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned largo = 0;
    EVP_Digest(texto.data(), texto.size(), bytes.data(), &largo, EVP_sha1(), nullptr);
    return base64({reinterpret_cast<const char*>(bytes.data()), largo});
}
bool verifica_sha1(const std::string& cer, std::string_view texto, const std::string& firma_base64) {
    const auto* der = reinterpret_cast<const unsigned char*>(cer.data());
    const std::unique_ptr<X509, decltype(&X509_free)> x{d2i_X509(nullptr, &der, static_cast<long>(cer.size())), X509_free};
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> c{EVP_MD_CTX_new(), EVP_MD_CTX_free};
    std::string firma;
    return leer_base64(firma_base64, firma) &&
           EVP_DigestVerifyInit(c.get(), nullptr, EVP_sha1(), nullptr, X509_get0_pubkey(x.get())) == 1 &&
           EVP_DigestVerify(c.get(), reinterpret_cast<const unsigned char*>(firma.data()), firma.size(),
                            reinterpret_cast<const unsigned char*>(texto.data()), texto.size()) == 1;
}

TEST(Cancelacion, FirmadaComoXmlDsig) {
    const auto& csd = csd_de_prueba();
    const auto xml = solicitud_de_cancelacion({.rfc = "H&E951128469",
                                               .fecha = "2026-10-01T12:00:00",
                                               .uuid = "6F35D3B5-3651-5370-BC2C-14CDBE384CD7",
                                               .motivo = "01",
                                               .sustitucion = "6F35D3B5-3651-5370-BC2C-14CDBE384CD8"},
                                              csd);
    EXPECT_TRUE(
        xml.find(
            R"(RfcEmisor="H&amp;E951128469"><Folios><Folio FolioSustitucion="6F35D3B5-3651-5370-BC2C-14CDBE384CD8" Motivo="01" UUID="6F35D3B5-3651-5370-BC2C-14CDBE384CD7"></Folio></Folios><Signature)") !=
        std::string::npos)
        << xml;
    const auto documento = documento_de_libxml(xml);
    ASSERT_NE(documento, nullptr);
    // As whoever receives it does: SignedInfo in canonical form, and what is left without the signature.
    const auto firmado = canonica(documento.get(), "(//. | //@* | //namespace::*)[ancestor-or-self::d:SignedInfo]");
    EXPECT_TRUE(verifica_sha1(csd.cer(), firmado, entre_etiquetas(xml, "SignatureValue"))) << firmado;
    auto* firma = xmlGetLastChild(xmlDocGetRootElement(documento.get()));
    xmlUnlinkNode(firma);
    xmlFreeNode(firma);
    EXPECT_EQ(sha1(canonica(documento.get(), nullptr)), entre_etiquetas(xml, "DigestValue"));
    EXPECT_EQ(entre_etiquetas(xml, "X509Certificate"), base64(csd.cer()));
    EXPECT_EQ(entre_etiquetas(xml, "X509SerialNumber"), csd.certificado().numero());
    EXPECT_EQ(entre_etiquetas(xml, "X509IssuerName"), "O=SIN VALIDEZ FISCAL,CN=SANDBOX");

    const auto sin = solicitud_de_cancelacion({"EKU9003173C9", "2026-10-01T12:00:00", "u", "02", ""}, csd);
    EXPECT_EQ(sin.find("FolioSustitucion"), std::string::npos);
}

TEST(Sandbox, LaHoraDelTimbreEsLaDelCentro) {
    EXPECT_EQ(hora_de_timbrado(Instante::leer_iso("2026-10-01T19:00:00Z").value()), "2026-10-01T13:00:00");
    EXPECT_EQ(momento_de_timbrado("2026-10-01T13:00:00"), Instante::leer_iso("2026-10-01T19:00:00Z"));
    // With summer time, which ended in 2022.
    EXPECT_EQ(momento_de_timbrado("2022-07-01T13:00:00"), Instante::leer_iso("2022-07-01T18:00:00Z"));
    EXPECT_EQ(momento_de_timbrado("2022-12-01T13:00:00"), Instante::leer_iso("2022-12-01T19:00:00Z"));
    EXPECT_EQ(momento_de_timbrado("ayer"), std::nullopt);
}

TEST(SelloPorPartes, EsElDelTextoEntero) {
    const auto ahora = Instante::ahora();
    const Csd csd = Csd::de_prueba("EKU9003173C9", "ESCUELA KEMPER URGATE", ahora, ahora.mas_segundos(86'400));
    const std::string texto(100'000, 'x');
    SelloPorPartes partes{csd};
    for (std::size_t i = 0; i < texto.size(); i += 777) partes.agregar(std::string_view{texto}.substr(i, 777));
    EXPECT_EQ(partes.terminar(), csd.sello(texto));
}

}  // namespace
}  // namespace cacao::fiscal
