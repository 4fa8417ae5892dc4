// Costs that come late, and what left before it came in, on both engines and with both methods.

#include "engine/existencia/bodega_test.hpp"

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

class CostoTardioTest : public testing::TestWithParam<db::Motor> {
protected:
    void TearDown() override { EXPECT_EQ(b.descuadres(), ""); }
    std::array<const Articulo*, 2> ambos() { return {&b.peps("PEPS"), &b.promedio("PROMEDIO")}; }
    std::int64_t entra(const Articulo& a, Cantidad cantidad, Importe valor) {
        return b.entra(1, b.linea(a, b.norte, cantidad, valor));
    }
    std::int64_t sale(const Articulo& a, Cantidad cantidad) { return b.sale(2, b.linea(a, b.norte, cantidad)); }
    Importe valor(const Articulo& a) { return b.valor(a, b.norte); }
    Bodega b{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(CostoTardioTest);

Importe centavos(std::int64_t n) { return Importe::de_micros(n * 10'000); }

TEST_P(CostoTardioTest, SigueALoQueSeTraspaso) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto traspaso = b.traspasa(2, b.linea(*a, b.norte, 10_pza), b.sur);
        b.agrega_costo(3, compra, centavos(3333));
        EXPECT_EQ(b.tardio.consumido, 0_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), centavos(13333));
        // Other goods of the same kind came since: they are none of its business.
        entra(*a, 10_pza, 100_mxn);
        b.agrega_costo(3, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 0_mxn);
        EXPECT_EQ(valor(*a), 100_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), centavos(14333));
        // On from there, in part, and in part sold.
        b.traspasa(3, b.linea(*a, b.sur, 4_pza), b.norte);
        b.sale(3, b.linea(*a, b.sur, 3_pza));
        b.agrega_costo(4, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 3_mxn);
        EXPECT_NE(Bodega::faltas([&] { b.revertir(traspaso); }), "");
    }
}

TEST_P(CostoTardioTest, LoVendidoSeLlevaSuParteAunqueLlegueMas) {
    for (const Articulo* a : ambos()) {
        const auto primera = entra(*a, 10_pza, 100_mxn);
        sale(*a, 5_pza);
        entra(*a, 10_pza, 100_mxn);
        b.agrega_costo(3, primera, 30_mxn);
        EXPECT_EQ(b.tardio.consumido, 15_mxn);
        EXPECT_EQ(valor(*a), 165_mxn);
    }
}

TEST_P(CostoTardioTest, SigueALoQueElClienteDevolvio) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto venta = sale(*a, 4_pza);
        b.devuelve(3, b.linea(*a, b.sur, 3_pza), venta);
        b.agrega_costo(4, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 1_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 33_mxn);
        // A sale that is undone leaves its goods where they were.
        const auto otra = sale(*a, 2_pza);
        b.revertir(otra);
        b.agrega_costo(4, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 1_mxn);
    }
}

TEST_P(CostoTardioTest, DeshechoQuitaLoQueQuedaDeElYNadaMas) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto primera = sale(*a, 4_pza);
        const auto gasto = b.agrega_costo(3, compra, centavos(3333));
        EXPECT_EQ(valor(*a), 80_mxn);
        sale(*a, 6_pza);
        b.devuelve(4, b.linea(*a, b.norte, 4_pza), primera);
        b.retira_costo(gasto);
        EXPECT_EQ(valor(*a), 40_mxn);
    }
}

// An invoice for less than nothing is left of: what a cost had put there is not there to be taken when it is undone, and comes
// back with the rest when the invoice is.
TEST_P(CostoTardioTest, DeshechoMientrasNadaValiaFaltaCuandoVuelveAValer) {
    for (const Articulo* a : ambos()) {
        const auto barata = entra(*a, 10_pza, 20_mxn);
        const auto cara = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(3, barata, 5_mxn);
        const auto rebaja = b.agrega_costo(4, cara, -200_mxn);
        b.retira_costo(gasto);
        b.retira_costo(rebaja);
        EXPECT_EQ(valor(*a), 120_mxn);
    }
}

// One document brought a cost to two purchases whose goods lie in one pool: rounded one by one, its lines would take a cent more
// or less than they put there.
TEST_P(CostoTardioTest, DeshechoDeVariasPartidasNoDejaUnCentavo) {
    for (int n = 1; n <= 8; ++n) {
        std::array<Importe, 2> valen;
        for (const bool con_costo : {true, false}) {
            const Articulo& a = b.promedio(fmt::format("A{}{}", n, con_costo ? "C" : "S"));
            const auto una = entra(a, 3_pza, centavos(1000 + n));
            const auto otra = entra(a, 4_pza, centavos(1111));
            const auto gasto = b.documento(1, [&](Context& ctx, Marco& marco) {
                agregar_costo(ctx, marco, 1, una, 1, con_costo ? centavos(37 * n) : 0_mxn);
                agregar_costo(ctx, marco, 2, otra, 1, con_costo ? centavos(53) : 0_mxn);
            });
            const auto venta = sale(a, 3_pza);
            b.devuelve(3, b.linea(a, b.norte, 1_pza), venta);
            sale(a, 2_pza);
            b.retira_costo(gasto);
            valen[con_costo ? 0 : 1] = valor(a);
        }
        EXPECT_EQ(valen[0], valen[1]) << n;
    }
}

TEST_P(CostoTardioTest, DeshechoNoTocaLoQueLlegoDespues) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(1, compra, 30_mxn);
        sale(*a, 5_pza);
        entra(*a, 10_pza, 100_mxn);
        b.retira_costo(gasto);
        EXPECT_EQ(valor(*a), 150_mxn);
    }
}

TEST_P(CostoTardioTest, DeshechoSigueATraspasosYDevoluciones) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(1, compra, centavos(3333));
        const auto rebaja = b.agrega_costo(1, compra, -20_mxn);
        b.traspasa(2, b.linea(*a, b.norte, 5_pza), b.sur);
        const auto venta = b.sale(2, b.linea(*a, b.sur, 3_pza));
        entra(*a, 7_pza, centavos(7777));
        b.devuelve(3, b.linea(*a, b.norte, 2_pza), venta);
        b.retira_costo(gasto);
        b.retira_costo(rebaja);
        EXPECT_EQ(valor(*a), 70_mxn + centavos(7777));
        EXPECT_EQ(b.valor(*a, b.sur), 20_mxn);
    }
}

// Cost of sales gave it back when it was undone: what left with it comes back without.
TEST_P(CostoTardioTest, DeshechoNoVuelveConLoVendido) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(1, compra, 20_mxn);
        const auto venta = sale(*a, 5_pza);
        b.retira_costo(gasto);
        EXPECT_EQ(valor(*a), 50_mxn);
        for (const bool al_sur : {false, true}) {
            const auto devolucion = b.devuelve(3, b.linea(*a, al_sur ? b.sur : b.norte, 3_pza), venta);
            EXPECT_EQ(valor(*a), al_sur ? 50_mxn : 80_mxn);
            EXPECT_EQ(b.valor(*a, b.sur), al_sur ? 30_mxn : 0_mxn);
            Importe movido;
            for (const ValorMovido& v : b.movido) movido += v.valor;
            EXPECT_EQ(movido, 30_mxn);
            // Undone, the customer has it again as if it had never been there.
            EXPECT_EQ(b.revertir(devolucion).variacion(), 0_mxn);
            EXPECT_EQ(valor(*a), 50_mxn);
        }
        b.devuelve(3, b.linea(*a, b.norte, 2_pza), venta);
        b.devuelve(3, b.linea(*a, b.norte, 3_pza), venta);
        EXPECT_EQ(valor(*a), 100_mxn);
    }
}

// A purchase from before the cost leaves the pool at its own value, though there was less of it by then.
TEST_P(CostoTardioTest, DeshechoDejaSalirLoSuyoALoAnterior) {
    const Articulo& a = b.promedio("A");
    const auto primera = entra(a, 4_pza, 40_mxn);
    const auto rebaja = b.agrega_costo(1, entra(a, 4_pza, 40_mxn), -40_mxn);
    sale(a, 2_pza);
    b.revertir(primera);
    EXPECT_EQ(valor(a), 0_mxn);
    b.retira_costo(rebaja);
    EXPECT_EQ(valor(a), 20_mxn);
}

// What came back of one sale is told in the order in which it came, whatever place it came to: each part is rounded of what the
// ones before it left.
TEST_P(CostoTardioTest, DeshechoReparteLoDevueltoComoVolvio) {
    for (const Articulo* a : ambos()) {
        const Cantidad media = Cantidad::de_micros(500'000);
        const auto compra = entra(*a, 5_pza + media, centavos(3516));
        const auto gasto = b.agrega_costo(1, compra, centavos(563));
        const auto venta = sale(*a, 4_pza);
        b.devuelve(3, b.linea(*a, b.norte, 2_pza), venta);
        b.devuelve(3, b.linea(*a, b.sur, media), venta);
        b.devuelve(3, b.linea(*a, b.norte, 1_pza + media), venta);
        b.retira_costo(gasto);
        EXPECT_EQ(valor(*a), centavos(3196));
        EXPECT_EQ(b.valor(*a, b.sur), centavos(320));
    }
}

// The lines of a document are undone together: what one of them took along is found by all of it.
TEST_P(CostoTardioTest, DeshechoDeVariasPartidasSigueALoDevuelto) {
    for (const Articulo* a : ambos()) {
        const auto una = entra(b.peps(a->codigo + "-OTRO"), 3_pza, 30_mxn);
        const auto otra = entra(*a, 4_pza, 40_mxn);
        const auto rebaja = b.documento(1, [&](Context& ctx, Marco& marco) {
            agregar_costo(ctx, marco, 1, una, 1, -6_mxn);
            agregar_costo(ctx, marco, 2, otra, 1, -8_mxn);
        });
        const auto venta = sale(*a, 4_pza);
        b.retira_costo(rebaja);
        b.devuelve(3, b.linea(*a, b.sur, 4_pza), venta);
        EXPECT_EQ(b.valor(*a, b.sur), 40_mxn);
        b.retira_costo(b.agrega_costo(4, otra, -5_mxn));
        EXPECT_EQ(b.valor(*a, b.sur), 40_mxn);
    }
}

TEST_P(CostoTardioTest, LoQueSeDebeSePagaAlCostoDeLoQueLlega) {
    b.negativos = true;
    for (const Articulo* a : ambos()) {
        entra(*a, 2_pza, 20_mxn);
        const auto venta = sale(*a, 7_pza);
        entra(*a, 3_pza, 36_mxn);
        const auto ultima = entra(*a, 10_pza, 130_mxn);
        EXPECT_EQ(valor(*a), 104_mxn);
        if (a->metodo == MetodoCosto::peps) {
            EXPECT_EQ(Bodega::faltas([&] { b.revertir(ultima); }), "con_dependientes /id");
        }
        const auto devolucion = b.devuelve(3, b.linea(*a, b.norte, 7_pza), venta);
        EXPECT_EQ(valor(*a), 186_mxn);
        b.revertir(devolucion);
        EXPECT_EQ(valor(*a), 104_mxn);
        b.revertir(venta);
        EXPECT_EQ(valor(*a), 186_mxn);
    }
}

TEST_P(CostoTardioTest, UnaSalidaDeshechaPagaLoQueOtraDebe) {
    b.negativos = true;
    for (const Articulo* a : ambos()) {
        entra(*a, 12_pza, 60_mxn);
        const auto primera = sale(*a, 12_pza);
        const auto segunda = sale(*a, 10_pza);
        b.revertir(primera);
        EXPECT_EQ(b.descuadres(), "");
        EXPECT_EQ(valor(*a), 10_mxn);
        entra(*a, 5_pza, 50_mxn);
        const auto ultima = sale(*a, 7_pza);
        EXPECT_EQ(b.movido[0].valor, -60_mxn);
        EXPECT_EQ(valor(*a), 0_mxn);
        b.revertir(segunda);
        b.revertir(ultima);
        EXPECT_EQ(valor(*a), 110_mxn);
        EXPECT_EQ(b.existencia(*a, b.norte), 17_pza);
    }
}

// What paid a debt, came with a late cost and came back.
TEST_P(CostoTardioTest, UnCostoTardioDeLoQuePagoUnaDeuda) {
    b.negativos = true;
    for (const Articulo* a : ambos()) {
        const auto venta = sale(*a, 4_pza);
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(2, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 4_mxn);
        b.devuelve(3, b.linea(*a, b.norte, 4_pza), venta);
        EXPECT_EQ(valor(*a), 106_mxn);
        b.agrega_costo(3, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 0_mxn);
        b.retira_costo(gasto);
        EXPECT_EQ(valor(*a), 110_mxn);
    }
}

}  // namespace
}  // namespace cacao::test
