#include "fiscal/estado_sat.hpp"

#include "fiscal/xml.hpp"

#include <gtest/gtest.h>

namespace cacao::fiscal {
namespace {

Consulta consulta(std::string emisor, const char* total, std::string sello) {
    return {std::move(emisor), "IIA040805DZ4", *Importe::leer(total), "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9", std::move(sello)};
}

TEST(EstadoSat, LaExpresionEsLaImpresa) {
    EXPECT_EQ(expresion_impresa(consulta("EKU9003173C9", "280.50", "abcdefghIJKLMN==")),
              "?re=EKU9003173C9&rr=IIA040805DZ4&tt=280.5&id=D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9&fe=IJKLMN==");
    // An ampersand is written as in a document, an Ñ as it is.
    EXPECT_EQ(expresion_impresa(consulta("Ñ&A010101AA1", "1000", "")),
              "?re=Ñ&amp;A010101AA1&rr=IIA040805DZ4&tt=1000.0&id=D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9");
    for (const auto& [total, impreso] : {std::pair{"0", "0.0"}, {"0.99", "0.99"}, {"0.123456", "0.123456"}, {"1.10", "1.1"}})
        EXPECT_NE(expresion_impresa(consulta("X", total, "")).find("&tt=" + std::string{impreso} + "&"), std::string::npos)
            << total;
}

TEST(EstadoSat, LaPreguntaEsXmlConLaExpresionDentro) {
    const auto expresion = expresion_impresa(consulta("Ñ&A010101AA1", "1000", "x"));
    const auto texto = escribir_consulta(expresion);
    const Xml xml{texto, {.texto = 1000}};
    ASSERT_TRUE(xml.bien());
    const auto* n = xml.raiz().primero->primero->primero;
    EXPECT_EQ(n->nombre, "expresionImpresa");
    EXPECT_EQ(n->espacio, "http://tempuri.org/");
    EXPECT_EQ(n->texto, expresion);
    // Nothing in it ends the text.
    EXPECT_TRUE(Xml{escribir_consulta("a]]]]>>b")}.bien());
}

std::string respuesta(std::string_view codigo, std::string_view estado, std::string_view mas = "") {
    return R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio"><a:CodigoEstatus>)" +
           std::string{codigo} + "</a:CodigoEstatus><a:EsCancelable>Cancelable con aceptación</a:EsCancelable><a:Estado>" +
           std::string{estado} + "</a:Estado><a:EstatusCancelacion/>" + std::string{mas} +
           "</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>";
}
constexpr std::string_view obtenido = "S - Comprobante obtenido satisfactoriamente.";

TEST(EstadoSat, LaRespuestaSeLee) {
    const auto r = leer_consulta(respuesta(obtenido, "Vigente", "<a:ValidacionEFOS>200</a:ValidacionEFOS>"));
    ASSERT_TRUE(r);
    EXPECT_EQ(r->estado, EstadoCfdi::vigente);
    EXPECT_EQ(r->esCancelable, "Cancelable con aceptación");
    EXPECT_EQ(r->estatusCancelacion, "");
    EXPECT_EQ(r->en_lista(), false);
    EXPECT_EQ(leer_consulta(respuesta(obtenido, "Cancelado"))->estado, EstadoCfdi::cancelado);
    EXPECT_EQ(leer_consulta(respuesta(obtenido, "Cancelado"))->en_lista(), std::nullopt);
    EXPECT_EQ(leer_consulta(respuesta(obtenido, "Vigente", "<a:ValidacionEFOS>104</a:ValidacionEFOS>"))->en_lista(), true);
    EXPECT_EQ(leer_consulta(respuesta("N - 602: Comprobante no encontrado.", "No Encontrado"))->estado,
              EstadoCfdi::no_encontrado);
    EXPECT_EQ(leer_consulta(respuesta("N - 601: La expresión impresa proporcionada no es válida.", "No Encontrado"))->estado,
              EstadoCfdi::no_valida);
}

TEST(EstadoSat, LoQueNoEsRespuestaNoDiceNada) {
    const std::string otro(70'000, 'x');
    for (
        const std::string& cuerpo :
        {std::string{}, std::string{"<html>Mantenimiento</html>"}, std::string{"{}"}, std::string{"\xFF\xFE<\0a", 5},
         respuesta(obtenido, "No Encontrado"), respuesta(obtenido, ""), respuesta("", "Vigente"), respuesta("E - 500", "Vigente"),
         respuesta("N - 602: no", "Vigente"), respuesta(obtenido, "Vigente") + "<b/>",
         respuesta(obtenido, "Vigente", "<a:X>" + otro + "</a:X>"),
         "<!DOCTYPE a [<!ENTITY b 'Vigente'>]>" + respuesta(obtenido, "&b;"), respuesta(obtenido, "Vigente").substr(0, 400),
         std::string{
             R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>)"}})
        EXPECT_FALSE(leer_consulta(cuerpo)) << cuerpo.substr(0, 20) << "…"
                                            << cuerpo.substr(cuerpo.size() - std::min<std::size_t>(cuerpo.size(), 200))
                                            << cuerpo.size();
    // The same names of another vocabulary are others.
    auto ajena = respuesta(obtenido, "Vigente");
    ajena.replace(ajena.find("http://tempuri.org/"), 19, "http://tempuri.com/");
    EXPECT_FALSE(leer_consulta(ajena));
}

}  // namespace
}  // namespace cacao::fiscal
