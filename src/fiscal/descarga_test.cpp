// What is sent to the authority's massive download, compared with requests that its service took, and what is read of its
// answers.
#include "fiscal/descarga.hpp"

#include "base/texto.hpp"
#include "support/cfdi.hpp"
#include "support/comprobantes.hpp"

#include <gtest/gtest.h>
#include <libxml/c14n.h>
#include <libxml/parser.h>

#include <regex>
#include <set>

namespace cacao::fiscal {
namespace {

std::string muestra(const std::string& nombre) { return test::cfdi_file("samples/descarga-masiva/" + nombre); }

const Csd& efirma_publicada() {
    static const auto leida = [] {
        const std::string carpeta = "certs/EKU9003173C9-fiel/";
        auto contrasena = test::cfdi_file(carpeta + "password.txt");
        return Csd::leer_efirma(test::cfdi_file(carpeta + "EKU9003173C9.cer"), test::cfdi_file(carpeta + "EKU9003173C9.key"),
                                recortado(contrasena), Instante::leer_iso("2026-11-18T00:00:00Z").value());
    }();
    return std::get<Csd>(leida);
}

// As C14N writes it, without the blanks between its elements: two that say the same are the same bytes.
std::string canonica_sin_blancos(const std::string& xml) {
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> doc{
        xmlReadMemory(xml.data(), static_cast<int>(xml.size()), nullptr, nullptr, XML_PARSE_NONET | XML_PARSE_NOBLANKS),
        xmlFreeDoc};
    if (doc == nullptr) return "no XML: " + xml;
    xmlChar* bytes = nullptr;
    const int largo = xmlC14NDocDumpMemory(doc.get(), nullptr, XML_C14N_1_0, nullptr, 0, &bytes);
    std::string texto{reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(largo)};
    xmlFree(bytes);
    return texto;
}

TEST(DescargaMasiva, LoQueSeEnviaEsLoQueElServicioTomo) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto& e = efirma_publicada();
    EXPECT_EQ(canonica_sin_blancos(sobre_de_autenticacion(e, Instante::leer_iso("2019-08-01T03:38:19Z").value(),
                                                          "uuid-cf6c80fb-00ae-44c0-af56-54ec65decbaa-1")),
              canonica_sin_blancos(muestra("authenticate-request.xml")));
    EXPECT_EQ(canonica_sin_blancos(sobre_de_solicitud(e, {.inicio = "2019-01-01T00:00:00",
                                                          .fin = "2019-01-01T00:04:00",
                                                          .rfcEmisor = "AAA010101AAA",
                                                          .tipoComprobante = "N",
                                                          .complemento = "nomina12",
                                                          .rfcTercero = "XXX01010199A"})),
              canonica_sin_blancos(muestra("query-request-received.xml")));
    EXPECT_EQ(canonica_sin_blancos(sobre_de_verificacion(e, "3f30a4e1-af73-4085-8991-e4d97eef16bd")),
              canonica_sin_blancos(muestra("verify-request.xml")));
    EXPECT_EQ(canonica_sin_blancos(sobre_de_descarga(e, "4e80345d-917f-40bb-a98f-4a73939343c5_01")),
              canonica_sin_blancos(muestra("download-request.xml")));
}

TEST(DescargaMasiva, LoQueContestaSeLee) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto token = leer_autenticacion(muestra("authenticate-response-with-token.xml"));
    ASSERT_TRUE(token);
    EXPECT_TRUE(token->token.starts_with("eyJhbGciOiJodHRw"));
    EXPECT_TRUE(token->token.ends_with("%26wrap_subject%3d3330303031303030303030333030303233363835"));
    EXPECT_EQ(token->hasta, Instante::leer_iso("2019-08-01T03:43:20.044Z"));
    const auto falla = muestra("authenticate-response-with-error.xml");
    EXPECT_FALSE(leer_autenticacion(falla));
    EXPECT_EQ(leer_falla(falla), "a:InvalidSecurity: An error occurred when verifying security for the message.");
    const auto pedida = leer_solicitud(muestra("query-response-received.xml"));
    ASSERT_TRUE(pedida);
    EXPECT_EQ(pedida->codigo + ' ' + pedida->mensaje + ' ' + pedida->idSolicitud,
              "5000 Solicitud Aceptada d49af78d-1c80-4221-a48d-345ace91626b");
    EXPECT_FALSE(leer_solicitud(muestra("query-response-issued.xml")));
    const auto dos = leer_verificacion(muestra("verify-response-2-packages.xml"));
    ASSERT_TRUE(dos);
    EXPECT_EQ(dos->estado, EstadoSolicitud::terminada);
    EXPECT_EQ(dos->numero, 12345);
    EXPECT_EQ(dos->paquetes,
              (std::vector<std::string>{"4e80345d-917f-40bb-a98f-4a73939343c5_01", "4e80345d-917f-40bb-a98f-4a73939343c5_02"}));
    const auto ninguno = leer_verificacion(muestra("verify-response-0-packages.xml"));
    ASSERT_TRUE(ninguno);
    EXPECT_EQ(ninguno->estado, EstadoSolicitud::rechazada);
    EXPECT_EQ(ninguno->codigoEstado, "5004");
    EXPECT_TRUE(ninguno->paquetes.empty());
    LectorDePaquete lector{100};
    EXPECT_TRUE(lector.leer(muestra("download-response-with-package-template.xml")) && lector.terminar());
    EXPECT_EQ(lector.respuesta().codigo, "5000");
    EXPECT_EQ(lector.bytes(), "");
}

std::string con_paquete(const std::string& dentro, const std::string& codigo = "5000") {
    return R"(<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><h:respuesta CodEstatus=")" +
           codigo + R"(" Mensaje="Hecho" xmlns:h="http://DescargaMasivaTerceros.sat.gob.mx"/></s:Header><s:Body>)" +
           R"(<RespuestaDescargaMasivaTercerosSalida xmlns="http://DescargaMasivaTerceros.sat.gob.mx"><Paquete>)" + dentro +
           "</Paquete></RespuestaDescargaMasivaTercerosSalida></s:Body></s:Envelope>";
}

// Whatever the pieces in which it comes, and however long the one text.
TEST(DescargaMasiva, UnPaqueteSeLeePorTrozos) {
    std::string zip(std::size_t{9} << 20U, 'x');
    for (std::size_t i = 0; i < zip.size(); i += 7) zip[i] = static_cast<char>(i * 31 % 251);
    const auto xml = con_paquete(base64(zip));
    ASSERT_GT(xml.size(), std::size_t{12} << 20U);
    LectorDePaquete grande{zip.size()};
    for (std::string_view resto{xml}; !resto.empty(); resto.remove_prefix(std::min<std::size_t>(resto.size(), 16'383)))
        ASSERT_TRUE(grande.leer(resto.substr(0, 16'383)));
    EXPECT_TRUE(grande.terminar());
    EXPECT_TRUE(grande.bytes() == zip);
    LectorDePaquete corto{zip.size() - 1};
    corto.leer(xml);
    EXPECT_FALSE(corto.terminar());
    EXPECT_TRUE(corto.demasiado());

    const auto chico = con_paquete("\n  " + base64("hola") + "\n");
    for (std::size_t trozo = 1; trozo < 40; ++trozo) {
        LectorDePaquete l{4};
        for (std::string_view resto{chico}; !resto.empty(); resto.remove_prefix(std::min(resto.size(), trozo)))
            l.leer(resto.substr(0, trozo));
        EXPECT_TRUE(l.terminar()) << trozo;
        EXPECT_EQ(l.bytes(), "hola") << trozo;
    }
    LectorDePaquete negado{4};
    EXPECT_TRUE(negado.leer(con_paquete("", "5004")) && negado.terminar());
    EXPECT_EQ(negado.respuesta().codigo, "5004");
}

TEST(DescargaMasiva, LoQueNoEsUnPaqueteNoSeToma) {
    const auto bueno = con_paquete(base64("hola"));
    for (const auto& malo :
         {std::string{}, std::string{"<html/>"}, std::string{"no es xml"}, bueno.substr(0, bueno.size() - 3), bueno + "<a/>",
          con_paquete("aG9s!A=="),
          con_paquete("aG9sYQ=="
                      "aG9sYQ=="),
          con_paquete("aG9sYQ="), con_paquete("<a/>"), "<!DOCTYPE a [<!ENTITY b \"aG9s\">]>" + con_paquete("&b;").substr(38),
          std::string{"\xFF\xFE<\0a\0", 6}, test::cambiado(bueno, "respuesta CodEstatus", "otra CodEstatus"),
          test::cambiado(bueno, "<Paquete>", "<Paquete></Paquete><Paquete>")}) {
        LectorDePaquete l{1000};
        EXPECT_FALSE(l.leer(malo) && l.terminar() && l.bytes() == "hola") << malo;
    }
    for (const auto* nada :
         {"", "<a/>", "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body/></s:Envelope>"}) {
        EXPECT_FALSE(leer_autenticacion(nada));
        EXPECT_FALSE(leer_solicitud(nada));
        EXPECT_FALSE(leer_verificacion(nada));
        EXPECT_FALSE(leer_falla(nada));
    }
    // A token goes into a header: nothing in it begins another.
    EXPECT_FALSE(leer_autenticacion(
        R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AutenticaResponse><AutenticaResult>a&#13;&#10;b</AutenticaResult></AutenticaResponse></s:Body></s:Envelope>)"));
}

TEST(DescargaMasiva, UnaEfirmaNoEsUnSelloNiAlReves) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto falla = [](const std::string& carpeta, bool como_efirma, std::string_view cuando) {
        const auto ahora = Instante::leer_iso(cuando).value();
        const auto contrasena = test::cfdi_file("certs/" + carpeta + "/password.txt");
        const auto cer = test::cfdi_file("certs/" + carpeta + "/EKU9003173C9.cer");
        const auto key = test::cfdi_file("certs/" + carpeta + "/EKU9003173C9.key");
        const auto leida = como_efirma ? Csd::leer_efirma(cer, key, recortado(contrasena), ahora)
                                       : Csd::leer(cer, key, recortado(contrasena), ahora);
        return std::holds_alternative<Csd>(leida) ? "" : std::string{nombre(std::get<FallaCsd>(leida))};
    };
    EXPECT_EQ(falla("EKU9003173C9-fiel", true, "2026-10-01T00:00:00Z"), "");
    EXPECT_EQ(falla("EKU9003173C9-fiel", true, "2100-01-01T00:00:00Z"), "vencido");
    EXPECT_EQ(falla("EKU9003173C9-fiel", false, "2026-10-01T00:00:00Z"), "no_es_de_sello");
    EXPECT_EQ(falla("EKU9003173C9", true, "2026-10-01T00:00:00Z"), "no_es_de_efirma");
    EXPECT_EQ(falla("EKU9003173C9", false, "2026-10-01T00:00:00Z"), "");
}

}  // namespace
}  // namespace cacao::fiscal
