// How the figures of a document are printed, and what is refused because no figures would do.
#include "fiscal/comprobante.hpp"

#include "base/error.hpp"
#include "fiscal/sellado.hpp"
#include "support/emision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace cacao::fiscal {
namespace {

using namespace test;

std::string lo_hallado(const std::vector<Hallazgo>& hallazgos) {
    std::string texto;
    for (const auto& h : hallazgos) texto += std::string{nombre(h.falla)} + ' ' + h.donde + ' ' + h.detalle + ' ' + h.sat + '\n';
    return texto;
}
bool tiene(const std::vector<Hallazgo>& hallazgos, Falla falla, std::string_view donde) {
    return std::ranges::any_of(hallazgos, [&](const Hallazgo& h) { return h.falla == falla && h.donde.ends_with(donde); });
}

std::string sin_sello(const Cfdi& cfdi) { return escribir(cfdi); }

TEST(Comprobante, CifrasDeUnaFactura) {
    auto c = por_emitir("I");
    c.cfdi.condicionesDePago = "30 | días";
    c.lineas = {linea_dada("2", "500.00", "1000.00",
                           {traslado("002", "Tasa", "0.16", "900", "144"), retencion("001", "0.1", "900", "90"),
                            retencion("002", "0.106667", "900", "96")},
                           "100"),
                linea_dada("1.5", "33.333333", "50.00", {traslado("002", "Tasa", "0.16", "50", "8")}),
                linea_dada("1", "10", "10", {traslado("002", "Exento", "0", "10", "0")}),
                linea_dada("3", "1", "3", {traslado("002", "Tasa", "0", "3", "0")}), linea_dada("1", "7", "7")};
    c.lineas[1].concepto.descripcion = " Tabla\tde 1\" | \n <roble> & más ";
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << lo_hallado(armado.hallazgos);
    const auto xml = sin_sello(armado.cfdi);
    EXPECT_EQ(
        xml,
        R"(<?xml version="1.0" encoding="UTF-8"?><cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd" Version="4.0" Serie="A" Folio="1" Fecha="2026-10-01T12:00:00" Sello="" FormaPago="03" CondicionesDePago="30 / días" SubTotal="1070.00" Descuento="100.00" Moneda="MXN" Total="936.00" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="42501"><cfdi:Emisor Rfc="EKU9003173C9" Nombre="ESCUELA KEMPER URGATE" RegimenFiscal="601"/><cfdi:Receptor Rfc="IIA040805DZ4" Nombre="INDISTRIA ILUMINADORA DE ALMACENES" DomicilioFiscalReceptor="62661" RegimenFiscalReceptor="601" UsoCFDI="G03"/><cfdi:Conceptos><cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="SKU-1" Cantidad="2" ClaveUnidad="H87" Unidad="Pieza" Descripcion="Equipo portátil de prueba" ValorUnitario="500.00" Importe="1000.00" Descuento="100.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="900.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="144.00"/></cfdi:Traslados><cfdi:Retenciones><cfdi:Retencion Base="900.00" Impuesto="001" TipoFactor="Tasa" TasaOCuota="0.100000" Importe="90.00"/><cfdi:Retencion Base="900.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.106667" Importe="96.00"/></cfdi:Retenciones></cfdi:Impuestos></cfdi:Concepto><cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="SKU-1" Cantidad="1.5" ClaveUnidad="H87" Unidad="Pieza" Descripcion="Tabla de 1&quot; / &lt;roble&gt; &amp; más" ValorUnitario="33.333333" Importe="50.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="50.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="8.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto><cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="SKU-1" Cantidad="1" ClaveUnidad="H87" Unidad="Pieza" Descripcion="Equipo portátil de prueba" ValorUnitario="10.00" Importe="10.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="10.00" Impuesto="002" TipoFactor="Exento"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto><cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="SKU-1" Cantidad="3" ClaveUnidad="H87" Unidad="Pieza" Descripcion="Equipo portátil de prueba" ValorUnitario="1.00" Importe="3.00" ObjetoImp="02"><cfdi:Impuestos><cfdi:Traslados><cfdi:Traslado Base="3.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.000000" Importe="0.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Concepto><cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="SKU-1" Cantidad="1" ClaveUnidad="H87" Unidad="Pieza" Descripcion="Equipo portátil de prueba" ValorUnitario="7.00" Importe="7.00" ObjetoImp="01"/></cfdi:Conceptos><cfdi:Impuestos TotalImpuestosRetenidos="186.00" TotalImpuestosTrasladados="152.00"><cfdi:Retenciones><cfdi:Retencion Impuesto="001" Importe="90.00"/><cfdi:Retencion Impuesto="002" Importe="96.00"/></cfdi:Retenciones><cfdi:Traslados><cfdi:Traslado Base="950.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.160000" Importe="152.00"/><cfdi:Traslado Base="10.00" Impuesto="002" TipoFactor="Exento"/><cfdi:Traslado Base="3.00" Impuesto="002" TipoFactor="Tasa" TasaOCuota="0.000000" Importe="0.00"/></cfdi:Traslados></cfdi:Impuestos></cfdi:Comprobante>)");
    const auto sellado = sellar(armado.cfdi, csd_de_prueba());
    EXPECT_TRUE(sellado.bien()) << lo_hallado(sellado.hallazgos);
    // What was read is written as it was.
    const Xml leido{xml};
    EXPECT_EQ(escribir(leer_cfdi(leido)), xml);
}

TEST(Comprobante, SoloExentoNoTieneTotalDeTraslados) {
    auto c = por_emitir("I");
    c.lineas = {linea_dada("1", "10", "10", {traslado("002", "Exento", "0", "10", "0")})};
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien());
    EXPECT_FALSE(armado.cfdi.totalTrasladados);
    EXPECT_TRUE(sellar(armado.cfdi, csd_de_prueba()).bien());
}

TEST(Comprobante, ElPrecioSaleDelImporteCuandoNoLoDa) {
    auto c = por_emitir("I");
    // Three of 1.16 with taxes inside are 3.00 before them, whatever the list says of one.
    c.lineas = {linea_dada("3", "1.16", "3.00", {traslado("002", "Tasa", "0.16", "3.00", "0.48")}),
                linea_dada("7", "0.99", "5.97", {traslado("002", "Tasa", "0.16", "5.97", "0.96")}),
                linea_dada("123456.789", "0.01", "1234.50"), linea_dada("1", "0", "0"), linea_dada("1", "5", "5", {}, "5")};
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << lo_hallado(armado.hallazgos);
    const auto& lineas = armado.cfdi.conceptos;
    EXPECT_EQ(lineas[0].valorUnitario->valor.texto(), "1");
    EXPECT_EQ(lineas[1].valorUnitario->valor.texto(), "0.852857");
    EXPECT_EQ(lineas[2].valorUnitario->valor.texto(), "0.009999");
    // What is given away has the least price that there is, and no tax.
    EXPECT_EQ(lineas[3].valorUnitario->valor.texto(), "0.000001");
    EXPECT_EQ(lineas[3].objetoImp, "04");
    EXPECT_EQ(lineas[4].objetoImp, "04");
    EXPECT_EQ(armado.cfdi.subTotal->valor, pesos("1248.47"));
    const auto sellado = sellar(armado.cfdi, csd_de_prueba());
    EXPECT_TRUE(sellado.bien()) << lo_hallado(sellado.hallazgos);
}

TEST(Comprobante, LaBaseCubreLosCentavosDelImpuesto) {
    auto c = por_emitir("E");
    c.cfdi.receptor.usoCfdi = "G02";
    // What a credit leaves of a document may be a cent or two off its rate.
    c.lineas = {linea_dada("1", "0.03", "0.03", {traslado("002", "Tasa", "0.16", "0.03", "0.02")}),
                linea_dada("1", "100.03", "100.03", {traslado("002", "Tasa", "0.16", "100.03", "15.99")}),
                linea_dada("1", "0", "0", {traslado("003", "Tasa", "1.6", "0", "0.01")})};
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << lo_hallado(armado.hallazgos);
    EXPECT_EQ(armado.cfdi.conceptos[0].traslados[0].base->valor.texto(), "0.09375");
    EXPECT_EQ(armado.cfdi.conceptos[1].traslados[0].base->valor.texto(), "99.968749");
    EXPECT_EQ(armado.cfdi.conceptos[2].traslados[0].base->valor.texto(), "0.003125");
    EXPECT_EQ(armado.cfdi.total->valor, pesos("116.08"));
    const auto sellado = sellar(armado.cfdi, csd_de_prueba());
    EXPECT_TRUE(sellado.bien()) << lo_hallado(sellado.hallazgos);
}

// Twenty lines of three cents bear no tax, and so does the note that they are.
TEST(Comprobante, UnaNotaEsLaSumaDeSusPartidas) {
    auto c = por_emitir("I");
    c.cfdi.receptor = {nullptr, "XAXX010101000", "PUBLICO EN GENERAL", "42501", "616", "", "", "S01"};
    c.cfdi.informacionGlobal = GlobalCfdi{nullptr, "01", "10", "2026"};
    c.lineas = {linea_dada("1", "0.60", "0.60", {traslado("002", "Tasa", "0.16", "0.60", "0.00")}),
                linea_dada("1", "20.60", "20.60", {traslado("002", "Tasa", "0.16", "20.60", "3.20")})};
    EXPECT_TRUE(tiene(armar(c).hallazgos, Falla::impuesto_fuera_de_limites, "/@Importe"));
    for (auto& l : c.lineas) l.partidas = 20;
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << lo_hallado(armado.hallazgos);
    EXPECT_EQ(armado.cfdi.conceptos[0].traslados[0].base->valor.texto(), "0.031249");
    EXPECT_EQ(armado.cfdi.conceptos[1].traslados[0].base->valor.texto(), "20.031249");
    EXPECT_EQ(armado.cfdi.total->valor, pesos("24.40"));
    const auto sellado = sellar(armado.cfdi, csd_de_prueba());
    EXPECT_TRUE(sellado.bien()) << lo_hallado(sellado.hallazgos);
}

TEST(Comprobante, MonedaSinDecimales) {
    auto c = por_emitir("I");
    c.cfdi.moneda = "JPY";
    c.cfdi.tipoCambio = "0.12";
    c.lineas = {linea_dada("3", "333.5", "1001", {traslado("002", "Tasa", "0.16", "1001", "160")})};
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << lo_hallado(armado.hallazgos);
    EXPECT_NE(escribir(armado.cfdi).find(R"(ValorUnitario="333.5" Importe="1001")"), std::string::npos);
    EXPECT_TRUE(sellar(armado.cfdi, csd_de_prueba()).bien());
}

TEST(Comprobante, LoQueNingunaCifraArregla) {
    struct Caso {
        LineaDada linea;
        Falla falla;
        std::string_view donde;
    };
    const auto iva = [](std::string_view base, std::string_view importe) {
        return std::vector{traslado("002", "Tasa", "0.16", base, importe)};
    };
    const std::vector<Caso> casos{
        {linea_dada("0", "1", "0"), Falla::valor_no_valido, "Concepto/@Cantidad"},
        {linea_dada("1", "1", "-1"), Falla::valor_no_valido, "/@Importe"},
        {linea_dada("1", "1.005", "1.005"), Falla::decimales_de_mas, "/@Importe"},
        {linea_dada("1", "1", "1", {}, "0.005"), Falla::decimales_de_mas, "/@Descuento"},
        {linea_dada("1", "1", "1", {}, "1.01"), Falla::descuento_mayor, "/@Descuento"},
        {linea_dada("10000000", "0", "0.01"), Falla::valor_unitario_cero, "/@ValorUnitario"},
        {linea_dada("10000000", "0", "0"), Falla::valor_unitario_cero, "/@ValorUnitario"},
        {linea_dada("1", "100", "100", iva("100", "16.03")), Falla::impuesto_fuera_de_limites, "Traslado/@Importe"},
        {linea_dada("1", "100", "100", iva("100", "15.97")), Falla::impuesto_fuera_de_limites, "Traslado/@Importe"},
        {linea_dada("1", "100", "100", iva("100", "16.001")), Falla::decimales_de_mas, "Traslado/@Importe"},
        {linea_dada("1", "100", "100", iva("-1", "0")), Falla::valor_no_valido, "Traslado/@Base"},
        {linea_dada("1", "100", "100", {traslado("002", "Tasa", "0", "100", "0.01")}), Falla::impuesto_fuera_de_limites,
         "Traslado/@Importe"},
        {linea_dada("1", "100", "100", {traslado("002", "Exento", "0", "100", "1")}), Falla::impuesto_fuera_de_limites,
         "Traslado/@Importe"},
        {linea_dada("1", "100", "100", {retencion("001", "0.1", "100", "10.05")}), Falla::impuesto_fuera_de_limites,
         "Retencion/@Importe"},
        {linea_dada("9000000000000", "1", "1"), Falla::valor_unitario_cero, "/@ValorUnitario"},
    };
    for (const auto& caso : casos) {
        auto c = por_emitir("I");
        c.lineas = {caso.linea};
        const auto armado = armar(c);
        EXPECT_TRUE(tiene(armado.hallazgos, caso.falla, caso.donde)) << lo_hallado(armado.hallazgos);
        // Among others, it is told which one.
        c.lineas = {linea_dada("1", "1", "1"), caso.linea};
        EXPECT_NE(lo_hallado(armar(c).hallazgos).find("Concepto[2]"), std::string::npos);
    }
}

// Each limit of the authority, broken behind the back of whoever works the figures out: nothing of that is sealed.
TEST(Comprobante, NadaFueraDeLosLimitesSeSella) {
    struct Mutacion {
        std::string_view cual;
        std::function<void(Cfdi&)> cambiar;
        Falla falla;
        std::string_view donde;
    };
    const auto mas = [](ImporteImpreso& i, std::int64_t micros) {
        i->valor += Importe::de_micros(micros);
        if (micros % 10'000 != 0) i->decimales = 6;
    };
    const std::vector<Mutacion> mutaciones{
        {"importe sobre su límite", [&](Cfdi& c) { mas(c.conceptos[0].importe, 260'000'000); }, Falla::importe_fuera_de_limites,
         "Concepto[1]/@Importe"},
        {"importe bajo su límite", [&](Cfdi& c) { mas(c.conceptos[0].importe, -260'000'000); }, Falla::importe_fuera_de_limites,
         "Concepto[1]/@Importe"},
        {"impuesto sobre su límite", [&](Cfdi& c) { mas(c.conceptos[0].traslados[0].importe, 20'000); },
         Falla::impuesto_fuera_de_limites, "Traslado/@Importe"},
        {"impuesto bajo su límite", [&](Cfdi& c) { mas(c.conceptos[0].traslados[0].importe, -20'000); },
         Falla::impuesto_fuera_de_limites, "Traslado/@Importe"},
        {"retención", [&](Cfdi& c) { mas(c.conceptos[0].retenciones[0].importe, 20'000); }, Falla::impuesto_fuera_de_limites,
         "Retencion/@Importe"},
        {"decimales del descuento", [&](Cfdi& c) { mas(c.conceptos[0].descuento, 1'000); }, Falla::descuento_decimales,
         "Concepto[1]/@Descuento"},
        {"descuento mayor", [&](Cfdi& c) { mas(c.conceptos[0].descuento, 1'000'000'000); }, Falla::descuento_mayor,
         "Concepto[1]/@Descuento"},
        {"subtotal", [&](Cfdi& c) { mas(c.subTotal, 10'000); }, Falla::subtotal_no_cuadra, "/@SubTotal"},
        {"descuento", [&](Cfdi& c) { mas(c.descuento, 10'000); }, Falla::descuento_no_cuadra, "/@Descuento"},
        {"sin descuento", [&](Cfdi& c) { c.descuento.reset(); }, Falla::descuento_no_cuadra, "/@Descuento"},
        {"total", [&](Cfdi& c) { mas(c.total, 10'000); }, Falla::total_no_cuadra, "/@Total"},
        {"decimales del total", [&](Cfdi& c) { mas(c.total, 1'000); }, Falla::decimales_de_mas, "/@Total"},
        {"decimales del resumen", [&](Cfdi& c) { mas(c.traslados[0].base, 1'000); }, Falla::decimales_de_mas, "Traslado/@Base"},
        {"base del resumen", [&](Cfdi& c) { mas(c.traslados[0].base, 10'000); }, Falla::traslado_base_no_cuadra, "/@Base"},
        {"traslado del resumen", [&](Cfdi& c) { mas(c.traslados[0].importe, 10'000); }, Falla::traslado_no_cuadra, "/@Importe"},
        {"retención del resumen", [&](Cfdi& c) { mas(c.retenciones[0].importe, 10'000); }, Falla::retencion_no_cuadra,
         "/@Importe"},
        {"traslado repetido", [&](Cfdi& c) { c.traslados.push_back(c.traslados[0]); }, Falla::traslado_repetido, "Traslado[2]"},
        {"retención repetida", [&](Cfdi& c) { c.retenciones.push_back(c.retenciones[0]); }, Falla::retencion_repetida,
         "Retencion[2]"},
        {"traslado sin resumen", [&](Cfdi& c) { c.traslados.clear(); }, Falla::impuesto_sin_resumen, "Traslado"},
        {"total de traslados", [&](Cfdi& c) { mas(c.totalTrasladados, 10'000); }, Falla::total_trasladados_no_cuadra,
         "/@TotalImpuestosTrasladados"},
        {"total de retenciones", [&](Cfdi& c) { mas(c.totalRetenidos, 10'000); }, Falla::total_retenidos_no_cuadra,
         "/@TotalImpuestosRetenidos"},
        {"exento con tasa",
         [&](Cfdi& c) {
             c.conceptos[0].traslados[0].tipoFactor = "Exento";
             c.traslados[0].tipoFactor = "Exento";
         },
         Falla::exento_con_tasa, "Traslado"},
        {"retención exenta", [&](Cfdi& c) { c.conceptos[0].retenciones[0].tipoFactor = "Exento"; }, Falla::retencion_exenta,
         "Retencion"},
        {"valor unitario", [&](Cfdi& c) { c.conceptos[1].valorUnitario = Impreso<Precio>{}; }, Falla::valor_unitario_cero,
         "/@ValorUnitario"},
        {"tasa", [&](Cfdi& c) { c.conceptos[0].traslados[0].tasaOCuota->valor = Tasa::de_micros(150'000); },
         Falla::tasa_no_catalogada, "Traslado"},
        {"barra", [&](Cfdi& c) { c.receptor.nombre = "A|B"; }, Falla::valor_no_valido, "Receptor/@Nombre"},
        {"objeto", [&](Cfdi& c) { c.conceptos[0].objetoImp = "01"; }, Falla::impuestos_del_concepto_sobran, "Concepto[1]"},
        {"sin receptor", [&](Cfdi& c) { c.receptor.rfc.clear(); }, Falla::atributo_falta, "Receptor/@Rfc"},
        {"otro emisor", [&](Cfdi& c) { c.emisor.rfc = "CACX7605101P8"; }, Falla::certificado_rfc, "/@Certificado"},
        {"antes del certificado", [&](Cfdi& c) { c.fecha = "2023-12-01T00:00:00"; }, Falla::certificado_vigencia, "/@Fecha"},
        {"PPD", [&](Cfdi& c) { c.metodoPago = "PPD"; }, Falla::ppd_sin_99, "/@FormaPago"},
    };
    auto c = por_emitir("I");
    c.lineas = {linea_dada("2", "500.00", "1000.00",
                           {traslado("002", "Tasa", "0.16", "900", "144"), retencion("001", "0.1", "900", "90")}, "100"),
                linea_dada("1", "10", "10", {traslado("002", "Tasa", "0.16", "10", "1.6")})};
    const auto armado = armar(c);
    ASSERT_TRUE(sellar(armado.cfdi, csd_de_prueba()).bien());
    for (const auto& m : mutaciones) {
        auto otro = armado.cfdi;
        m.cambiar(otro);
        const auto sellado = sellar(otro, csd_de_prueba());
        EXPECT_TRUE(sellado.xml.empty()) << m.cual;
        EXPECT_TRUE(tiene(sellado.hallazgos, m.falla, m.donde)) << m.cual << '\n' << lo_hallado(sellado.hallazgos);
    }
}

TEST(Comprobante, NadieCobraMenosQueNada) {
    auto c = por_emitir("I");
    c.lineas = {linea_dada(
        "1", "10", "10",
        {retencion("001", "0.35", "10", "3.5"), retencion("001", "0.35", "10", "3.5"), retencion("001", "0.35", "10", "3.5")})};
    EXPECT_EQ(lo_hallado(armar(c).hallazgos), "valor_no_valido /cfdi:Comprobante/@Total -0.5 \n");
}

TEST(Comprobante, DeTrasladoNoLlevaImportes) {
    auto c = por_emitir("T");
    c.cfdi.moneda.clear();
    c.cfdi.receptor = {nullptr, "EKU9003173C9", "ESCUELA KEMPER URGATE", "42501", "601", "", "", ""};
    c.lineas = {linea_dada("3", "10", "30", {traslado("002", "Tasa", "0.16", "30", "4.8")})};
    c.lineas[0].concepto.pedimentos = {"15  48  3009  0001234"};
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << lo_hallado(armado.hallazgos);
    const auto xml = escribir(armado.cfdi);
    EXPECT_NE(xml.find(R"(SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="T" Exportacion="01" LugarExpedicion)"),
              std::string::npos);
    EXPECT_NE(xml.find(R"(ValorUnitario="0" Importe="0" ObjetoImp="01")"), std::string::npos);
    EXPECT_NE(xml.find(R"(NumeroPedimento="15  48  3009  0001234")"), std::string::npos);
    const auto sellado = sellar(armado.cfdi, csd_de_prueba());
    EXPECT_TRUE(sellado.bien()) << lo_hallado(sellado.hallazgos);
}

TEST(Comprobante, LoQueNingunaTablaTieneNoSeEscribe) {
    auto c = por_emitir("I");
    c.lineas = {linea_dada("1", "1", "1")};
    auto armado = armar(c);
    armado.cfdi.timbres.emplace_back();
    EXPECT_THROW(escribir(armado.cfdi), Error);
}

}  // namespace
}  // namespace cacao::fiscal
