// Goods that ride: quantities without money, from the organization to itself.

#include "base/texto.hpp"
#include "rooms/bancos/documentos/deposito.hpp"
#include "rooms/inventario/documentos/entrega.hpp"
#include "rooms/inventario/documentos/movimiento.hpp"
#include "rooms/timbrado/emisora_test.hpp"

namespace cacao {
namespace {

using namespace literales;
using engine::EstadoTimbrado;
using test::Emisora;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class TrasladoTest : public testing::TestWithParam<db::Motor> {
protected:
    Emisora e{GetParam(), {register_deposito, register_entrega, register_movimiento_inventario}};
    test::Libro& l = e.l;

    std::int64_t traspaso(std::int64_t producto, Cantidad cantidad) {
        auto s = l.solicitud(engine::Traspaso, {{producto, cantidad, {}}});
        s.almacenDestinoId = l.almacen("B");
        return l.emite(engine::Traspaso, s).transaccionId;
    }
};

TEST_P(TrasladoTest, ATransferIsAPlainT) {
    const auto taza = l.producto("TAZA");
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto id = traspaso(taza, 4_pza);
    // The line has no key of the authority's yet: said as for any other.
    e.pide_timbre(id);
    e.trabaja();
    EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::rechazado));
    EXPECT_THAT(e.fila(id).mensaje, HasSubstr("/partidas/0/claveProdServ"));
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
    });
    e.timbra(id);
    const auto j = e.juicio(id);
    const auto& c = *j.cfdi;
    EXPECT_EQ(c.tipoDeComprobante, "T");
    EXPECT_EQ(c.moneda, "XXX");
    EXPECT_EQ(c.total->valor, Importe{});
    EXPECT_EQ(c.exportacion, "01");
    EXPECT_EQ(c.receptor.rfc, c.emisor.rfc);
    EXPECT_EQ(c.receptor.nombre, c.emisor.nombre);
    EXPECT_EQ(c.receptor.regimenFiscal, c.emisor.regimenFiscal);
    EXPECT_EQ(c.receptor.domicilioFiscal, "42501");
    EXPECT_EQ(c.receptor.usoCfdi, "S01");
    EXPECT_EQ(c.formaPago, "");
    EXPECT_EQ(c.metodoPago, "");
    ASSERT_THAT(c.conceptos, SizeIs(1));
    EXPECT_EQ(c.conceptos[0].cantidad->valor, 4_pza);
    EXPECT_EQ(c.conceptos[0].importe->valor, Importe{});
    EXPECT_EQ(c.conceptos[0].objetoImp, "01");
    EXPECT_THAT(c.traslados, IsEmpty());
    EXPECT_THAT(e.diferencias(), IsEmpty());
    // It is cancelled as any other: first the authority, then the goods are back.
    l.escribe([&](Context& ctx) { engine::cancelar(ctx, id, {.motivo = "02"}); });
    EXPECT_EQ(l.existencia(taza, l.almacenId), 6_pza);
    e.trabaja();
    EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::cancelado));
    EXPECT_EQ(l.existencia(taza, l.almacenId), 10_pza);
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

TEST_P(TrasladoTest, ADeliveryIsOneToo) {
    const auto taza = l.producto("TAZA", 100_mxn);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
        ctx.db().run("UPDATE organizacion SET codigoPostal = '06000' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto pedido = l.emite(engine::PedidoCliente, l.solicitud(engine::PedidoCliente, {{taza, 3_pza, 100_precio}}));
    const auto entrega = l.emite(engine::Entrega, l.derivada(engine::Entrega, pedido.transaccionId, {3_pza})).transaccionId;
    e.timbra(entrega);
    const auto j = e.juicio(entrega);
    EXPECT_EQ(j.cfdi->tipoDeComprobante, "T");
    EXPECT_EQ(j.cfdi->receptor.rfc, "EKU9003173C9");
    EXPECT_EQ(j.cfdi->receptor.domicilioFiscal, "06000");  // of the profile
    EXPECT_EQ(j.cfdi->lugarExpedicion, "42501");
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

// DELETE /api/Inventario/MovimientoCancelar/, DELETE /api/Inventario/EntregaCancelar/ and DELETE /api/Bancos/DepositoCancelar/
// ask for a reason of the authority's (motivo_fiscal), and refuse with comprobante_en_proceso what is on its way.
TEST_P(TrasladoTest, WhateverIsStampedIsCancelledWithAReason) {
    const auto taza = l.producto("TAZA", 100_mxn);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET claveProdServ = '52152100' WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.entra(taza, 10_pza, 50_precio);
    const auto pedido = l.emite(engine::PedidoCliente, l.solicitud(engine::PedidoCliente, {{taza, 3_pza, 100_precio}}));
    const auto entrega = l.emite(engine::Entrega, l.derivada(engine::Entrega, pedido.transaccionId, {3_pza})).transaccionId;
    for (const auto& [donde, id] : {std::pair{"/api/Inventario/MovimientoCancelar/", traspaso(taza, 4_pza)},
                                    {"/api/Inventario/EntregaCancelar/", entrega},
                                    {"/api/Bancos/DepositoCancelar/", e.anticipo(116_mxn)}}) {
        SCOPED_TRACE(donde);
        const auto cancelar = std::string{"DELETE "} + donde + std::to_string(id);
        e.timbra(id);
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=Error").faltas(), "motivo_fiscal /motivo");
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=01").faltas(), "motivo_fiscal /uuidSustitucion");
        const auto como = [&, id = id](std::string_view estado) {
            l.escribe([&](Context& ctx) {
                ctx.db().run(R"(UPDATE timbrado SET estado = $3, xml = CASE WHEN $3 = 'enviado' THEN '<x/>' ELSE '' END
                                WHERE organizacionId = $1 AND transaccionId = $2)",
                             ctx.organizacionId(), id, estado);
            });
        };
        como("enviado");
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=02").faltas(), "comprobante_en_proceso /id");
        como("timbrado");
        EXPECT_EQ(l.m.pide(cancelar + "?motivo=02").faltas(), "");
        e.trabaja();
        EXPECT_TRUE(e.fila(id).es(EstadoTimbrado::cancelado));
    }
    EXPECT_THAT(e.diferencias(), IsEmpty());
}

CACAO_EN_AMBOS_MOTORES(TrasladoTest);

}  // namespace
}  // namespace cacao
