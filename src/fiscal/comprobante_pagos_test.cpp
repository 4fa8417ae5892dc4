// The figures of receipts of payments: as an independent calculator has them, and as nobody refuses them.
#include "base/azar.hpp"
#include "fiscal/exacto.hpp"
#include "fiscal/pagos.hpp"
#include "fiscal/sellado.hpp"
#include "support/cfdi.hpp"
#include "support/emision.hpp"
#include "support/esquemas_sat.hpp"
#include "support/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace cacao::fiscal {
namespace {

using namespace test;

std::string cifras_de(const std::vector<ImpuestoCfdi>& impuestos) {
    std::set<std::string> renglones;
    for (const auto& i : impuestos)
        renglones.insert(i.impuesto + ' ' + i.tipoFactor + ' ' + (i.tasaOCuota ? i.tasaOCuota->valor.texto() : "-") + ' ' +
                         (i.base ? i.base->valor.texto() : "-") + ' ' + (i.importe ? i.importe->valor.texto() : "-") + '\n');
    std::string texto;
    for (const auto& r : renglones) texto += r;
    return texto;
}
std::string totales_de(const PagosCfdi& pagos) {
    std::set<std::string> renglones;
    for (const auto& t : pagos.enPesos) renglones.insert(t.nombre + ' ' + t.importe->valor.texto() + '\n');
    std::string texto;
    for (const auto& r : renglones) texto += r;
    return texto;
}

TEST(ArmarPagos, ComoLosCalculadosAparte) {
    CACAO_SKIP_WITHOUT_CFDI;
    int vistos = 0;
    for (const auto& archivo :
         std::filesystem::directory_iterator{cfdi_folder() / "samples" / "cfdiutils" / "pagos20-calculator"}) {
        const auto bytes = cfdi_file(archivo.path());
        const Xml xml{bytes};
        ASSERT_TRUE(xml.bien()) << archivo.path();
        const auto cfdi = leer_cfdi(xml);
        ASSERT_EQ(cfdi.pagos.size(), 1U);
        auto nuestros = cfdi.pagos[0];
        for (auto& pago : nuestros.pagos) {
            pago.traslados.clear();
            pago.retenciones.clear();
        }
        nuestros.enPesos.clear();
        sumar_pagos(nuestros);
        for (std::size_t i = 0; i < nuestros.pagos.size(); ++i) {
            EXPECT_EQ(cifras_de(nuestros.pagos[i].traslados), cifras_de(cfdi.pagos[0].pagos[i].traslados)) << archivo.path();
            EXPECT_EQ(cifras_de(nuestros.pagos[i].retenciones), cifras_de(cfdi.pagos[0].pagos[i].retenciones)) << archivo.path();
        }
        EXPECT_EQ(totales_de(nuestros), totales_de(cfdi.pagos[0])) << archivo.path();
        ++vistos;
    }
    EXPECT_EQ(vistos, 8);
}

DocumentoDado documento_dado(std::string moneda, std::string_view anterior, std::string_view pagado, std::string_view aplicado,
                             std::string_view total, std::vector<ImpuestoDado> impuestos) {
    return {.uuid = "6F35D3B5-3651-5370-BC2C-14CDBE384CD7",
            .serie = "A",
            .folio = "7",
            .moneda = std::move(moneda),
            .parcialidad = 2,
            .saldoAnterior = pesos(anterior),
            .pagado = pesos(pagado),
            .aplicado = pesos(aplicado),
            .total = pesos(total),
            .impuestos = std::move(impuestos)};
}
PagoDado pago_dado(std::string moneda, std::string cambio, std::string_view monto, std::vector<DocumentoDado> documentos) {
    return {.fecha = "2026-09-30T12:00:00",
            .formaDePago = "03",
            .moneda = std::move(moneda),
            .tipoCambio = std::move(cambio),
            .monto = pesos(monto),
            .cuentas = {.numOperacion = "1328",
                        .rfcEmisorCtaOrd = {},
                        .nomBancoOrdExt = {},
                        .ctaOrdenante = {},
                        .rfcEmisorCtaBen = {},
                        .ctaBeneficiario = {}},
            .documentos = std::move(documentos)};
}
std::string malo_de(const std::vector<Hallazgo>& hallazgos) {
    std::string texto;
    for (const auto& h : hallazgos) texto += std::string{nombre(h.falla)} + ' ' + h.donde + ' ' + h.detalle + '\n';
    return texto;
}

TEST(ArmarPagos, EnPartesYEnOtrasMonedas) {
    auto c = por_emitir("P");
    c.cfdi.formaPago = "99";
    c.pagos = {
        pago_dado(
            "MXN", "", "500.00",
            {documento_dado("MXN", "1160", "333.33", "333.33", "1160",
                            {traslado("002", "Tasa", "0.16", "400", "64"), traslado("002", "Tasa", "0.16", "600", "96"),
                             retencion("001", "0.1", "0.000001", "0")}),
             documento_dado("USD", "9.99", "9.58", "166.67", "9.99",
                            {traslado("002", "Tasa", "0.16", "8.61", "1.38"), traslado("002", "Exento", "0", "0.01", "0")})}),
        pago_dado("USD", "17.3608", "40", {documento_dado("MXN", "2817", "694.43", "40", "2817", {})})};
    const auto armado = armar(c);
    ASSERT_TRUE(armado.bien()) << malo_de(armado.hallazgos);
    const auto& pagos = armado.cfdi.pagos[0].pagos;
    EXPECT_EQ(cifras_de(pagos[0].documentos[0].traslados), "002 Tasa 0.16 287.353448 45.976552\n");
    EXPECT_TRUE(pagos[0].documentos[0].retenciones.empty());
    EXPECT_EQ(pagos[0].documentos[1].equivalencia, "0.0574788505");
    EXPECT_EQ(pagos[1].documentos[0].equivalencia, "17.3607500000");
    EXPECT_EQ(pagos[1].documentos[0].objetoImp, "01");
    EXPECT_EQ(pagos[0].documentos[0].saldoInsoluto->valor, pesos("826.67"));
    EXPECT_EQ(totales_de(armado.cfdi.pagos[0]),
              "MontoTotalPagos 1194.43\nTotalTrasladosBaseIVA16 431\nTotalTrasladosBaseIVAExento 0.17\n"
              "TotalTrasladosImpuestoIVA16 68.96\n");
    const auto sellado = sellar(armado.cfdi, csd_de_prueba());
    ASSERT_TRUE(sellado.bien()) << malo_de(sellado.hallazgos);
    EXPECT_NE(sellado.xml.find(R"(SubTotal="0" Moneda="XXX" Total="0" TipoDeComprobante="P")"), std::string::npos);
    EXPECT_EQ(sellado.xml.find("FormaPago="), std::string::npos);
    EXPECT_EQ(sellado.xml.find("xmlns:pago20", sellado.xml.find("<cfdi:Emisor")), std::string::npos);
    if (cfdi_there()) {
        const Oraculo oraculo;
        EXPECT_TRUE(oraculo.valido(sellado.xml)) << oraculo.dice();
    }
}

TEST(ArmarPagos, LoQueNoPuedeSer) {
    const auto hallado = [](PagoDado pago) {
        auto c = por_emitir("P");
        c.pagos = {std::move(pago)};
        const auto armado = armar(c);
        return malo_de(armado.bien() ? sellar(armado.cfdi, csd_de_prueba()).hallazgos : armado.hallazgos);
    };
    const std::string pago = " /cfdi:Comprobante/cfdi:Complemento/pago20:Pagos/pago20:Pago";
    const auto uno = [](std::string_view anterior, std::string_view pagado, std::string_view aplicado) {
        return documento_dado("MXN", anterior, pagado, aplicado, "100", {});
    };
    EXPECT_EQ(hallado(pago_dado("MXN", "", "10", {uno("100", "10", "10")})), "");
    EXPECT_EQ(hallado(pago_dado("MXN", "", "20", {uno("10", "20", "20")})),
              "pago_saldo_insoluto" + pago + "/pago20:DoctoRelacionado/@ImpSaldoInsoluto -10\n");
    EXPECT_EQ(hallado(pago_dado("MXN", "", "20.001", {uno("100", "20", "20")})), "decimales_de_mas" + pago + "/@Monto 20.001\n");
    EXPECT_EQ(hallado(pago_dado("USD", "", "20", {})), "pago_tipo_cambio" + pago + "/@TipoCambioP \n");
    EXPECT_EQ(hallado(pago_dado("USD", "17", "20", {uno("100", "20", "0")})),
              "pago_equivalencia" + pago + "/pago20:DoctoRelacionado/@EquivalenciaDR \n");
    // More applied than came in, a form that is no form, a document that was paid a thousand times.
    EXPECT_EQ(hallado(pago_dado("MXN", "", "10", {uno("100", "20", "20")})), "pago_monto" + pago + "/@Monto al menos 20\n");
    auto sin_forma = pago_dado("MXN", "", "10", {uno("100", "10", "10")});
    sin_forma.formaDePago = "99";
    EXPECT_EQ(hallado(sin_forma), "pago_forma" + pago + "/@FormaDePagoP \n");
    auto mil = pago_dado("MXN", "", "10", {uno("100", "10", "10")});
    mil.documentos[0].parcialidad = 1000;
    EXPECT_EQ(hallado(mil), "valor_no_valido" + pago + "/pago20:DoctoRelacionado/@NumParcialidad \"1000\"\n");
    auto sin_total = pago_dado("MXN", "", "10", {uno("100", "10", "10")});
    sin_total.documentos[0].total = {};
    sin_total.documentos[0].impuestos = {traslado("002", "Tasa", "0.16", "8.62", "1.38")};
    EXPECT_EQ(hallado(sin_total), "pago_objeto_impuesto" + pago + "/pago20:DoctoRelacionado 0\n");
}

// Collected in parts, whatever the currencies: the tax of a document is its base at its rate, those of a payment the exact sum of
// its documents, and every receipt stands before the judge.
TEST(ArmarPagosAlAzar, LasSumasSonExactas) {
    Azar azar{19};
    const std::vector<std::string> monedas{"MXN", "USD", "EUR"};
    for (int vuelta = 0; vuelta < (test::memory_tells ? 2'000 : 50); ++vuelta) {
        auto c = por_emitir("P");
        const int cuantos = 1 + azar.menor(3);
        for (int i = 0; i < cuantos; ++i) {
            const auto& moneda = azar.uno(monedas);
            std::vector<DocumentoDado> documentos;
            Importe monto;
            const int cuantos_documentos = 1 + azar.menor(azar.una_de(20) ? 40 : 4);
            for (int j = 0; j < cuantos_documentos; ++j) {
                const auto centavos = [&](std::int64_t n) { return Importe::de_micros((1 + azar.menor(n)) * 10'000); };
                const auto base = centavos(10'000'000);
                const bool frontera = azar.una_de(3);
                const auto iva = (base * Tasa::de_micros(frontera ? 80'000 : 160'000)).redondear(2);
                const auto isr = azar.una_de(3) ? (base * Tasa::de_micros(12'500)).redondear(2) : Importe{};
                const auto total = base + iva - isr;
                const auto pagado = Importe::de_micros((1 + azar.menor(total.micros() / 10'000)) * 10'000);
                const auto& suya = azar.uno(monedas);
                const auto aplicado = suya == moneda
                                          ? pagado
                                          : std::max(Importe::de_micros(10'000),
                                                     (pagado * Tasa::de_micros(50'000 + azar.menor(20'000'000))).redondear(2));
                DocumentoDado d = documento_dado(suya, "1", "1", "1", "1", {});
                d.saldoAnterior = azar.una_de(2) ? pagado : total;
                d.pagado = pagado;
                d.aplicado = aplicado;
                d.total = total;
                d.impuestos = {{false, "002", "Tasa", Tasa::de_micros(frontera ? 80'000 : 160'000), base, iva}};
                if (!isr.es_cero()) d.impuestos.push_back({true, "001", "Tasa", Tasa::de_micros(12'500), base, isr});
                monto += aplicado;
                documentos.push_back(std::move(d));
            }
            auto pago = pago_dado(moneda, moneda == "MXN" ? "" : "17.3608", "1", std::move(documentos));
            pago.monto = monto;
            c.pagos.push_back(std::move(pago));
        }
        const auto armado = armar(c);
        ASSERT_TRUE(armado.bien()) << vuelta << malo_de(armado.hallazgos);
        for (const auto& pago : armado.cfdi.pagos[0].pagos) {
            bool convertida = false;
            Importe base;
            for (const auto& d : pago.documentos) {
                convertida = convertida || d.moneda != pago.moneda;
                for (const auto& t : d.traslados) {
                    ASSERT_EQ(t.importe->valor, (t.base->valor * t.tasaOCuota->valor).redondear(6)) << vuelta;
                    base += t.base->valor;
                }
            }
            Importe dice;
            for (const auto& t : pago.traslados) dice += t.base->valor;
            if (!convertida) {
                ASSERT_EQ(dice, base) << vuelta;
            }
        }
        if (vuelta % 10 != 0) continue;
        const auto sellado = sellar(armado.cfdi, csd_de_prueba());
        ASSERT_TRUE(sellado.bien()) << vuelta << malo_de(sellado.hallazgos);
    }
}

}  // namespace
}  // namespace cacao::fiscal
