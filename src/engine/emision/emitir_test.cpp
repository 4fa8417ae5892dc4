// The verbs of the engine on a company in a real database, checked as an accountant would.

#include "engine/liquidacion/liquidar.hpp"
#include "engine/verbos/cancelar.hpp"
#include "support/solicitud.hpp"

#include "db/rows.hpp"
#include "support/libro.hpp"

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Emitir : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Emitir);

TEST_P(Emitir, InvoiceDebitsTheCustomerAndCreditsSalesAndTax) {
    Libro l{GetParam()};
    const auto p = l.producto("A", 40_mxn);
    l.entra(p, 10_pza, 40_precio);
    const auto f = l.factura({{p, 2_pza, 100_precio}});
    EXPECT_EQ(f.total, 232_mxn);
    EXPECT_EQ(f.folio, 1);
    EXPECT_EQ(l.asientos(f.transaccionId),
              "cargo clientes 232\n"
              "abono inventario 80\n"
              "abono iva_trasladado_no_cobrado 32\n"
              "abono ventas 200\n"
              "cargo costo_ventas 80\n");
    EXPECT_EQ(l.saldo(f.transaccionId), 232_mxn);
    EXPECT_EQ(l.existencia(p), 8_pza);
}

TEST_P(Emitir, CancelLeavesEverythingAsBefore) {
    Libro l{GetParam()};
    const auto p = l.producto("A", 40_mxn);
    l.entra(p, 10_pza, 40_precio);
    const auto antes = l.balanza();
    const auto f = l.factura({{p, 3_pza, 100_precio}});
    EXPECT_NE(l.balanza(), antes);
    const auto c = l.cancela(f.transaccionId);
    EXPECT_EQ(c.estado, "cancelado");
    EXPECT_EQ(l.balanza(), antes);
    EXPECT_EQ(l.existencia(p), 10_pza);
    EXPECT_EQ(l.saldo(f.transaccionId), Importe{});
    EXPECT_EQ(l.cancela(f.transaccionId).fecha, c.fecha) << "a second cancel answers the first";
    EXPECT_EQ(l.balanza(), antes);
}

TEST_P(Emitir, DepositSettlesAnInvoiceAndItsTaxBecomesCollected) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(1000_precio);
    ASSERT_EQ(f.total, 1160_mxn);
    const auto d = l.deposito(2000_mxn);
    const auto a = l.aplica(d.transaccionId, f.transaccionId, 1160_mxn);
    EXPECT_EQ(a.saldo, Importe{});
    EXPECT_EQ(l.saldo(d.transaccionId), 840_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(160));
    EXPECT_EQ(l.cuenta("clientes"), Importe{});
    EXPECT_EQ(l.cuenta("anticipo_clientes"), -Importe::de_enteros(840));
    l.desaplica(a.aplicacionId);
    EXPECT_EQ(l.saldo(f.transaccionId), 1160_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), Importe{});
}

// Domain §5: an invoice of 1,160.00 in seven uneven parts.
TEST_P(Emitir, SevenUnevenPaymentsMoveTheTaxToTheCent) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(1000_precio);
    const auto d = l.deposito(1160_mxn);
    for (const char* parte : {"0.01", "333.33", "1.99", "100.07", "500.5", "99.99"})
        l.aplica(d.transaccionId, f.transaccionId, *Importe::leer(parte));
    EXPECT_NE(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    l.aplica(d.transaccionId, f.transaccionId, l.saldo(f.transaccionId));
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(160));
    EXPECT_EQ(l.saldo(d.transaccionId), Importe{});
}

TEST_P(Emitir, NothingIsSettledBeyondItsBalance) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(100_precio);
    const auto d = l.deposito(200_mxn);
    EXPECT_EQ(l.falta([&] { l.aplica(d.transaccionId, f.transaccionId, 117_mxn); }), "excede_saldo /asignaciones/0/importe");
    EXPECT_EQ(l.falta([&] { l.aplica(d.transaccionId, f.transaccionId, 201_mxn); }),
              "excede_por_asignar /asignaciones/0/importe; excede_saldo /asignaciones/0/importe");
    EXPECT_EQ(l.falta([&] { l.aplica(d.transaccionId, f.transaccionId, Importe{}); }), "fuera_de_rango /asignaciones/0/importe");
    EXPECT_EQ(l.saldo(f.transaccionId), 116_mxn);
}

TEST_P(Emitir, PaymentStandsInTheWayOfCancelling) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(100_precio);
    const auto d = l.deposito(200_mxn);
    l.aplica(d.transaccionId, f.transaccionId, 50_mxn);
    EXPECT_EQ(l.falta([&] { l.cancela(f.transaccionId); }), "con_dependientes /id");
    EXPECT_EQ(l.falta([&] { l.cancela(d.transaccionId); }), "con_dependientes /id");
    l.escribe([&](Context& ctx) { cancelar(ctx, d.transaccionId, {.con_aplicaciones = true}); });
    EXPECT_EQ(l.saldo(f.transaccionId), 116_mxn);
    l.cancela(f.transaccionId);
    EXPECT_EQ(l.cuenta("clientes"), Importe{});
    EXPECT_EQ(l.cuenta("anticipo_clientes"), Importe{});
}

TEST_P(Emitir, ExchangeDifferenceOfAnInvoiceInDollars) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(100_precio, "USD", 20_precio);
    ASSERT_EQ(l.cuenta("clientes"), 2320_mxn);
    const auto d = l.deposito(116_mxn, "USD", *Precio::leer("20.5"));
    l.aplica(d.transaccionId, f.transaccionId, 116_mxn);
    EXPECT_EQ(l.cuenta("clientes"), Importe{});
    EXPECT_EQ(l.cuenta("anticipo_clientes"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    // VAT is owed at the rate of the day it was collected; the rest of the gain is income.
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(328));
    EXPECT_EQ(l.cuenta("ganancia_cambiaria"), -Importe::de_enteros(50));
}

TEST_P(Emitir, AdvanceCausesItsTaxOnceAndOnlyOnce) {
    Libro l{GetParam()};
    const auto a = l.anticipo(100_precio);
    ASSERT_EQ(a.total, 116_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(16));
    const auto f = l.factura_de_concepto(100_precio);
    l.aplica(a.transaccionId, f.transaccionId, 116_mxn);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), -Importe::de_enteros(16));
    EXPECT_EQ(l.cuenta("iva_de_anticipos"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
}

TEST_P(Emitir, CreditNoteTakesBackSaleAndTax) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(100_precio);
    auto s = l.derivada(NotaCreditoCliente, f.transaccionId, {1_pza});
    s.partidas[0].precioUnitario = 40_precio;
    const auto n = l.emite(NotaCreditoCliente, s);
    EXPECT_EQ(n.total, *Importe::leer("46.4"));
    EXPECT_EQ(l.cuenta("clientes"), 116_mxn - n.total);
    l.aplica(n.transaccionId, f.transaccionId, n.total);
    EXPECT_EQ(l.saldo(f.transaccionId), 116_mxn - n.total);
    EXPECT_EQ(l.cuenta("iva_trasladado_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), -*Importe::leer("9.6"));
}

TEST_P(Emitir, PurchaseFromOrderToPaymentEndsWithNothingWaiting) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    const auto o = l.emite(OrdenCompra, l.solicitud(OrdenCompra, {{p, 10_pza, 30_precio}}));
    EXPECT_EQ(l.falta([&] { l.emite(Recepcion, l.derivada(Recepcion, o.transaccionId, {5_pza})); }),
              "estado_invalido /partidas/0/transaccionIdOrigen");
    l.escribe([&](Context& ctx) { EXPECT_EQ(transitar(ctx, o.transaccionId, "autorizar"), "autorizado"); });
    l.escribe([&](Context& ctx) { EXPECT_EQ(transitar(ctx, o.transaccionId, "autorizar"), "autorizado"); });
    const auto r = l.emite(Recepcion, l.derivada(Recepcion, o.transaccionId, {6_pza}));
    EXPECT_EQ(l.falta([&] { l.emite(Recepcion, l.derivada(Recepcion, o.transaccionId, {5_pza})); }),
              "excede_pendiente /partidas/0/cantidad");
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), -Importe::de_enteros(180));
    EXPECT_EQ(l.valor(p), 180_mxn);
    // Two are sold before the invoice says that they were dearer.
    l.factura({{p, 2_pza, 100_precio}});
    auto s = l.derivada(FacturaCompra, r.transaccionId, {6_pza});
    s.partidas[0].precioUnitario = 33_precio;
    const auto f = l.emite(FacturaCompra, s);
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), Importe{});
    EXPECT_EQ(l.valor(p), 132_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 132_mxn);
    EXPECT_EQ(l.cuenta("costo_ventas"), 66_mxn);
    EXPECT_EQ(f.total, *Importe::leer("229.68"));
    EXPECT_EQ(l.falta([&] { l.cancela(r.transaccionId); }), "con_dependientes /id");

    test::SolicitudEntera e;
    e.entidadId = l.proveedorId;
    e.cuentaBancariaId = l.bancoId;
    auto& linea = e.partidas.emplace_back();
    linea.campo = "/partidas/0";
    linea.importe = f.total;
    linea.transaccionIdCompra = f.transaccionId;
    l.emite(Egreso, e);
    EXPECT_EQ(l.saldo(f.transaccionId), Importe{});
    EXPECT_EQ(l.cuenta("proveedores"), Importe{});
    EXPECT_EQ(l.cuenta("anticipo_proveedores"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pendiente"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), *Importe::leer("31.68"));
}

TEST_P(Emitir, CancelledPurchaseInvoiceTakesItsLateCostBack) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 6_pza, 30_precio}}));
    auto s = l.derivada(FacturaCompra, r.transaccionId, {6_pza});
    s.partidas[0].precioUnitario = 33_precio;
    const auto f = l.emite(FacturaCompra, s);
    l.factura({{p, 2_pza, 100_precio}});
    l.cancela(f.transaccionId);
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), -Importe::de_enteros(180));
    EXPECT_EQ(l.valor(p), 120_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 120_mxn);
    EXPECT_EQ(l.cuenta("costo_ventas"), 60_mxn);
    EXPECT_EQ(l.cuenta("proveedores"), Importe{});
}

// Domain §8: receive, invoice, return all, credit: payable, stock, VAT and variance are 0.
TEST_P(Emitir, EverythingGoesBackToTheSupplier) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 6_pza, 30_precio}}));
    const auto f = l.emite(FacturaCompra, l.derivada(FacturaCompra, r.transaccionId, {6_pza}));
    const auto d = l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, f.transaccionId, {6_pza}));
    EXPECT_EQ(l.existencia(p), Cantidad{});
    EXPECT_EQ(l.cuenta("devoluciones_por_acreditar"), 180_mxn);
    auto s = l.derivada(NotaCreditoProveedor, d.transaccionId, {6_pza});
    s.partidas[0].precioUnitario = 30_precio;
    const auto n = l.emite(NotaCreditoProveedor, s);
    l.aplica(n.transaccionId, f.transaccionId, f.total);
    EXPECT_EQ(l.balanza(), (std::map<std::string, Importe>{}));
}

TEST_P(Emitir, ReturnBringsGoodsBackAtTheCostAtWhichTheyLeft) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    l.entra(p, 2_pza, 10_precio);
    l.entra(p, 2_pza, 20_precio);
    const auto antes = l.balanza();
    const auto f = l.factura({{p, 3_pza, 100_precio}});
    EXPECT_EQ(l.cuenta("costo_ventas"), 40_mxn);
    for (const auto q : {1_pza, 2_pza}) {
        const auto d = l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f.transaccionId, {q}));
        auto s = l.derivada(NotaCreditoCliente, d.transaccionId, {q});
        s.partidas[0].precioUnitario = 100_precio;
        const auto n = l.emite(NotaCreditoCliente, s);
        l.aplica(n.transaccionId, f.transaccionId, n.total);
    }
    EXPECT_EQ(l.falta([&] { l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f.transaccionId, {1_pza})); }),
              "excede_pendiente /partidas/0/cantidad");
    EXPECT_EQ(l.existencia(p), 4_pza);
    EXPECT_EQ(l.valor(p), 60_mxn);
    EXPECT_EQ(l.cuenta("costo_ventas"), Importe{});
    EXPECT_EQ(l.cuenta("clientes"), Importe{});
    EXPECT_EQ(l.cuenta("iva_trasladado_no_cobrado"), Importe{});
    EXPECT_EQ(l.cuenta("ventas"), -Importe::de_enteros(300));
    EXPECT_EQ(l.cuenta("devoluciones_venta"), 300_mxn);
}

TEST_P(Emitir, OrderDeliveredAndInvoicedInAnyMix) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    l.entra(p, 10_pza, 10_precio);
    const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{p, 10_pza, 100_precio}}));
    EXPECT_EQ(l.falta([&] {
        l.factura({{p, 1_pza, 100_precio}});
    }),
              "existencia_insuficiente /partidas/0/cantidad")
        << "it is put aside";
    const auto e = l.emite(Entrega, l.derivada(Entrega, o.transaccionId, {3_pza}));
    auto f = l.derivada(FacturaVenta, e.transaccionId, {2_pza});
    f.partidas[0].precioUnitario = 100_precio;
    l.emite(FacturaVenta, f);
    const auto e2 = l.emite(Entrega, l.derivada(Entrega, o.transaccionId, {7_pza}));
    EXPECT_EQ(l.existencia(p), Cantidad{});
    EXPECT_EQ(l.falta([&] { l.emite(Entrega, l.derivada(Entrega, o.transaccionId, {1_pza})); }),
              "excede_pendiente /partidas/0/cantidad");
    f = l.derivada(FacturaVenta, e2.transaccionId, {7_pza});
    f.partidas[0].precioUnitario = 100_precio;
    l.emite(FacturaVenta, f);
    // One of ten is not invoiced yet: by way of its delivery or not, two cannot be.
    EXPECT_EQ(l.falta([&] {
        auto s = l.derivada(FacturaVenta, o.transaccionId, {2_pza});
        s.sin_existencia = true;
        l.emite(FacturaVenta, s);
    }),
              "excede_pendiente /partidas/0/cantidad");
    EXPECT_EQ(l.cuenta("costo_ventas"), 100_mxn);
}

TEST_P(Emitir, MoreThanWasSoldCannotComeBackToAnOrder) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    l.entra(p, 10_pza, 10_precio);
    const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{p, 5_pza, 100_precio}}));
    const auto n = l.emite(NotaVenta, l.derivada(NotaVenta, o.transaccionId, {2_pza}));
    l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, n.transaccionId, {1_pza}));
    EXPECT_EQ(l.falta([&] { l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, n.transaccionId, {2_pza})); }),
              "excede_pendiente /partidas/0/cantidad");
}

// An invoice of goods that a delivery took out cannot be delivered; beside it stands a line that took out its own.
TEST_P(Emitir, GoodsLeaveOnceAndComeBackFromWhereTheyLeft) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    l.entra(p, 10_pza, 10_precio);
    const auto e = l.emite(Entrega, l.solicitud(Entrega, {{p, 3_pza, {}}}));
    auto s = l.derivada(FacturaVenta, e.transaccionId, {3_pza});
    s.partidas[0].precioUnitario = 100_precio;
    s.partidas.push_back(l.solicitud(FacturaVenta, {{p, 1_pza, 100_precio}}).partidas.front());
    const auto f = l.emite(FacturaVenta, s);
    EXPECT_EQ(l.existencia(p), 6_pza);
    EXPECT_EQ(l.falta([&] {
        l.emite(Entrega, l.derivada(Entrega, f.transaccionId, {3_pza, 1_pza}));
    }),
              "origen_no_permitido /partidas/0/transaccionIdOrigen; origen_no_permitido /partidas/1/transaccionIdOrigen");
    l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f.transaccionId, {3_pza, 1_pza}));
    EXPECT_EQ(l.existencia(p), 10_pza);
    EXPECT_EQ(l.cuenta("costo_ventas"), Importe{});
}

TEST_P(Emitir, AKitBringsItsValueAndTakesItsReservation) {
    Libro l{GetParam()};
    const auto a = l.producto("A", 10_mxn);
    const auto b = l.producto("B", 30_mxn, "promedio");
    const auto kit = l.producto("K");
    l.arma_kit(kit, {{a, 2_pza}, {b, 1_pza}});
    l.emite(FacturaCompra, l.solicitud(FacturaCompra, {{kit, 4_pza, 25_precio}}));
    EXPECT_EQ(l.cuenta("inventario"), 100_mxn);
    EXPECT_EQ(l.valor(a), 40_mxn);
    EXPECT_EQ(l.valor(b), 60_mxn);
    const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{kit, 3_pza, 90_precio}}));
    l.emite(Entrega, l.derivada(Entrega, o.transaccionId, {3_pza}));
    EXPECT_EQ(l.entero("SELECT count(*) FROM reserva WHERE organizacionId = $1"), 0);
    l.factura({{kit, 1_pza, 90_precio}});
    EXPECT_EQ(l.existencia(a), Cantidad{});
    EXPECT_EQ(l.cuenta("inventario"), Importe{});
}

TEST_P(Emitir, WhatOneRequestSettlesTwiceIsRefused) {
    Libro l{GetParam()};
    const auto f = l.factura_de_concepto(100_precio);
    const auto d = l.deposito(500_mxn);
    EXPECT_EQ(l.falta([&] {
        l.escribe([&](Context& ctx) {
            aplicar(ctx, d.transaccionId,
                    {{"/asignaciones/0", f.transaccionId, 116_mxn, {}}, {"/asignaciones/1", f.transaccionId, 116_mxn, {}}});
        });
    }),
              "excede_saldo /asignaciones/1/importe");
    EXPECT_EQ(l.saldo(f.transaccionId), 116_mxn);
}

TEST_P(Emitir, ABankFeeNamesItsConcept) {
    Libro l{GetParam()};
    test::SolicitudEntera s;
    s.cuentaBancariaId = l.bancoId;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.importe = 116_mxn;
    EXPECT_EQ(l.falta([&] { l.emite(ComisionBancaria, s); }), "requerido /partidas/0/conceptoId");
    p.conceptoId = l.concepto("COMISIONES");
    l.emite(ComisionBancaria, s);
    EXPECT_EQ(l.cuenta("anticipo_proveedores"), Importe{});
    EXPECT_EQ(l.cuenta("iva_acreditable_pagado"), 16_mxn);
}

TEST_P(Emitir, WhatWentBackBeforeItsInvoiceIsNotCredited) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{p, 6_pza, 30_precio}}));
    const auto d = l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, r.transaccionId, {6_pza}));
    EXPECT_EQ(l.balanza(), (std::map<std::string, Importe>{}));
    auto s = l.derivada(NotaCreditoProveedor, d.transaccionId, {6_pza});
    s.partidas[0].precioUnitario = 30_precio;
    EXPECT_EQ(l.falta([&] { l.emite(NotaCreditoProveedor, s); }), "origen_no_permitido /partidas/0/transaccionIdOrigen");
}

TEST_P(Emitir, TransfersKeepCostAndPassThroughTransit) {
    Libro l{GetParam()};
    const auto p = l.producto("A");
    const auto otro = l.almacen("NORTE");
    l.entra(p, 4_pza, 25_precio);
    auto s = l.solicitud(TraspasoEnvio, {{p, 3_pza, {}}});
    s.almacenDestinoId = l.transitoId;
    const auto e = l.emite(TraspasoEnvio, s);
    EXPECT_EQ(l.existencia(p, l.transitoId), 3_pza);
    auto r = l.derivada(TraspasoRecepcion, e.transaccionId, {2_pza});
    r.almacenId = l.transitoId;
    r.almacenDestinoId = otro;
    l.emite(TraspasoRecepcion, r);
    EXPECT_EQ(l.existencia(p, otro), 2_pza);
    EXPECT_EQ(l.valor(p, otro), 50_mxn);
    EXPECT_EQ(l.valor(p) + l.valor(p, otro) + l.valor(p, l.transitoId), 100_mxn);
    EXPECT_EQ(l.cuenta("inventario"), 100_mxn);
}

TEST_P(Emitir, JournalEntryMustBalanceAndKnowItsAccounts) {
    Libro l{GetParam()};
    const auto cuenta = [&](std::string_view codigo) {
        std::int64_t id = 0;
        l.m.lee([&](const Context& ctx) {
            id = ctx.db()
                     .one<std::int64_t>("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = $2",
                                        ctx.organizacionId(), codigo)
                     .value();
        });
        return id;
    };
    test::SolicitudEntera s;
    s.partidas.resize(3);
    for (std::size_t i = 0; i < 3; ++i) s.partidas[i].campo = "/partidas/" + std::to_string(i);
    s.partidas[0].cuentaId = cuenta("100");
    s.partidas[0].cargo = 10_mxn;
    s.partidas[1].cuentaId = 1;
    s.partidas[1].abono = 4_mxn;
    s.partidas[2].cuentaId = cuenta("101.01");
    EXPECT_EQ(l.falta([&] { l.emite(Poliza, s); }),
              "cuenta_acumulativa /partidas/0/cuentaId; no_encontrado /partidas/1/cuentaId; fuera_de_rango /partidas/2/cargo; "
              "poliza_descuadrada /partidas");
}

TEST_P(Emitir, WhatDerivesFromASaleKeepsItsPriceAndTheRestIsAskedOfTheLists) {
    Libro l{GetParam()};
    const auto p = l.producto("A", 70_mxn);
    l.entra(p, 10_pza, 10_precio);
    const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{p, 2_pza, 100_precio}}));
    auto derivada = l.derivada(FacturaVenta, o.transaccionId, {2_pza});
    derivada.partidas[0].precioUnitario.reset();
    EXPECT_EQ(l.emite(FacturaVenta, derivada).subtotal, 200_mxn);
    auto directa = l.solicitud(FacturaVenta, {{p, 2_pza, 100_precio}});
    directa.partidas[0].precioUnitario.reset();
    const auto f = l.emite(FacturaVenta, directa);
    EXPECT_EQ(f.subtotal, 140_mxn) << "the product's own price, when no list says otherwise";
    // A credit is worth what was charged.
    auto credito = l.derivada(NotaCreditoCliente, f.transaccionId, {1_pza});
    credito.partidas[0].precioUnitario.reset();
    EXPECT_EQ(l.emite(NotaCreditoCliente, credito).subtotal, 70_mxn);
}

TEST_P(Emitir, FaultsComeAllAtOnceAndNothingIsStored) {
    Libro l{GetParam()};
    test::SolicitudEntera s;
    s.entidadId = 5;
    s.campo_entidad = "/clienteId";
    s.moneda = "USD";
    s.proyectoId = 77;
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.productoId = 9;
    p.descuento = -Importe::de_enteros(1);
    EXPECT_EQ(l.falta([&] { l.emite(FacturaVenta, s); }),
              "no_encontrado /clienteId; moneda_sin_tipo_cambio /tipoCambio; no_encontrado /proyectoId; no_encontrado "
              "/partidas/0/productoId; fuera_de_rango /partidas/0/cantidad; fuera_de_rango /partidas/0/descuento");
    EXPECT_EQ(l.entero("SELECT count(*) FROM documento WHERE organizacionId = $1"), 0);
}

TEST_P(Emitir, CreditLimitRefusesOrWarns) {
    Libro l{GetParam()};
    l.clienteId = l.contacto("C2", true, false, "EKU9003173C9", 200_mxn);
    l.factura_de_concepto(100_precio);
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE configuracion SET limiteCreditoEstricto = 1 WHERE organizacionId = $1", ctx.organizacionId());
    });
    EXPECT_EQ(l.falta([&] { l.factura_de_concepto(100_precio); }), "excede_credito /entidadId");
    l.deposito(100_mxn);
    l.factura_de_concepto(100_precio);
}

// A kind that later work needs, as data alone: a service order that consumes parts at their cost.
constexpr Asiento de_servicio[] = {
    {Lado::cargo, Cuenta::costo_ventas, Monto::costo},
    {Lado::abono, Cuenta::inventario, Monto::costo},
};
constexpr Transicion pasos_de_servicio[] = {
    {"autorizar", Estado::porAutorizar, Estado::autorizado},
    {"cerrar", Estado::autorizado, Estado::cerrado},
    {"cancelar", Estado::porAutorizar, Estado::cancelado},
    {"cancelar", Estado::autorizado, Estado::cancelado},
};
constexpr Documento OrdenServicioDePrueba{
    .tipo = "OrdenServicioDePrueba",
    .serie = "XS",
    .nombre = "Orden de servicio",
    .contacto = Contacto::cliente,
    .renglones = Renglones::venta,
    .existencia = Existencia::salida,
    .inicial = Estado::porAutorizar,
    .asientos = de_servicio,
    .transiciones = pasos_de_servicio,
};
static_assert(cuadra(OrdenServicioDePrueba));

TEST_P(Emitir, ANewKindIsDataAndNothingElse) {
    agregar_tipo(OrdenServicioDePrueba);
    Libro l{GetParam()};
    const auto p = l.producto("A");
    l.entra(p, 5_pza, 8_precio);
    const auto o = l.emite(OrdenServicioDePrueba, l.solicitud(OrdenServicioDePrueba, {{p, 2_pza, 50_precio}}));
    EXPECT_EQ(o.estado, "porAutorizar");
    EXPECT_EQ(l.cuenta("costo_ventas"), 16_mxn);
    EXPECT_EQ(l.falta([&] { l.escribe([&](Context& ctx) { transitar(ctx, o.transaccionId, "cerrar"); }); }),
              "estado_invalido /id");
    l.escribe([&](Context& ctx) { transitar(ctx, o.transaccionId, "autorizar"); });
    l.cancela(o.transaccionId);
    EXPECT_EQ(l.existencia(p), 5_pza);
    EXPECT_EQ(l.cuenta("costo_ventas"), Importe{});
}

}  // namespace
}  // namespace cacao::engine
