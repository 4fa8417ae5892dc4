// The stand-ins of providers that stamp (tests/support/pac_*.hpp), asked by hand: whoever tests a client against them relies on
// that they stamp a document once, whatever goes wrong on the way.

#include "fiscal/cancelacion.hpp"
#include "fiscal/estado_sat.hpp"
#include "fiscal/juez.hpp"
#include "red/cliente.hpp"
#include "support/comprobantes.hpp"
#include "support/emision.hpp"
#include "support/pac_finkok.hpp"
#include "support/pac_sw.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <atomic>
#include <cstring>
#include <future>
#include <mutex>
#include <set>
#include <thread>

namespace cacao::red {
namespace {

using test::Autoridad;
using test::FallaPac;
using test::mundillo;
using test::PacFinkok;
using test::PacSw;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::string_view sw_307 = "307. El comprobante contiene un timbre previo.";

// Sealed and not yet stamped; each number is another document.
std::string por_timbrar(int folio = 1) {
    auto texto = test::cambiado(test::ingreso(), test::timbre_vacio, "");
    return test::sellado(test::cambiado(texto, R"(Folio="1")", "Folio=\"" + std::to_string(folio) + '"'));
}

const Cliente& que_llama() {
    static const Cliente cliente{{.privadas = Redes{{"127.0.0.1"}}, .sin_cifrar = true, .autoridades = ""}};
    return cliente;
}

// What of a stamped document must hold: its seals, its arithmetic, and that nothing else in it changed.
void espera_buen_timbre(const std::string& xml, const std::string& original, const std::string& uuid) {
    static const fiscal::Juez juez{mundillo().autoridades};
    const auto buscar = [](std::string_view, std::string_view, Fecha) { return fiscal::Presencia::vigente; };
    const auto certificado = [](std::string_view numero) {
        return numero == test::numero_pac ? &mundillo().certificado_pac : nullptr;
    };
    const auto v = juez.juzgar(xml, {buscar, certificado}).veredicto;
    EXPECT_TRUE(v.valido());
    EXPECT_EQ(v.de(fiscal::Paso::timbre), fiscal::Resultado::bien);
    EXPECT_EQ(v.uuid, mayusculas(uuid));
    EXPECT_EQ(v.uuid.at(14), '4');
    const auto desde = xml.find("<tfd:");
    EXPECT_EQ(std::string{xml}.erase(desde, xml.find("/>", desde) + 2 - desde), original);
}

// A request of cancellation that is written in its canonical form, so that its bytes are those that are signed.
struct PorCancelar {
    std::string uuid, motivo = "02", sustitucion = {}, rfc = "EKU9003173C9", fecha = "2026-10-02T09:00:00";
};
std::string firmada(const PorCancelar& c) {
    const auto huella_de = [](const EVP_MD* m, std::string_view bytes) {
        std::string huella(EVP_MAX_MD_SIZE, '\0');
        unsigned int largo = 0;
        EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(huella.data()), &largo, m, nullptr);
        huella.resize(largo);
        return base64(huella);
    };
    const std::string cuerpo = R"(<Cancelacion xmlns="http://cancelacfd.sat.gob.mx" Fecha=")" + c.fecha + R"(" RfcEmisor=")" +
                               c.rfc + R"("><Folios><Folio)" +
                               (c.sustitucion.empty() ? "" : " FolioSustitucion=\"" + c.sustitucion + '"') + R"( Motivo=")" +
                               c.motivo + R"(" UUID=")" + c.uuid + R"("></Folio></Folios></Cancelacion>)";
    const std::string firmado =
        R"(<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"></SignatureMethod><Reference URI=""><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></Transform></Transforms><DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"></DigestMethod><DigestValue>)" +
        huella_de(EVP_sha1(), cuerpo) + "</DigestValue></Reference></SignedInfo>";
    const std::string sin_mas = R"(<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">)" + firmado;
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> md{EVP_MD_CTX_new(), EVP_MD_CTX_free};
    EVP_DigestSignInit(md.get(), nullptr, EVP_sha1(), nullptr, mundillo().emisor.par.get());
    std::string firma(512, '\0');
    std::size_t largo = firma.size();
    EVP_DigestSign(md.get(), reinterpret_cast<unsigned char*>(firma.data()), &largo,
                   reinterpret_cast<const unsigned char*>(sin_mas.data()), sin_mas.size());
    firma.resize(largo);
    return test::cambiado(
        cuerpo, "</Cancelacion>",
        R"(<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>)" + firmado + "<SignatureValue>" + base64(firma) +
            "</SignatureValue><KeyInfo><X509Data><X509IssuerSerial><X509IssuerName>CN=AC</X509IssuerName><X509SerialNumber>" +
            test::numero_emisor + "</X509SerialNumber></X509IssuerSerial><X509Certificate>" +
            base64(mundillo().certificado_emisor) + "</X509Certificate></X509Data></KeyInfo></Signature></Cancelacion>");
}

// What of an answer a test asks for, in both protocols. Without an answer: estado 0.
struct Dicho {
    int estado = 0;
    std::string cuerpo;
    bool bien = false;
    std::string codigo, uuid, xml;
};

std::string texto_json(const std::string& cuerpo, std::string_view puntero) {
    simdjson::dom::parser lector;
    simdjson::dom::element todo;
    std::string_view valor;
    if (lector.parse(cuerpo).get(todo) != simdjson::SUCCESS || todo.at_pointer(puntero).get(valor) != simdjson::SUCCESS)
        return {};
    return std::string{valor};
}

struct Sw {
    PacSw pac{"ana", "secreta"};
    std::string token = pac.token_permanente();

    Dicho pedir(const std::string& metodo, const std::string& ruta, std::vector<std::pair<std::string, std::string>> encabezados,
                const std::string& cuerpo) const {
        if (!token.empty()) encabezados.emplace_back("Authorization", "Bearer " + token);
        std::string porque;
        const auto r = que_llama().intentar({.metodo = metodo,
                                             .url = ruta.starts_with("http") ? ruta : pac.url() + ruta,
                                             .encabezados = encabezados,
                                             .cuerpo = cuerpo},
                                            porque);
        if (!r) return {};
        Dicho d{.estado = r->estado, .cuerpo = r->cuerpo};
        d.bien = r->estado == 200 && texto_json(r->cuerpo, "/status") == "success";
        d.codigo = texto_json(r->cuerpo, "/message");
        d.uuid = texto_json(r->cuerpo, "/data/uuid");
        d.xml = texto_json(r->cuerpo, "/data/cfdi");
        return d;
    }
    Dicho subir(const std::string& ruta, const std::string& xml, const std::string& customid = {}) const {
        std::vector<std::pair<std::string, std::string>> e{{"Content-Type", "multipart/form-data; boundary=corte"}};
        if (!customid.empty()) e.emplace_back("customid", customid);
        return pedir(
            "POST", ruta, e,
            "--corte\r\nContent-Disposition: form-data; name=\"xml\"; filename=\"xml\"\r\nContent-Type: text/xml\r\n\r\n" + xml +
                "\r\n--corte--\r\n");
    }
    Dicho timbrar(const std::string& xml, const std::string& customid = {}) const {
        return subir("/v4/cfdi33/stamp/v4", xml, customid);
    }
    Dicho pedir_cancelacion(const std::string& xml) const { return subir("/cfdi33/cancel/xml", xml); }
    Dicho cancelar(const PorCancelar& c) const { return pedir_cancelacion(firmada(c)); }
    static std::string codigo_de(const Dicho& d, const std::string& uuid) { return texto_json(d.cuerpo, "/data/uuid/" + uuid); }
    static bool es_previo(const Dicho& d) { return d.codigo == sw_307; }
    static constexpr const char* operacion = "timbrar";
    static constexpr const char* de_cancelar = "cancelar";
};

struct Finkok {
    PacFinkok pac{"ana", "secreta"};
    std::string contrasena = "secreta";

    // The text of the first field of that name.
    static std::string campo(const std::string& xml, const std::string& nombre) {
        const auto desde = xml.find("<s0:" + nombre + '>');
        if (desde == std::string::npos) return {};
        const auto valor = desde + nombre.size() + 5;
        auto texto = xml.substr(valor, xml.find("</s0:" + nombre + '>') - valor);
        for (const auto& [de, a] : {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&amp;", "&"}})
            for (std::size_t i = 0; (i = texto.find(de, i)) != std::string::npos; ++i) texto.replace(i, std::strlen(de), a);
        return texto;
    }
    Dicho llamar(const std::string& servicio, const std::string& operacion,
                 const std::vector<std::pair<std::string, std::string>>& campos) const {
        std::string dentro = "<q:username>ana</q:username><q:password>" + contrasena + "</q:password>";
        for (const auto& [nombre, valor] : campos) dentro += "<q:" + nombre + '>' + valor + "</q:" + nombre + '>';
        std::string porque;
        const auto r = que_llama().intentar(
            {.metodo = "POST",
             .url = pac.url() + '/' + servicio,
             .encabezados = {{"Content-Type", "text/xml; charset=utf-8"}, {"SOAPAction", '"' + operacion + '"'}},
             .cuerpo = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><q:" + operacion +
                       " xmlns:q=\"http://facturacion.finkok.com/" + servicio + "\">" + dentro + "</q:" + operacion +
                       "></e:Body></e:Envelope>"},
            porque);
        if (!r) return {};
        Dicho d{.estado = r->estado, .cuerpo = r->cuerpo};
        d.codigo = campo(d.cuerpo, "CodigoError");
        d.bien =
            r->estado == 200 && campo(d.cuerpo, "CodEstatus") == "Comprobante timbrado satisfactoriamente" && d.codigo.empty();
        d.uuid = campo(d.cuerpo, "UUID");
        d.xml = campo(d.cuerpo, "xml");
        return d;
    }
    Dicho timbrar(const std::string& xml) const { return llamar("stamp", "stamp", {{"xml", base64(xml)}}); }
    Dicho pedir_cancelacion(const std::string& xml) const {
        return llamar("cancel", "cancel_signature", {{"xml", base64(xml)}, {"store_pending", "false"}});
    }
    Dicho cancelar(const PorCancelar& c) const { return pedir_cancelacion(firmada(c)); }
    static std::string codigo_de(const Dicho& d, const std::string&) { return campo(d.cuerpo, "EstatusUUID"); }
    static bool es_previo(const Dicho& d) { return d.codigo == "307"; }
    static constexpr const char* operacion = "stamp";
    static constexpr const char* de_cancelar = "cancel_signature";
};

template <class T>
class SuplentesTest : public testing::Test {
protected:
    T suplente;

    // The UUID in the document that an answer carries, which is what a client takes.
    static std::string uuid_en(const Dicho& d) {
        const auto i = d.xml.find(" UUID=\"");
        return i == std::string::npos ? std::string{} : d.xml.substr(i + 7, 36);
    }
};
using Suplentes = testing::Types<Sw, Finkok>;
TYPED_TEST_SUITE(SuplentesTest, Suplentes);

TYPED_TEST(SuplentesTest, EstampaYNoDosVeces) {
    auto& s = this->suplente;
    const auto xml = por_timbrar();
    const auto primero = s.timbrar(xml);
    ASSERT_TRUE(primero.bien) << primero.cuerpo;
    espera_buen_timbre(primero.xml, xml, primero.uuid);
    const auto segundo = s.timbrar(xml);
    EXPECT_FALSE(segundo.bien);
    EXPECT_TRUE(s.es_previo(segundo)) << segundo.cuerpo;
    EXPECT_EQ(this->uuid_en(segundo), primero.uuid);
    EXPECT_EQ(s.pac.timbrados(), 1U);
    const auto otro = s.timbrar(por_timbrar(2));
    EXPECT_TRUE(otro.bien);
    EXPECT_NE(otro.uuid, primero.uuid);
    EXPECT_EQ(s.pac.timbrados(), 2U);
    EXPECT_EQ(s.pac.veces(s.operacion), 3);
}

TYPED_TEST(SuplentesTest, AlMismoTiempoTampoco) {
    auto& s = this->suplente;
    const auto xml = por_timbrar();
    std::mutex mutex;
    std::set<std::string> uuids;
    std::atomic<int> nuevos = 0;
    std::vector<std::thread> hilos;
    for (int i = 0; i < 12; ++i)
        hilos.emplace_back([&] {
            const auto d = s.timbrar(xml);
            if (d.bien) ++nuevos;
            const std::lock_guard lock{mutex};
            uuids.insert(this->uuid_en(d));
        });
    for (auto& h : hilos) h.join();
    EXPECT_EQ(nuevos, 1);
    EXPECT_THAT(uuids, SizeIs(1));
    EXPECT_EQ(s.pac.timbrados(), 1U);
}

// Where the stamp goes when the document has no complement, an empty one, or an addenda behind it.
TYPED_TEST(SuplentesTest, EnCualquierComplemento) {
    auto& s = this->suplente;
    const auto base = test::cambiado(test::global(), test::timbre_vacio, "");
    const std::string_view vacio = "<cfdi:Complemento></cfdi:Complemento>";
    for (const std::string_view forma :
         {"", "<cfdi:Complemento/>", "<cfdi:Complemento></cfdi:Complemento>", "<cfdi:Addenda><a xmlns=\"x\"/></cfdi:Addenda>"}) {
        const auto xml = test::sellado(test::cambiado(test::cambiado(base, vacio, forma), "Version=\"4.0\"",
                                                      "Version=\"4.0\" Folio=\"" + std::to_string(forma.size()) + '"'));
        const auto d = s.timbrar(xml);
        EXPECT_TRUE(d.bien) << forma << d.cuerpo;
        EXPECT_THAT(d.xml, HasSubstr("/></cfdi:Complemento>")) << forma;
        const fiscal::Xml leido{d.xml};
        ASSERT_TRUE(leido.bien()) << d.xml;
        EXPECT_NE(leido.raiz().hijo("Complemento"), nullptr);
    }
    EXPECT_EQ(s.pac.timbrados(), 4U);
}

TYPED_TEST(SuplentesTest, LoQueNoEsUnComprobanteSelladoNoSeEstampa) {
    auto& s = this->suplente;
    const auto bueno = por_timbrar();
    for (const auto& malo :
         {std::string{"<a/>"}, bueno.substr(0, bueno.size() - 3), test::cambiado(bueno, "Total=\"280.50\"", "Total=\"280.51\""),
          test::cambiado(bueno, "Rfc=\"EKU9003173C9\"", "Rfc=\"IIA040805DZ4\""), test::sellado(test::ingreso())}) {
        const auto d = s.timbrar(malo);
        EXPECT_FALSE(d.bien) << malo.substr(0, 300);
        EXPECT_THAT(d.codigo, Not(IsEmpty())) << d.cuerpo;
        EXPECT_EQ(d.xml, "");
    }
    s.pac.reloj("2026-10-04T12:00:01");
    EXPECT_THAT(s.timbrar(bueno).codigo, testing::StartsWith("401"));
    s.pac.reloj("2026-10-04T12:00:00");
    EXPECT_TRUE(s.timbrar(bueno).bien);
    EXPECT_EQ(s.pac.timbrados(), 1U);
}

// Whatever goes wrong, the next time tells what became of it.
TYPED_TEST(SuplentesTest, CadaFallaYLoQueQueda) {
    auto& s = this->suplente;
    using enum FallaPac;
    int folio = 0;
    for (const FallaPac f : {corta_antes, corta_despues, error_500, error_500_despues, basura, trunca, doble, anterior, ajeno}) {
        const bool hecho = f != corta_antes && f != error_500;
        const auto xml = por_timbrar(++folio);
        const auto antes = s.pac.timbrados();
        s.pac.falla(f);
        const auto d = s.timbrar(xml);
        SCOPED_TRACE(static_cast<int>(f));
        EXPECT_EQ(s.pac.llamadas().back().falla, f);
        EXPECT_EQ(s.pac.timbrados(), antes + (hecho ? 1 : 0));
        const auto sello = std::string{fiscal::Xml{xml}.raiz().valor("Sello")};
        const bool callado = f == corta_antes || f == corta_despues || f == trunca;
        const bool caido = f == error_500 || f == error_500_despues;
        if (f != anterior) {
            EXPECT_EQ(d.estado, callado ? 0 : caido ? 500 : 200) << d.cuerpo;
        }
        EXPECT_EQ(d.bien, f == doble || f == ajeno) << d.cuerpo;
        EXPECT_EQ(d.xml.empty(), callado || caido || f == basura) << d.cuerpo;
        EXPECT_EQ(d.xml.find("SelloCFD=\"" + sello) != std::string::npos, f == doble) << d.cuerpo;

        const auto despues = s.timbrar(xml);
        EXPECT_EQ(despues.bien, !hecho) << despues.cuerpo;
        EXPECT_EQ(s.es_previo(despues), hecho) << despues.cuerpo;
        EXPECT_THAT(despues.xml, HasSubstr("SelloCFD=\"" + sello));
        EXPECT_EQ(s.pac.timbrados(), antes + 1);
    }
}

TYPED_TEST(SuplentesTest, ElPrimeroTambienPuedeSerAjeno) {
    auto& s = this->suplente;
    s.pac.falla(FallaPac::ajeno);
    const auto xml = por_timbrar();
    const auto ajeno = s.timbrar(xml);
    EXPECT_NE(this->uuid_en(ajeno), "");
    EXPECT_NE(this->uuid_en(ajeno), s.pac.timbres().at(0).uuid);
    EXPECT_EQ(this->uuid_en(s.timbrar(xml)), s.pac.timbres().at(0).uuid);
}

TYPED_TEST(SuplentesTest, DetenidaHastaQueLaSuelten) {
    auto& s = this->suplente;
    for (const FallaPac f : {FallaPac::detiene_antes, FallaPac::detiene_despues}) {
        const auto antes = s.pac.timbrados();
        s.pac.falla(f, 1, s.operacion);
        auto respuesta = std::async(std::launch::async, [&] { return s.timbrar(por_timbrar(static_cast<int>(f))); });
        ASSERT_TRUE(s.pac.detenidas(1));
        EXPECT_EQ(s.pac.timbrados(), antes + (f == FallaPac::detiene_despues ? 1 : 0));
        EXPECT_TRUE(s.timbrar(por_timbrar(100 + static_cast<int>(f))).bien) << "the others go on";
        s.pac.soltar();
        EXPECT_TRUE(respuesta.get().bien);
    }
}

TYPED_TEST(SuplentesTest, PrevioSinDatosYLuegoConEllos) {
    auto& s = this->suplente;
    const auto xml = por_timbrar();
    s.pac.falla(FallaPac::sin_datos, 2);
    const auto uuid = this->uuid_en(s.timbrar(xml));
    for (const bool con : {false, false, true}) {
        const auto d = s.timbrar(xml);
        EXPECT_TRUE(s.es_previo(d));
        EXPECT_EQ(this->uuid_en(d), con ? uuid : "");
    }
}

// By chance everything goes wrong now and then; whoever asks until it has the document gets one stamp for each.
TYPED_TEST(SuplentesTest, AlAzarSeEstampaUnaVezCadaUno) {
    auto& s = this->suplente;
    using enum FallaPac;
    s.pac.falla_al_azar(7, {{corta_antes, 120},
                            {corta_despues, 120},
                            {error_500, 80},
                            {error_500_despues, 80},
                            {basura, 80},
                            {trunca, 80},
                            {doble, 80},
                            {anterior, 80},
                            {ajeno, 80},
                            {sin_datos, 300}});
    std::set<std::string> uuids;
    for (int folio = 1; folio <= 15; ++folio) {
        const auto xml = por_timbrar(folio);
        const auto propio = "SelloCFD=\"" + std::string{fiscal::Xml{xml}.raiz().valor("Sello")};
        for (int intento = 0; intento < 200; ++intento) {
            const auto d = s.timbrar(xml);
            if (d.xml.find(propio) == std::string::npos) continue;
            uuids.insert(this->uuid_en(d));
            break;
        }
    }
    EXPECT_THAT(uuids, SizeIs(15));
    EXPECT_EQ(s.pac.timbrados(), 15U);
    EXPECT_GT(s.pac.veces(s.operacion), 15);
}

TYPED_TEST(SuplentesTest, CancelaPorXmlFirmado) {
    auto& s = this->suplente;
    const auto uuid = s.timbrar(por_timbrar()).uuid;
    const auto codigo = [&](const PorCancelar& c) { return s.codigo_de(s.cancelar(c), c.uuid); };
    EXPECT_EQ(codigo({.uuid = "11111111-2222-4333-8444-555555555555"}), "205");
    EXPECT_EQ(codigo({.uuid = uuid, .motivo = "05"}), "207");
    EXPECT_EQ(codigo({.uuid = uuid, .motivo = "01"}), "208");
    EXPECT_EQ(codigo({.uuid = uuid, .motivo = "02", .sustitucion = "11111111-2222-4333-8444-555555555555"}), "209");
    s.pac.falla(FallaPac::aun_no, 1, s.de_cancelar);
    EXPECT_EQ(codigo({.uuid = uuid}), "205");
    EXPECT_THAT(s.pac.cancelaciones(), IsEmpty());
    EXPECT_EQ(codigo({.uuid = uuid, .motivo = "01", .sustitucion = "11111111-2222-4333-8444-555555555555"}), "201");
    EXPECT_EQ(codigo({.uuid = uuid}), "202");
    ASSERT_THAT(s.pac.cancelaciones(), SizeIs(1));
    EXPECT_EQ(s.pac.cancelaciones()[0].motivo, "01");
    EXPECT_EQ(s.pac.cancelaciones()[0].sustitucion, "11111111-2222-4333-8444-555555555555");
}

TYPED_TEST(SuplentesTest, SinFirmaBuenaNadaSeCancela) {
    auto& s = this->suplente;
    const auto uuid = s.timbrar(por_timbrar()).uuid;
    const auto enviar = [&](const std::string& xml) { return s.pedir_cancelacion(xml); };
    const auto buena = firmada({.uuid = uuid});
    const auto otra = firmada({.uuid = uuid, .motivo = "03"});
    const auto valor = [](const std::string& xml) {
        const auto i = xml.find("<SignatureValue>");
        return xml.substr(i, xml.find("</SignatureValue>") - i);
    };
    for (const auto& mala :
         {test::cambiado(buena, "Motivo=\"02\"", "Motivo=\"03\""), test::cambiado(buena, valor(buena), valor(otra)),
          test::cambiado(buena, "xmldsig#rsa-sha1", "xmldsig#hmac-sha1"),
          test::cambiado(buena, "<X509SerialNumber>" + std::string{test::numero_emisor} + "</X509SerialNumber>", ""),
          buena.substr(0, buena.find("<Signature")) + "</Cancelacion>", firmada({.uuid = uuid, .rfc = "IIA040805DZ4"}),
          std::string{"<Cancelacion/>"}}) {
        const auto d = enviar(mala);
        EXPECT_EQ(s.codigo_de(d, uuid), "") << d.cuerpo;
    }
    EXPECT_THAT(s.pac.cancelaciones(), IsEmpty());
    EXPECT_EQ(s.codigo_de(enviar(buena), uuid), "201");
    // However it is laid out, if it was signed so; and with a declaration, which is no part of what is signed.
    const auto segundo = s.timbrar(por_timbrar(2)).uuid;
    EXPECT_EQ(s.codigo_de(enviar("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" +
                                 test::cambiado(firmada({.uuid = segundo}), "\"></Folio>", "\"/>")),
                          segundo),
              "201");
}

// Two hands agree on what a signature is: the service's own, and the one that judges here.
TYPED_TEST(SuplentesTest, TomaLoQueElServicioFirma) {
    auto& s = this->suplente;
    const auto uuid = s.timbrar(por_timbrar()).uuid;
    const auto xml = fiscal::solicitud_de_cancelacion(
        {.rfc = "EKU9003173C9", .fecha = "2026-10-02T09:00:00", .uuid = uuid, .motivo = "03", .sustitucion = ""},
        test::csd_de_prueba());
    EXPECT_EQ(s.codigo_de(s.pedir_cancelacion(xml), uuid), "201") << xml;
}

TYPED_TEST(SuplentesTest, LaAutoridadDiceLoQueFueDeEl) {
    auto& s = this->suplente;
    Autoridad sat;
    s.pac.informa_a(sat);
    const auto uuid = s.timbrar(por_timbrar()).uuid;
    const auto sello = s.pac.timbres().at(0).sello;
    const auto dice = [&](const std::string& total = "280.5") {
        const auto r =
            que_llama().pedir({.metodo = "POST",
                               .url = sat.url(),
                               .cuerpo = fiscal::escribir_consulta(fiscal::expresion_impresa({.rfcEmisor = "EKU9003173C9",
                                                                                              .rfcReceptor = "IIA040805DZ4",
                                                                                              .total = *Importe::leer(total),
                                                                                              .uuid = uuid,
                                                                                              .sello = sello}))});
        const auto leido = fiscal::leer_consulta(r.cuerpo);
        return leido ? std::string{nombre(leido->estado)} + '/' + leido->estatusCancelacion : std::string{"nada"};
    };
    EXPECT_EQ(dice(), "vigente/");
    EXPECT_EQ(dice("280.51"), "no_encontrado/");
    s.pac.con_aceptacion(true);
    EXPECT_EQ(s.codigo_de(s.cancelar({.uuid = uuid}), uuid), "201");
    EXPECT_EQ(dice(), "vigente/En proceso");
    s.pac.resolver(uuid, test::Pac::Resuelve::rechazada);
    EXPECT_EQ(dice(), "vigente/Solicitud rechazada");
    EXPECT_EQ(s.codigo_de(s.cancelar({.uuid = uuid}), uuid), "201");
    s.pac.resolver(uuid, test::Pac::Resuelve::aceptada);
    EXPECT_EQ(dice(), "cancelado/Cancelado con aceptación");
}

class SwTest : public testing::Test {
protected:
    Sw sw;
};

TEST_F(SwTest, ElCustomidEsDeUnDocumento) {
    const auto xml = por_timbrar();
    const auto primero = sw.timbrar(xml, "factura-1");
    ASSERT_TRUE(primero.bien) << primero.cuerpo;
    EXPECT_TRUE(Sw::es_previo(sw.timbrar(xml, "factura-1")));
    EXPECT_TRUE(Sw::es_previo(sw.timbrar(xml, "factura-2")));
    const auto otro = sw.timbrar(por_timbrar(2), "factura-1");
    EXPECT_EQ(otro.estado, 400);
    EXPECT_THAT(otro.codigo, testing::StartsWith("CFDI3307 - "));
    EXPECT_THAT(texto_json(otro.cuerpo, "/data/tfd"), HasSubstr("UUID=\"" + primero.uuid));
    EXPECT_EQ(sw.timbrar(por_timbrar(2), std::string(101, 'x')).estado, 400);
    EXPECT_EQ(sw.pac.timbrados(), 1U);
    sw.pac.olvidar();
    EXPECT_TRUE(sw.timbrar(por_timbrar(2), "factura-1").bien);
}

TEST_F(SwTest, LaSegundaVezSinAddenda) {
    const auto xml = test::cambiado(por_timbrar(), "</cfdi:Comprobante>", "<cfdi:Addenda><x/></cfdi:Addenda></cfdi:Comprobante>");
    EXPECT_THAT(sw.timbrar(xml).xml, HasSubstr("Addenda"));
    const auto d = sw.timbrar(xml);
    EXPECT_THAT(d.xml, Not(HasSubstr("Addenda")));
    EXPECT_TRUE(fiscal::Xml{d.xml}.bien());
}

TEST_F(SwTest, LosTokensVencen) {
    sw.token.clear();
    EXPECT_EQ(sw.timbrar(por_timbrar()).estado, 401);
    const auto entrar = [&](const std::string& clave) {
        return sw.pedir("POST", "/v2/security/authenticate", {{"Content-Type", "application/json"}},
                        R"({"user":"ana","password":")" + clave + "\"}");
    };
    const auto no = entrar("otra");
    EXPECT_EQ(no.estado, 400);
    EXPECT_THAT(no.codigo, testing::StartsWith("AU2000 - "));
    sw.token = texto_json(entrar("secreta").cuerpo, "/data/token");
    EXPECT_TRUE(sw.timbrar(por_timbrar()).bien);
    sw.pac.vencer_tokens();
    EXPECT_EQ(sw.timbrar(por_timbrar(2)).estado, 401);
    EXPECT_EQ(sw.pac.timbrados(), 1U);
    EXPECT_EQ(sw.pac.veces("autenticar"), 2);
}

TEST_F(SwTest, SeRecuperaPorSuUuid) {
    const auto hecho = sw.timbrar(por_timbrar());
    const auto busca = [&](const std::string& uuid) { return sw.pedir("GET", "/datawarehouse/v1/live/" + uuid, {}, "").cuerpo; };
    EXPECT_THAT(busca("11111111-2222-4333-8444-555555555555"), HasSubstr(R"("records":[])"));
    const auto url = texto_json(busca(mayusculas(hecho.uuid)), "/data/records/0/urlXml");
    EXPECT_EQ(sw.pedir("GET", url, {}, "").cuerpo, hecho.xml);
    EXPECT_EQ(sw.pedir("GET", sw.pac.url() + "/descarga/11111111-2222-4333-8444-555555555555.xml", {}, "").estado, 404);
}

TEST_F(SwTest, LosTimbresSeAcaban) {
    const auto saldo = [&] { return sw.pedir("GET", "/account/balance", {}, "").cuerpo; };
    sw.pac.saldo(1);
    EXPECT_THAT(saldo(), HasSubstr(R"("saldoTimbres":1,)"));
    EXPECT_TRUE(sw.timbrar(por_timbrar()).bien);
    EXPECT_THAT(saldo(), HasSubstr(R"("saldoTimbres":0,)"));
    EXPECT_EQ(sw.timbrar(por_timbrar(2)).estado, 400);
    EXPECT_TRUE(Sw::es_previo(sw.timbrar(por_timbrar()))) << "what was stamped stays so";
    sw.pac.sin_limite(true);
    EXPECT_THAT(saldo(), HasSubstr(R"("unlimited":true)"));
    EXPECT_TRUE(sw.timbrar(por_timbrar(2)).bien);
}

TEST_F(SwTest, CadaVersionDaLoSuyo) {
    EXPECT_THAT(sw.subir("/cfdi33/stamp/v1", por_timbrar(1)).cuerpo, Not(HasSubstr("\"cfdi\"")));
    const auto v2 = sw.subir("/cfdi33/v2/stamp/v2", por_timbrar(2)).cuerpo;
    EXPECT_THAT(v2, testing::AllOf(HasSubstr("\"tfd\""), HasSubstr("\"cfdi\"")));
    EXPECT_THAT(sw.subir("/cfdi33/stamp/v3", por_timbrar(3)).cuerpo, Not(HasSubstr("\"tfd\"")));
    EXPECT_EQ(sw.subir("/cfdi33/stamp/v5", por_timbrar(4)).estado, 404);
}

class FinkokTest : public testing::Test {
protected:
    Finkok finkok;
};

TEST_F(FinkokTest, LoRapidoYLoRecibido) {
    const auto xml = por_timbrar();
    const auto pregunta = [&](const std::string& operacion) { return finkok.llamar("stamp", operacion, {{"xml", base64(xml)}}); };
    EXPECT_EQ(pregunta("stamped").codigo, "603");
    const auto hecho = pregunta("quick_stamp");
    EXPECT_TRUE(hecho.bien) << hecho.cuerpo;
    const auto repetido = pregunta("quick_stamp");
    EXPECT_EQ(repetido.codigo, "307");
    EXPECT_EQ(repetido.uuid + repetido.xml, "");
    const auto recibido = pregunta("stamped");
    EXPECT_EQ(Finkok::campo(recibido.cuerpo, "CodEstatus"), "Comprobante recibido satisfactoriamente");
    EXPECT_EQ(recibido.xml, hecho.xml);
    EXPECT_EQ(finkok.timbrar(hecho.xml).codigo, "707");
    EXPECT_EQ(finkok.pac.timbrados(), 1U);

    const auto pendiente = [&](const std::string& uuid) {
        return finkok.llamar("stamp", "query_pending", {{"uuid", uuid}}).cuerpo;
    };
    EXPECT_EQ(Finkok::campo(pendiente(hecho.uuid), "status"), "S");
    finkok.pac.enviar();
    EXPECT_EQ(Finkok::campo(pendiente(hecho.uuid), "status"), "F");
    EXPECT_EQ(Finkok::campo(pendiente("x"), "error"), "UUID con formato invalido");
    EXPECT_THAT(Finkok::campo(pendiente("11111111-2222-4333-8444-555555555555"), "error"), HasSubstr("No Encontrado"));
}

TEST_F(FinkokTest, QuienNoEsNoEntra) {
    finkok.contrasena = "otra";
    EXPECT_EQ(finkok.timbrar(por_timbrar()).codigo, "300");
    EXPECT_THAT(Finkok::campo(finkok.cancelar({.uuid = "x"}).cuerpo, "CodEstatus"), testing::StartsWith("300"));
    EXPECT_EQ(finkok.pac.timbrados(), 0U);
    // A request in no namespace of the service, or of another service, is none.
    EXPECT_EQ(finkok.llamar("utilities", "stamp", {}).estado, 500);
    EXPECT_THAT(finkok.llamar("stamp", "sign_stamp", {}).cuerpo, HasSubstr("senv:Fault"));
}

TEST_F(FinkokTest, ElAcuseElEstadoYLosCreditos) {
    finkok.pac.saldo(41);
    const auto uuid = finkok.timbrar(por_timbrar()).uuid;
    const auto estado = [&](const std::string& total) {
        return Finkok::campo(
            finkok
                .llamar("cancel", "get_sat_status",
                        {{"taxpayer_id", "EKU9003173C9"}, {"rtaxpayer_id", "IIA040805DZ4"}, {"uuid", uuid}, {"total", total}})
                .cuerpo,
            "Estado");
    };
    const auto acuse = [&] {
        return finkok.llamar("cancel", "get_receipt", {{"taxpayer_id", "EKU9003173C9"}, {"uuid", uuid}, {"type", "C"}}).cuerpo;
    };
    EXPECT_EQ(estado("280.50"), "Vigente");
    EXPECT_EQ(estado("1"), "No Encontrado");
    EXPECT_EQ(Finkok::campo(acuse(), "success"), "false");
    const auto d = finkok.cancelar({.uuid = uuid});
    EXPECT_EQ(Finkok::campo(d.cuerpo, "CodEstatus"), "");
    EXPECT_THAT(Finkok::campo(d.cuerpo, "Acuse"), HasSubstr("<EstatusUUID>201</EstatusUUID>"));
    EXPECT_EQ(Finkok::campo(acuse(), "receipt"), Finkok::campo(d.cuerpo, "Acuse"));
    EXPECT_EQ(estado("280.5"), "Cancelado");
    EXPECT_EQ(Finkok::campo(finkok.llamar("utilities", "report_credit", {{"taxpayer_id", "EKU9003173C9"}}).cuerpo, "credit"),
              "40");
}

}  // namespace
}  // namespace cacao::red
