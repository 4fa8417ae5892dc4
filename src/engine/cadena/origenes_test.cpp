// Chains of documents: what one of them uses up or gives back, the ones before its source learn of once.

#include "support/cuadre.hpp"
#include "support/libro.hpp"

#include <gtest/gtest.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class OrigenesTest : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam()};
    std::int64_t p = l.producto("DULCE");

    void SetUp() override { l.entra(p, 10_pza, 4_precio); }
    void TearDown() override { EXPECT_EQ(test::descuadres(l.m.base.db(), l.m.empresa.organizacionId), ""); }

    std::int64_t pedido(bool aparta) {
        auto s = l.solicitud(PedidoCliente, {{p, 10_pza, 100_precio}});
        s.sin_existencia = !aparta;
        return l.emite(PedidoCliente, s).transaccionId;
    }
    std::int64_t sin_entrega(std::int64_t pedidoId) {
        auto s = l.derivada(FacturaVenta, pedidoId, {10_pza});
        s.sin_existencia = true;
        return l.emite(FacturaVenta, s).transaccionId;
    }
    std::int64_t deriva(const Documento& tipo, std::int64_t origenId, Cantidad cantidad) {
        auto s = l.derivada(tipo, origenId, {cantidad});
        // Figures come from the source.
        for (auto& partida : s.partidas) partida.precioUnitario.reset();
        return l.emite(tipo, s).transaccionId;
    }
    Cantidad avance(std::int64_t id, std::string_view cual) {
        return Cantidad::de_micros(
            l.entero("SELECT cantidad FROM avance WHERE organizacionId = $1 AND transaccionId = $2 AND avance = '" +
                         std::string{cual} + "'",
                     id));
    }
};
CACAO_EN_AMBOS_MOTORES(OrigenesTest);

TEST_P(OrigenesTest, WhatAnInvoiceDeliversIsNotInvoicedAgain) {
    const auto factura = sin_entrega(pedido(false));
    const auto entrega = deriva(Entrega, factura, 4_pza);
    auto otra = l.derivada(FacturaVenta, entrega, {1_pza});
    otra.partidas[0].precioUnitario = 100_precio;
    EXPECT_EQ(l.falta([&] { l.emite(FacturaVenta, otra); }), "origen_no_permitido /partidas/0/transaccionIdOrigen");
}

TEST_P(OrigenesTest, WhatComesBackOfAnInvoicesDeliveryCanBeDeliveredAgain) {
    const auto pedidoId = pedido(false);
    const auto factura = sin_entrega(pedidoId);
    const auto entrega = deriva(Entrega, factura, 10_pza);
    EXPECT_EQ(avance(pedidoId, "entregado"), 10_pza);
    const auto devolucion = deriva(NotaDevolucionCliente, entrega, 3_pza);
    EXPECT_EQ(avance(factura, "entregado"), 7_pza);
    EXPECT_EQ(avance(pedidoId, "entregado"), 7_pza);
    const auto otra = deriva(Entrega, factura, 3_pza);
    // The return cannot be undone while what it brought is delivered again.
    EXPECT_EQ(l.falta([&] { l.cancela(devolucion); }), "excede_pendiente /id");
    l.cancela(otra);
    l.cancela(devolucion);
    EXPECT_EQ(avance(factura, "entregado"), 10_pza);
    EXPECT_EQ(avance(pedidoId, "entregado"), 10_pza);
}

TEST_P(OrigenesTest, WhatCameBackAndWasCreditedIsNotDeliveredAgain) {
    const auto pedidoId = pedido(false);
    const auto factura = sin_entrega(pedidoId);
    const auto entrega = deriva(Entrega, factura, 10_pza);
    const auto devolucion = deriva(NotaDevolucionCliente, entrega, 3_pza);
    const auto credito = deriva(NotaCreditoCliente, devolucion, 2_pza);
    EXPECT_EQ(avance(factura, "entregado"), 9_pza);
    EXPECT_EQ(avance(factura, "acreditado"), 2_pza);
    EXPECT_EQ(avance(pedidoId, "facturado"), 8_pza);
    EXPECT_EQ(l.falta([&] { deriva(Entrega, factura, 2_pza); }), "excede_pendiente /partidas/0/cantidad");
    // Documents from before the rule are brought to it by its step.
    l.m.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM avance WHERE organizacionId = $1 AND transaccionId = $2 AND avance = 'acreditado'",
                     ctx.organizacionId(), factura);
        ctx.db().run(R"(UPDATE avance SET cantidad = cantidad - 2000000
                        WHERE organizacionId = $1 AND transaccionId = $2 AND avance = 'entregado')",
                     ctx.organizacionId(), factura);
    });
    l.m.repite_paso("0026");
    EXPECT_EQ(avance(factura, "entregado"), 9_pza);
    EXPECT_EQ(avance(factura, "acreditado"), 2_pza);
    l.cancela(credito);
    EXPECT_EQ(avance(factura, "entregado"), 7_pza);
    EXPECT_EQ(avance(factura, "acreditado"), 0_pza);
    EXPECT_EQ(avance(pedidoId, "facturado"), 10_pza);
}

TEST_P(OrigenesTest, AnInvoicesDeliveryUsesWhatTheOrderPutAside) {
    const auto factura = sin_entrega(pedido(true));
    deriva(Entrega, factura, 10_pza);
    EXPECT_EQ(l.existencia(p), 0_pza);
    EXPECT_EQ(l.entero("SELECT reservado FROM existencia WHERE organizacionId = $1"), 0);
}

TEST_P(OrigenesTest, AnInvoiceOfANoteIsCreditedAndTheRestOfTheNoteKeepsItsFigures) {
    const auto nota = l.emite(NotaVenta, l.solicitud(NotaVenta, {{p, 10_pza, 100_precio}})).transaccionId;
    const auto factura = deriva(FacturaVenta, nota, 6_pza);
    deriva(NotaCreditoCliente, factura, 6_pza);
    EXPECT_EQ(avance(factura, "acreditado"), 6_pza);
    EXPECT_EQ(avance(nota, "acreditado"), 6_pza);
    auto resto = l.derivada(FacturaVenta, nota, {4_pza});
    resto.partidas[0].precioUnitario.reset();
    EXPECT_EQ(l.emite(FacturaVenta, resto).total, 464_mxn);
    EXPECT_EQ(l.saldo(nota), 0_mxn);
}

TEST_P(OrigenesTest, CreditsAndInvoicesOfANoteShareItsCents) {
    // 3 × 0.33 with 0.16 of tax: thirds of the tax are 0.05, and one cent is left over.
    const auto nota = l.emite(NotaVenta, l.solicitud(NotaVenta, {{p, 3_pza, Precio::de_micros(333'333)}}));
    EXPECT_EQ(nota.total, Importe::de_micros(1'160'000));
    deriva(FacturaVenta, nota.transaccionId, 1_pza);
    const auto credito = deriva(NotaCreditoCliente, nota.transaccionId, 1_pza);
    deriva(FacturaVenta, nota.transaccionId, 1_pza);
    const auto debe = l.saldo(nota.transaccionId);
    EXPECT_EQ(debe, l.saldo(credito));  // the credit is not applied yet, and is all that the note owes
    EXPECT_EQ(l.falta([&] { deriva(NotaCreditoCliente, nota.transaccionId, 1_pza); }), "excede_pendiente /partidas/0/cantidad");
}

}  // namespace
}  // namespace cacao::engine
