// What is charged for somebody else, on the fiscal paper: the node that says for whom, with the taxes of theirs, on the invoice,
// on what is credited of it and on what is paid; and none of it in our books.

#include "base/azar.hpp"
#include "rooms/timbrado/emisora_test.hpp"
#include "rooms/ventas/documentos/nota_credito_cliente.hpp"
#include "rooms/viajes/factura_viaje.hpp"
#include "rooms/viajes/verificar.hpp"
#include "support/esquemas_sat.hpp"
#include "support/importes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

using namespace literales;
using test::Emisora;
using test::mxn;
using testing::IsEmpty;
using testing::SizeIs;

class TercerosTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam(), {register_factura_viaje, register_nota_credito_cliente}};
    test::Libro& l = e.l;

    void SetUp() override {
        l.escribe([&](Context& ctx) {
            ctx.db().run(R"(UPDATE contacto SET rfc = 'XIA190128J61', nombreFiscal = 'XENON INDUSTRIAL ARTICLES',
                                   codigoPostal = '76343', regimenFiscal = '601' WHERE organizacionId = $1 AND entidadId = $2)",
                         ctx.organizacionId(), l.proveedorId);
        });
    }
    std::string factura(const std::string& referencia, const std::string& servicio, const std::string& mas = "") {
        const auto concepto = l.concepto("VENTA-SERV");
        const auto r = l.m.pide(
            "POST /api/AgenciaViaje/RegistrarFacturaV2",
            fmt::format(
                R"({{"referencia":"{0}","localizador":"{0}","clienteId":{1},"fecha":"2026-10-01","formaPago":"99","metodoPago":"PPD"{5},"servicios":[{{"tipo":"vuelo","modalidad":"intermediacion","conceptoId":{2},"proveedorId":{3},{4}}}]}})",
                referencia, l.clienteId, concepto, l.proveedorId, servicio, mas));
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/transaccionId");
    }
    std::string cargo(int importe) const { return fmt::format(R"("cargoServicio":{},"conceptoCargoId":{})", importe, concepto_); }
    void usa_concepto() { concepto_ = l.concepto("VENTA-SERV"); }
    static const fiscal::ConceptoCfdi* de_terceros(const fiscal::Juicio& j, std::size_t cual = 0) {
        for (const auto& c : j.cfdi->conceptos)
            if (c.tercero && cual-- == 0) return &c;
        return nullptr;
    }
    std::int64_t concepto_ = 0;
};
CACAO_EN_AMBOS_MOTORES(TercerosTest);

TEST_P(TercerosTest, TheInvoiceSaysForWhomAndTheBooksDoNotEarnIt) {
    usa_concepto();
    const auto id =
        std::stoll(factura("T1", R"("tarifa":4000,"tua":500,"otrosCargos":120,"baseIva":4500,"impuestos":719.99,)" + cargo(300)));
    e.timbra(id);
    const auto j = e.juicio(id);
    EXPECT_EQ(j.cfdi->total->valor, mxn("5687.99"));
    const auto* gravado = de_terceros(j);
    const auto* sin = de_terceros(j, 1);
    ASSERT_NE(gravado, nullptr);
    ASSERT_NE(sin, nullptr);
    EXPECT_EQ(gravado->importe->valor, 4500_mxn);
    ASSERT_THAT(gravado->traslados, SizeIs(1));
    EXPECT_EQ(gravado->traslados[0].importe->valor, mxn("719.99"));
    EXPECT_EQ(gravado->tercero->rfc, "XIA190128J61");
    EXPECT_EQ(gravado->tercero->nombre, "XENON INDUSTRIAL ARTICLES");
    EXPECT_EQ(gravado->tercero->regimenFiscal, "601");
    EXPECT_EQ(gravado->tercero->domicilioFiscal, "76343");
    EXPECT_EQ(sin->importe->valor, 120_mxn);
    EXPECT_EQ(sin->objetoImp, "01");
    EXPECT_EQ(std::ranges::count_if(j.cfdi->conceptos, [](const auto& c) { return !c.tercero; }), 1);
    EXPECT_EQ(l.cuenta("cobros_por_terceros"), mxn("-5339.99"));
    EXPECT_EQ(l.cuenta("ventas"), mxn("-300"));
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), mxn("-48"));
    EXPECT_THAT(e.diferencias(), IsEmpty());
    EXPECT_THAT(l.m.diferencias(verificar_viajes), IsEmpty());
}

// A credit of a part takes its share of what is inside; the parts of it come to the whole. So do the parts of what is paid.
TEST_P(TercerosTest, CreditsAndPaymentsTakeTheirShareOfTheTaxesOfOthers) {
    const auto texto = factura("T2", R"("tarifa":1003.33,"impuestos":160.53)");
    const auto id = std::stoll(texto);
    e.timbra(id);
    Importe base;
    Importe iva;
    for (const int parte : {3, 3, 4}) {
        const auto r = l.m.pide(
            "POST /api/NotaCreditoCliente",
            fmt::format(
                R"({{"clienteId":{},"fecha":"2026-10-01","partidas":[{{"transaccionIdOrigen":{},"partidaOrigen":1,"cantidad":0.{}}}]}})",
                l.clienteId, texto, parte));
        ASSERT_EQ(r.status, 200) << r.body;
        const auto credito = std::stoll(r.en("/data/transaccionId"));
        e.timbra(credito);
        const auto j = e.juicio(credito);
        EXPECT_EQ(j.cfdi->tipoDeComprobante, "E");
        const auto* c = de_terceros(j);
        ASSERT_NE(c, nullptr);
        EXPECT_EQ(c->tercero->rfc, "XIA190128J61");
        base += c->importe->valor;
        iva += c->traslados.at(0).importe->valor;
    }
    EXPECT_EQ(base, mxn("1003.33"));
    EXPECT_EQ(iva, mxn("160.53"));
    EXPECT_EQ(l.cuenta("cobros_por_terceros"), 0_mxn);
    EXPECT_EQ(l.cuenta("clientes"), 0_mxn);
    EXPECT_EQ(l.cuenta("devoluciones_venta"), 0_mxn);
    EXPECT_THAT(e.diferencias(), IsEmpty());
    EXPECT_THAT(l.m.diferencias(verificar_viajes), IsEmpty());
}

TEST_P(TercerosTest, AComplementShowsTheTaxesOfOthersThatWerePaid) {
    usa_concepto();
    const auto id = std::stoll(factura("T3", R"("tarifa":1000,)" + cargo(100)));  // 1160 for others, 116 ours
    e.timbra(id);
    Importe base;
    Importe iva;
    for (const auto importe : {100_mxn, mxn("333.33"), mxn("842.67")}) {
        const auto deposito = e.deposito(importe);
        l.aplica(deposito, id, importe);
        e.trabaja();
        const auto papeles = e.complementos(deposito);
        ASSERT_THAT(papeles, SizeIs(1));
        const auto j = e.juicio(papeles.front().transaccionId);
        for (const auto& t : j.cfdi->pagos.at(0).pagos.at(0).documentos.at(0).traslados) {
            base += t.base->valor;
            iva += t.importe->valor;
        }
    }
    EXPECT_EQ(base, 1100_mxn);
    EXPECT_EQ(iva, 176_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), mxn("-16"));
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), 0_mxn);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(TercerosTest, TheAuthoritysSchemasAndSealsTakeThem) {
    CACAO_SKIP_WITHOUT_CFDI;
    const test::Oraculo oraculo;
    ASSERT_TRUE(oraculo.listo()) << oraculo.dice();
    usa_concepto();
    Azar azar{16};
    for (int n = 0; n < 12; ++n) {
        const auto tarifa = Importe::de_micros((1 + azar.menor(std::int64_t{900'000})) * 10'000);
        const auto tua = Importe::de_micros(azar.menor(std::int64_t{90'000}) * 10'000);
        const bool con_cargo = azar.una_de(2);
        const auto id = std::stoll(
            factura(fmt::format("S{}", n), fmt::format(R"("tarifa":{},"tua":{},"baseIva":{}{})", tarifa.texto(), tua.texto(),
                                                       tarifa.texto(), con_cargo ? "," + cargo(n + 1) : "")));
        e.timbra(id);
        EXPECT_TRUE(oraculo.valido(e.xml(id))) << oraculo.dice() << e.xml(id);
        e.juicio(id);  // the seal, among the rest
    }
    EXPECT_THAT(l.m.diferencias(verificar_viajes), IsEmpty());
}

}  // namespace
}  // namespace cacao
