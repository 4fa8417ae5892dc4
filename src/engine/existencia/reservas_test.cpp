// Reservations of orders by the calendar: they hold through their day, and are let go by whoever needs the goods next.

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "support/libro.hpp"

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Reservas : public testing::TestWithParam<db::Motor> {
protected:
    static constexpr std::int64_t dia = 24L * 3600;
    Libro l{GetParam()};

    Emitido pedido(std::int64_t productoId, Cantidad cantidad, std::optional<Fecha> vigencia,
                   const std::vector<std::string>& series = {}) {
        auto s = l.solicitud(PedidoCliente, {{productoId, cantidad, 10_precio}});
        s.vigenciaFecha = vigencia;
        s.partidas[0].series = series;
        return l.emite(PedidoCliente, s);
    }
    std::int64_t reservado(std::int64_t productoId) {
        return l.entero("SELECT CAST(SUM(reservado) AS BIGINT) FROM existencia WHERE organizacionId = $1 AND productoId = $2",
                        productoId);
    }
    void esperar_entero() { EXPECT_EQ(l.diferencias(), std::vector<std::string>{}); }
};
CACAO_EN_AMBOS_MOTORES(Reservas);

TEST_P(Reservas, HoldThroughTheirDayAndNotAfterIt) {
    const auto a = l.producto("A", 10_mxn);
    const auto b = l.producto("B", 10_mxn);
    l.entra(a, 5_pza, 3_precio);
    l.entra(b, 5_pza, 3_precio);
    const Fecha hoy = Fecha::leer_iso("2026-11-15").value();
    const auto vence = pedido(a, 4_pza, hoy + 1);
    pedido(b, 4_pza, {});
    l.m.avanza(dia);
    EXPECT_EQ(l.falta([&] { l.factura({{a, 2_pza, 10_precio}}); }), "existencia_insuficiente /partidas/0/cantidad");
    EXPECT_EQ(reservado(a), 4'000'000);
    l.m.avanza(dia);
    esperar_entero();
    l.factura({{a, 2_pza, 10_precio}});
    EXPECT_EQ(reservado(a), 0);
    EXPECT_EQ(l.falta([&] {
        l.factura({{b, 2_pza, 10_precio}});
    }),
              "existencia_insuficiente /partidas/0/cantidad")
        << "without a day it holds for ever";
    EXPECT_EQ(reservado(b), 4'000'000);
    esperar_entero();
    // The order waits on, and takes what there is.
    l.emite(Entrega, l.derivada(Entrega, vence.transaccionId, {3_pza}));
    EXPECT_EQ(l.existencia(a), Cantidad{});
    esperar_entero();
}

TEST_P(Reservas, WhatHasExpiredIsNoObstacleToPutAsideNorToCancel) {
    const auto a = l.producto("A", 10_mxn);
    const auto entrada = l.entra(a, 5_pza, 3_precio);
    const Fecha hoy = Fecha::leer_iso("2026-11-15").value();
    pedido(a, 5_pza, hoy);
    EXPECT_EQ(l.falta([&] { pedido(a, 1_pza, {}); }), "existencia_insuficiente /partidas/0/cantidad");
    EXPECT_EQ(l.falta([&] { l.cancela(entrada.transaccionId); }), "existencia_insuficiente /id/cantidad");
    l.m.avanza(dia);
    const auto otro = pedido(a, 5_pza, hoy + 1);
    EXPECT_EQ(reservado(a), 5'000'000);
    esperar_entero();
    l.m.avanza(dia);
    l.cancela(entrada.transaccionId);
    EXPECT_EQ(reservado(a), 0);
    l.cancela(otro.transaccionId);
    esperar_entero();
}

TEST_P(Reservas, SerialsGoTheWayOfTheirReservation) {
    const auto a = l.producto("A", 10_mxn, "peps", "serie");
    auto s = l.solicitud(EntradaInventario, {{a, 3_pza, 3_precio}});
    s.partidas[0].series = {"S1", "S2", "S3"};
    l.emite(EntradaInventario, s);
    const Fecha hoy = Fecha::leer_iso("2026-11-15").value();
    pedido(a, 2_pza, hoy, {"S1", "S2"});
    esperar_entero();
    auto venta = l.solicitud(FacturaVenta, {{a, 1_pza, 10_precio}});
    venta.partidas[0].series = {"S1"};
    const auto vender = [&] { l.emite(FacturaVenta, venta); };
    EXPECT_EQ(l.falta(vender), "serie_no_disponible /partidas/0/series");
    l.m.avanza(dia);
    vender();
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM reservaSerie WHERE organizacionId = $1"), 0);
    EXPECT_EQ(l.entero("SELECT COUNT(*) FROM numeroSerie WHERE organizacionId = $1 AND estado = 'enAlmacen'"), 2);
    esperar_entero();
}

}  // namespace
}  // namespace cacao::engine
