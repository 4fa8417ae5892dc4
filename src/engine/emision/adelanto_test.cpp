// What moves books or goods is dated at most some days ahead; what is only agreed may lie as far as it likes.

#include "db/rows.hpp"
#include "engine/tipos/documento.hpp"
#include "support/libro.hpp"

#include <gtest/gtest.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Adelanto : public testing::TestWithParam<db::Motor> {
protected:
    // 2026-11-15 in Mexico City.
    Libro l{GetParam()};
    std::int64_t taza = l.producto("TAZA");

    std::string emite(const Documento& tipo, std::string_view dia) {
        auto s = l.solicitud(tipo, {{taza, 1_pza, 100_precio}});
        s.fecha = Fecha::leer_iso(dia);
        return l.falta([&] { l.emite(tipo, s); });
    }
    void permite(std::int64_t dias) {
        l.escribe([&](Context& ctx) {
            ctx.db().run("UPDATE configuracion SET diasAdelanto = $2 WHERE organizacionId = $1", ctx.organizacionId(), dias);
        });
    }
};
CACAO_EN_AMBOS_MOTORES(Adelanto);

TEST_P(Adelanto, BooksAndGoodsAMonthAtTheMost) {
    l.entra(taza, 100_pza, 10_precio);
    for (const Documento* tipo : {&FacturaVenta, &NotaVenta, &Entrega, &EntradaInventario, &FacturaCompra, &Recepcion}) {
        EXPECT_EQ(emite(*tipo, "2027-11-15"), "fuera_de_rango /fecha") << tipo->tipo;
        EXPECT_EQ(emite(*tipo, "2026-12-17"), "fuera_de_rango /fecha") << tipo->tipo;
        EXPECT_EQ(emite(*tipo, "2026-12-16"), "") << tipo->tipo;
    }
    for (const Documento* tipo : {&Cotizacion, &PedidoCliente, &OrdenCompra})
        EXPECT_EQ(emite(*tipo, "2027-11-15"), "") << tipo->tipo;
    permite(0);
    EXPECT_EQ(emite(FacturaVenta, "2026-11-16"), "fuera_de_rango /fecha");
    EXPECT_EQ(emite(FacturaVenta, "2026-11-15"), "");
    permite(365);
    EXPECT_EQ(emite(FacturaVenta, "2027-11-15"), "");
}

TEST_P(Adelanto, SettlingAndUndoingToo) {
    const auto f = l.factura_de_concepto(100_precio);
    const auto pago = l.deposito(f.total);
    const auto aplica = [&](std::string_view dia) {
        return l.falta([&] {
            l.escribe([&](Context& ctx) {
                aplicar(ctx, pago.transaccionId, {{"/asignaciones/0", f.transaccionId, f.total, {}}}, Fecha::leer_iso(dia));
            });
        });
    };
    const auto cancela = [&](std::int64_t id, std::string_view dia) {
        return l.falta([&] {
            l.escribe([&](Context& ctx) {
                cancelar(ctx, id, {.fecha = Fecha::leer_iso(dia), .motivo = "x", .con_aplicaciones = false});
            });
        });
    };
    EXPECT_EQ(aplica("2027-11-15"), "fuera_de_rango /fecha");
    EXPECT_EQ(cancela(f.transaccionId, "2027-11-15"), "fuera_de_rango /fecha");
    EXPECT_EQ(aplica("2026-12-16"), "");
    const auto aplicacion = l.entero("SELECT aplicacionId FROM aplicacion WHERE organizacionId = $1");
    const auto desaplica = [&](std::string_view dia) {
        return l.falta([&] { l.escribe([&](Context& ctx) { desaplicar(ctx, aplicacion, Fecha::leer_iso(dia)); }); });
    };
    EXPECT_EQ(desaplica("2027-11-15"), "fuera_de_rango /fecha");
    EXPECT_EQ(desaplica("2026-12-16"), "");
    // What was dated far ahead when nobody minded is undone on its own day.
    permite(3650);
    test::SolicitudEntera s;
    s.entidadId = l.clienteId;
    s.fecha = Fecha::leer_iso("2027-11-15");
    auto& p = s.partidas.emplace_back();
    p.campo = "/partidas/0";
    p.conceptoId = l.concepto("VENTA-SERV");
    p.cantidad = 1_pza;
    p.precioUnitario = 100_precio;
    const auto lejana = l.emite(FacturaVenta, s);
    permite(31);
    EXPECT_EQ(cancela(lejana.transaccionId, "2027-11-16"), "fuera_de_rango /fecha");
    EXPECT_EQ(l.cancela(lejana.transaccionId).fecha.iso(), "2027-11-15");
}

}  // namespace
}  // namespace cacao::engine
