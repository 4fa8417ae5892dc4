// What is credited, as its fiscal document says it: related to what it is about, and paid as that was.

#include "base/texto.hpp"
#include "rooms/timbrado/emisora_test.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

using namespace literales;
using test::Emisora;
using testing::ElementsAre;
using testing::SizeIs;

class CreditoFiscalTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam(), {register_nota_venta}};
    test::Libro& l = e.l;

    void relaciona(std::int64_t nota, std::string_view como, std::int64_t factura, std::string_view forma) {
        const auto j = e.juicio(nota);
        EXPECT_EQ(j.cfdi->tipoDeComprobante, "E");
        EXPECT_EQ(j.cfdi->metodoPago, "PUE");
        EXPECT_EQ(j.cfdi->formaPago, forma);
        EXPECT_EQ(j.cfdi->receptor.usoCfdi, "G02");
        ASSERT_THAT(j.cfdi->relaciones, SizeIs(1));
        EXPECT_EQ(j.cfdi->relaciones.front().tipoRelacion, como);
        EXPECT_THAT(j.cfdi->relaciones.front().uuids, ElementsAre(mayusculas(e.fila(factura).uuid)));
    }
};

TEST_P(CreditoFiscalTest, AnAmountTakenOffIsRelatedAsACredit) {
    const auto factura = e.factura(100_precio);
    e.timbra(factura);
    const auto nota = l.emite(engine::NotaCreditoCliente, l.derivada(engine::NotaCreditoCliente, factura, {1_pza})).transaccionId;
    e.timbra(nota);
    relaciona(nota, "01", factura, "15");  // nobody has paid it
}

TEST_P(CreditoFiscalTest, WhatIsPaidAtOnceIsGivenBackAsItWasPaid) {
    test::SolicitudEntera s;
    s.entidadId = l.clienteId;
    s.metodoPago = "PUE";
    s.formaPago = "28";
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("VENTA-SERV");
    p.cantidad = 1_pza;
    p.precioUnitario = 100_precio;
    const auto factura = l.emite(engine::FacturaVenta, s).transaccionId;
    e.timbra(factura);
    const auto nota = l.emite(engine::NotaCreditoCliente, l.derivada(engine::NotaCreditoCliente, factura, {1_pza})).transaccionId;
    e.timbra(nota);
    relaciona(nota, "01", factura, "28");
}

TEST_P(CreditoFiscalTest, GoodsThatCameBackAreRelatedAsThat) {
    const auto taza = l.producto("TAZA");
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto factura = l.factura({{taza, 3_pza, 100_precio}}).transaccionId;
    e.timbra(factura);
    const auto devolucion =
        l.emite(engine::NotaDevolucionCliente, l.derivada(engine::NotaDevolucionCliente, factura, {2_pza})).transaccionId;
    const auto nota =
        l.emite(engine::NotaCreditoCliente, l.derivada(engine::NotaCreditoCliente, devolucion, {2_pza})).transaccionId;
    e.timbra(nota);
    relaciona(nota, "03", factura, "15");
    EXPECT_THAT(e.diferencias(), testing::IsEmpty());
}

// Before one of its notes is invoiced to somebody by name.
TEST_P(CreditoFiscalTest, WhatIsTakenOffAGlobalInvoiceIsThePublics) {
    const auto publico = l.contacto("MOSTRADOR", true, false, "XAXX010101000");
    const auto nota = l.m.pide(
        "POST /api/NotaVenta",
        fmt::format(R"({{"clienteId":{},"formaPago":"01","partidas":[{{"conceptoId":{},"cantidad":1,"precioUnitario":100}}]}})",
                    publico, l.concepto("VENTA-SERV")));
    ASSERT_EQ(nota.status, 200) << nota.body;
    const auto r = l.m.pide("POST /api/NotaVenta/FacturaGlobal", R"({"dia":"2026-10-01"})");
    ASSERT_EQ(r.status, 200) << r.body;
    const auto global = std::stoll(r.en("/data/transaccionId"));
    e.timbra(global);
    auto s = l.derivada(engine::NotaCreditoCliente, global, {1_pza});
    s.entidadId = publico;
    const auto credito = l.emite(engine::NotaCreditoCliente, s).transaccionId;
    e.timbra(credito);
    const auto j = e.juicio(credito);
    EXPECT_EQ(j.cfdi->receptor.nombre, "PUBLICO EN GENERAL");
    EXPECT_EQ(j.cfdi->receptor.usoCfdi, "S01");
    EXPECT_EQ(j.cfdi->formaPago, "01");
    EXPECT_FALSE(j.cfdi->informacionGlobal);
    ASSERT_THAT(j.cfdi->relaciones, SizeIs(1));
    EXPECT_EQ(j.cfdi->relaciones.front().tipoRelacion, "01");
    EXPECT_THAT(j.cfdi->relaciones.front().uuids, ElementsAre(mayusculas(e.fila(global).uuid)));
    EXPECT_THAT(e.diferencias(), testing::IsEmpty());
}

CACAO_EN_AMBOS_MOTORES(CreditoFiscalTest);

}  // namespace
}  // namespace cacao
