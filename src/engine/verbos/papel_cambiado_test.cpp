// A part that gets another account in mid-life: what was posted before is cleared where it was posted, what comes is posted on
// the new one, and no account is left with what is nobody's.

#include "db/rows.hpp"
#include "engine/existencia/cuenta_existencia.hpp"
#include "engine/tipos/cuentas.hpp"
#include "support/libro.hpp"
#include "support/solicitud.hpp"

#include <gmock/gmock.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class PapelCambiado : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam()};

    // Says which account had it.
    std::string cambia(std::string_view papel, std::string_view ambito = "", std::int64_t ambitoId = 0) {
        return l.cambia_cuenta(papel, ambito, ambitoId).antes;
    }
    Importe en(const std::string& codigo) { return l.en(codigo); }
    std::int64_t gasto(Precio precio) {
        auto s = l.solicitud(Gasto, {{0, 1_pza, precio}});
        s.partidas[0].conceptoId = l.concepto("HONORARIOS");
        return l.emite(Gasto, s).transaccionId;
    }
    std::int64_t egreso(Importe importe) {
        test::SolicitudEntera s;
        s.entidadId = l.proveedorId;
        s.cuentaBancariaId = l.bancoId;
        auto& p = s.partidas.emplace_back();
        p.campo = "/partidas/0";
        p.importe = importe;
        return l.emite(Egreso, s).transaccionId;
    }
};
CACAO_EN_AMBOS_MOTORES(PapelCambiado);

TEST_P(PapelCambiado, VatIsCollectedFromWhereItWaits) {
    const auto antes = l.factura_de_concepto(1000_precio);
    const auto pago = l.deposito(2320_mxn).transaccionId;
    const auto primera = l.aplica(pago, antes.transaccionId, 500_mxn).aplicacionId;
    const auto vieja = cambia("iva_trasladado_no_cobrado");
    const auto despues = l.factura_de_concepto(1000_precio);
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), -160_mxn) << "new documents wait on the new account";
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.desaplica(primera);
    EXPECT_EQ(en(vieja), -160_mxn);
    l.aplica(pago, antes.transaccionId, 300_mxn);
    l.aplica(pago, despues.transaccionId, 1160_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.aplica(pago, antes.transaccionId, 860_mxn);
    EXPECT_EQ(en(vieja), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -320_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, ACreditOfABillFromBeforeTakesOffBoth) {
    const auto p = l.producto("A");
    l.entra(p, 10_pza, 10_precio);
    const auto f = l.factura({{p, 10_pza, 100_precio}});
    const auto vieja = cambia("iva_trasladado_no_cobrado");
    auto s = l.derivada(NotaCreditoCliente, f.transaccionId, {10_pza});
    s.partidas[0].precioUnitario.reset();
    const auto n = l.emite(NotaCreditoCliente, s);
    l.aplica(n.transaccionId, f.transaccionId, f.total);
    EXPECT_EQ(en(vieja), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), 0_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, WhatASupplierChargesAndWhatIsWithheldToo) {
    const auto g = gasto(1000_precio);
    std::vector<std::string> viejas;
    for (const auto* papel : {"iva_acreditable_pendiente", "iva_retenido_pendiente", "isr_retenido_pendiente"})
        viejas.push_back(cambia(papel));
    const Importe debido = l.saldo(g);
    l.aplica(egreso(debido), g, debido);
    for (const auto& vieja : viejas) EXPECT_EQ(en(vieja), 0_mxn) << vieja;
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), 160_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, AnAdvanceGivesBackTheVatThatItCaused) {
    const auto a = l.anticipo(1000_precio);
    const auto vieja = cambia("iva_de_anticipos");
    const auto f = l.factura_de_concepto(1000_precio);
    l.aplica(a.transaccionId, f.transaccionId, 1160_mxn);
    EXPECT_EQ(en(vieja), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_de_anticipos"), 0_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -160_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, GoodsReceivedAreInvoicedWhereTheyWait) {
    const auto p = l.producto("A");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 6_pza, 30_precio}}));
    const auto vieja = cambia("recibido_no_facturado");
    const auto otra = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 1_pza, 30_precio}}));
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), -30_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, r.transaccionId, {2_pza}));
    EXPECT_EQ(en(vieja), -120_mxn);
    auto s = l.derivada(FacturaCompra, r.transaccionId, {4_pza});
    s.partidas[0].precioUnitario = 33_precio;
    const auto f = l.emite(FacturaCompra, s);
    EXPECT_EQ(en(vieja), 0_mxn);
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), -30_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.cancela(f.transaccionId);
    EXPECT_EQ(en(vieja), -120_mxn);
    l.emite(FacturaCompra, l.derivada(FacturaCompra, otra.transaccionId, {1_pza}));
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), 0_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, WhatASupplierOwesForReturnsIsCreditedThere) {
    const auto p = l.producto("A");
    const auto f = l.emite(FacturaCompra, l.solicitud(FacturaCompra, {{p, 6_pza, 30_precio}}));
    const auto d = l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, f.transaccionId, {6_pza}));
    const auto vieja = cambia("devoluciones_por_acreditar");
    auto s = l.derivada(NotaCreditoProveedor, d.transaccionId, {6_pza});
    s.partidas[0].precioUnitario = 30_precio;
    const auto n = l.emite(NotaCreditoProveedor, s);
    EXPECT_EQ(en(vieja), 0_mxn);
    l.aplica(n.transaccionId, f.transaccionId, f.total);
    EXPECT_EQ(l.balanza(), (std::map<std::string, Importe>{}));
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, TheInvoiceOfANoteTakesTheSaleFromWhereTheNotePutIt) {
    const auto p = l.producto("A");
    l.entra(p, 10_pza, 10_precio);
    const auto n = l.emite(NotaVenta, l.solicitud(NotaVenta, {{p, 10_pza, 100_precio}}));
    const auto vieja = cambia("ventas");
    auto s = l.derivada(FacturaVenta, n.transaccionId, {10_pza});
    s.partidas[0].precioUnitario.reset();
    l.emite(FacturaVenta, s);
    EXPECT_EQ(en(vieja), 0_mxn);
    EXPECT_EQ(l.cuenta("ventas"), -1000_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

// Goods have no account of their own: what a cancelled sale brings back lies where goods lie now.
TEST_P(PapelCambiado, GoodsThatComeBackLieOnTheNewAccount) {
    const auto p = l.producto("A");
    l.entra(p, 10_pza, 10_precio);
    const auto f = l.factura({{p, 10_pza, 100_precio}});
    const auto vieja = cambia("inventario");
    l.cancela(f.transaccionId);
    EXPECT_EQ(en(vieja), 0_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 100_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.factura({{p, 10_pza, 100_precio}});
    EXPECT_EQ(l.cuenta("inventario"), 0_mxn);
    EXPECT_THAT(l.diferencias(), IsEmpty());
}

TEST_P(PapelCambiado, WhereGoodsLieIsKnownBeforeTheAccountChanges) {
    const auto p = l.producto("A");
    const auto otro = l.almacen("B");
    l.entra(p, 1_pza, 10_precio);
    MapaCuentas antes;
    l.m.lee([&](const Context& ctx) { antes = cuentas_de(ctx.db(), 0); });
    const auto cambian = [&] {
        std::optional<LugarConExistencia> lugar;
        l.m.lee([&](const Context& ctx) { lugar = existencia_que_cambia(ctx.db(), antes, cuentas_de(ctx.db(), 0)); });
        return lugar ? lugar->almacenId : 0;
    };
    cambia("inventario", "almacen", otro);
    EXPECT_EQ(cambian(), 0) << "nothing lies there";
    cambia("inventario", "clasificacion", 77);
    EXPECT_EQ(cambian(), 0) << "nothing of that class";
    l.m.lee([&](const Context& ctx) {
        EXPECT_TRUE(existencia_que_cambia(ctx.db(), p, 0, 77));
        EXPECT_FALSE(existencia_que_cambia(ctx.db(), p, 0, 78));
    });
    cambia("inventario");
    EXPECT_EQ(cambian(), l.almacenId);
    l.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND ambito = 'clasificacion'", ctx.organizacionId());
        renovar_papeles(ctx.db());
    });
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("the sum of valorRestante")));
}

// What was cleared elsewhere is found, account by account, even where the sum is right.
TEST_P(PapelCambiado, WhatWaitsOnAnotherAccountThanItWasPostedToIsFound) {
    const auto f = l.factura_de_concepto(1000_precio);
    const auto p = l.producto("A");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 1_pza, 30_precio}}));
    cambia("iva_trasladado_no_cobrado");
    cambia("recibido_no_facturado");
    EXPECT_THAT(l.diferencias(), IsEmpty());
    const auto mover = [&](std::string_view tabla, std::string_view papel, std::int64_t id) {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE " + std::string{tabla} + R"( SET cuentaId = (SELECT q.cuentaId FROM cuentaPapel q
                             WHERE q.organizacionId = $1 AND q.papel = $3 AND q.ambito = '')
                             WHERE organizacionId = $1 AND transaccionId = $2)",
                         ctx.organizacionId(), id, papel);
        });
    };
    mover("documentoImpuesto", "iva_trasladado_no_cobrado", f.transaccionId);
    mover("partida", "recibido_no_facturado", r.transaccionId);
    const auto halladas = l.diferencias();
    EXPECT_THAT(halladas, Contains(HasSubstr("iva_trasladado_no_cobrado that waits is -160, expected 0")));
    EXPECT_THAT(halladas, Contains(HasSubstr("what is received and not invoiced is -30, expected 0")));
}

TEST(PapelesOpuestos, WhatWaitsIsNotWhatItEndsAs) {
    EXPECT_TRUE(son_opuestos(Cuenta::iva_trasladado_no_cobrado, Cuenta::iva_trasladado_cobrado));
    EXPECT_TRUE(son_opuestos(Cuenta::iva_acreditable_pagado, Cuenta::iva_acreditable_pendiente));
    EXPECT_TRUE(son_opuestos(Cuenta::isr_retenido_pendiente, Cuenta::isr_arrendamiento_por_pagar));
    EXPECT_TRUE(son_opuestos(Cuenta::iva_de_anticipos, Cuenta::iva_trasladado_cobrado));
    EXPECT_FALSE(son_opuestos(Cuenta::isr_retenido_por_pagar, Cuenta::isr_arrendamiento_por_pagar));
    EXPECT_FALSE(son_opuestos(Cuenta::iva_trasladado_cobrado, Cuenta::ieps_trasladado_cobrado));
    EXPECT_FALSE(son_opuestos(Cuenta::ventas, Cuenta::devoluciones_venta));
}

}  // namespace
}  // namespace cacao::engine
