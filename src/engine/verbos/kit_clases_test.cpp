// A kit whose parts are of classes with accounts of their own: what it costs, and what lies in the stock, is of the parts; what
// it is sold for is of the kit.

#include "db/rows.hpp"
#include "engine/verbos/gasto_compra.hpp"
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

class KitDeClases : public testing::TestWithParam<db::Motor> {
protected:
    static constexpr std::int64_t clase_del_kit = 71;
    static constexpr std::int64_t clase_de_a = 72;
    static constexpr std::int64_t clase_de_b = 73;

    // The accounts of one class.
    struct DeClase {
        std::string inventario;
        std::string costo;
        std::string ventas;
    };

    KitDeClases() {
        l.arma_kit(kit, {{a, 2_pza}, {b, 1_pza}});
        for (const auto& [producto, clase] : {std::pair{kit, clase_del_kit}, {a, clase_de_a}, {b, clase_de_b}}) {
            l.escribe([&, &cual = producto, &suya = clase](Context& ctx) {
                ctx.db().run("UPDATE producto SET clasificacionId = $3 WHERE organizacionId = $1 AND productoId = $2",
                             ctx.organizacionId(), cual, suya);
            });
            const auto cuenta = [&, &suya = clase](std::string_view papel) {
                return l.cambia_cuenta(papel, "clasificacion", suya).nueva;
            };
            de[clase] = {cuenta("inventario"), cuenta("costo_ventas"), cuenta("ventas")};
        }
    }

    // What lies in the stock and what was spent, by class; nothing of it on the kit's own accounts.
    void cuadra(Importe inventario_a, Importe costo_a, Importe inventario_b, Importe costo_b, std::string_view cuando) {
        SCOPED_TRACE(cuando);
        EXPECT_EQ(l.en(de[clase_de_a].inventario), inventario_a);
        EXPECT_EQ(l.en(de[clase_de_a].costo), costo_a);
        EXPECT_EQ(l.en(de[clase_de_b].inventario), inventario_b);
        EXPECT_EQ(l.en(de[clase_de_b].costo), costo_b);
        EXPECT_EQ(l.valor(a), inventario_a);
        EXPECT_EQ(l.valor(b), inventario_b);
        EXPECT_EQ(l.en(de[clase_del_kit].inventario), 0_mxn);
        EXPECT_EQ(l.en(de[clase_del_kit].costo), 0_mxn);
        EXPECT_THAT(l.diferencias(), IsEmpty());
    }
    // Four, for 40 and 60.
    std::int64_t compra() { return l.emite(FacturaCompra, l.solicitud(FacturaCompra, {{kit, 4_pza, 25_precio}})).transaccionId; }
    std::int64_t gasto_tardio(std::int64_t compraId, Importe importe) {
        std::int64_t id = 0;
        l.escribe([&](Context& ctx) {
            GastoCompraPedido g;
            g.importe = importe;
            g.portadores = {{"/partidas/0", compraId, 1, {}}};
            id = registrar_gasto_compra(ctx, g).transaccionId;
        });
        return id;
    }

    Libro l{GetParam()};
    std::int64_t a = l.producto("A", 10_mxn);
    std::int64_t b = l.producto("B", 30_mxn, "promedio");
    std::int64_t kit = l.producto("K");
    std::map<std::int64_t, DeClase> de;
};
CACAO_EN_AMBOS_MOTORES(KitDeClases);

TEST_P(KitDeClases, WhatIsSoldAndComesBackIsOfItsParts) {
    compra();
    cuadra(40_mxn, 0_mxn, 60_mxn, 0_mxn, "bought");
    const auto f = l.factura({{kit, 1_pza, 90_precio}}).transaccionId;
    cuadra(30_mxn, 10_mxn, 45_mxn, 15_mxn, "sold");
    EXPECT_EQ(l.en(de[clase_del_kit].ventas), -90_mxn) << "income is of what was sold";
    const auto d = l.emite(NotaDevolucionCliente, l.derivada(NotaDevolucionCliente, f, {1_pza})).transaccionId;
    cuadra(40_mxn, 0_mxn, 60_mxn, 0_mxn, "came back");
    l.cancela(d);
    cuadra(30_mxn, 10_mxn, 45_mxn, 15_mxn, "did not come back");
    l.cancela(f);
    cuadra(40_mxn, 0_mxn, 60_mxn, 0_mxn, "was not sold");
    EXPECT_EQ(l.en(de[clase_del_kit].ventas), 0_mxn);
}

TEST_P(KitDeClases, AnOrderThatIsDeliveredCostsItsParts) {
    const auto c = compra();
    const auto o = l.emite(PedidoCliente, l.solicitud(PedidoCliente, {{kit, 3_pza, 90_precio}})).transaccionId;
    const auto e = l.emite(Entrega, l.derivada(Entrega, o, {3_pza})).transaccionId;
    cuadra(10_mxn, 30_mxn, 15_mxn, 45_mxn, "delivered");
    l.cancela(e);
    l.cancela(c);
    cuadra(0_mxn, 0_mxn, 0_mxn, 0_mxn, "as if it had never been bought");
}

TEST_P(KitDeClases, WhatIsReceivedWaitsByTheLineAndLiesByItsParts) {
    const auto r = l.emite(Recepcion, l.solicitud(Recepcion, {{kit, 4_pza, 25_precio}})).transaccionId;
    cuadra(40_mxn, 0_mxn, 60_mxn, 0_mxn, "received");
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), -100_mxn);
    l.factura({{kit, 1_pza, 90_precio}});
    auto s = l.derivada(FacturaCompra, r, {4_pza});
    s.partidas[0].precioUnitario = 28_precio;
    const auto f = l.emite(FacturaCompra, s).transaccionId;
    EXPECT_EQ(l.cuenta("recibido_no_facturado"), 0_mxn);
    // 12 more: by quantity 8 of A and 4 of B, of which a quarter was sold.
    cuadra(36_mxn, 12_mxn, 48_mxn, 16_mxn, "invoiced for more");
    l.cancela(f);
    cuadra(30_mxn, 10_mxn, 45_mxn, 15_mxn, "not invoiced");
    l.emite(NotaDevolucionProveedor, l.derivada(NotaDevolucionProveedor, r, {3_pza}));
    cuadra(0_mxn, 10_mxn, 0_mxn, 15_mxn, "gone back");
}

TEST_P(KitDeClases, ALateCostOfWhatIsGoneIsOfItsParts) {
    const auto c = compra();
    l.factura({{kit, 1_pza, 90_precio}});
    const auto g = gasto_tardio(c, 24_mxn);
    cuadra(42_mxn, 14_mxn, 51_mxn, 17_mxn, "with its freight");
    l.factura({{kit, 1_pza, 90_precio}});
    cuadra(28_mxn, 28_mxn, 34_mxn, 34_mxn, "sold with it");
    l.cancela(g);
    cuadra(20_mxn, 20_mxn, 30_mxn, 30_mxn, "without its freight");
}

TEST_P(KitDeClases, WhatWasSoldBeforeItCameInIsPutRightByItsParts) {
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE configuracion SET existenciaNegativa = 1 WHERE organizacionId = $1", ctx.organizacionId());
    });
    l.emite(FacturaCompra, l.solicitud(FacturaCompra, {{kit, 1_pza, 25_precio}}));
    l.factura({{kit, 3_pza, 90_precio}});
    l.emite(FacturaCompra, l.solicitud(FacturaCompra, {{kit, 4_pza, 50_precio}}));
    // One at 10 and 15, two at 20 and 30.
    cuadra(40_mxn, 50_mxn, 60_mxn, 75_mxn, "came in dearer");
}

TEST_P(KitDeClases, WhatIsLostOrUsedIsOfItsPartsToo) {
    const auto merma_a = l.cambia_cuenta("merma", "clasificacion", clase_de_a).nueva;
    const auto consumo_b = l.cambia_cuenta("consumo_interno", "clasificacion", clase_de_b).nueva;
    compra();
    l.emite(Merma, l.solicitud(Merma, {{kit, 1_pza, {}}}));
    EXPECT_EQ(l.en(merma_a), 10_mxn);
    EXPECT_EQ(l.cuenta("merma"), 15_mxn);
    l.emite(ConsumoInterno, l.solicitud(ConsumoInterno, {{kit, 1_pza, {}}}));
    EXPECT_EQ(l.cuenta("consumo_interno"), 10_mxn);
    EXPECT_EQ(l.en(consumo_b), 15_mxn);
    cuadra(20_mxn, 0_mxn, 30_mxn, 0_mxn, "two are left");
}

// What the parts come to in pesos is theirs; in dollars they share what the line says.
TEST_P(KitDeClases, InDollarsThePartsComeToTheLine) {
    auto s = l.solicitud(FacturaCompra, {{kit, 3_pza, *Precio::leer("3.337")}});
    s.moneda = "USD";
    s.tipoCambio = *Precio::leer("18.4375");
    const auto f = l.emite(FacturaCompra, s).transaccionId;
    EXPECT_EQ(l.valor(a) + l.valor(b), *Importe::leer("184.56"));
    cuadra(l.valor(a), 0_mxn, l.valor(b), 0_mxn, "bought in dollars");
    EXPECT_EQ(l.entero(R"(SELECT CAST(SUM(a.original) AS BIGINT) FROM poliza p
                          JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId AND a.cargo > 0
                          JOIN cuentaPapelHistoria h ON h.organizacionId = $1 AND h.cuentaId = a.cuentaId AND h.papel = 'inventario'
                          WHERE p.organizacionId = $1 AND p.transaccionId = $2)",
                       f),
              10'010'000);
    l.cancela(f);
    cuadra(0_mxn, 0_mxn, 0_mxn, 0_mxn, "as if it had never been bought");
}

TEST_P(KitDeClases, GoodsOnTheAccountOfAnotherClassAreFound) {
    compra();
    EXPECT_THAT(l.diferencias(), IsEmpty());
    l.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE producto SET clasificacionId = $3 WHERE organizacionId = $1 AND productoId = $2",
                     ctx.organizacionId(), a, clase_del_kit);
    });
    EXPECT_THAT(l.diferencias(), Contains(HasSubstr("the sum of valorRestante is 40, expected 0")));
}

}  // namespace
}  // namespace cacao::engine
