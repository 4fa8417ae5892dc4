// Acts that are undone after late costs came or went: the stock is worth what it would be had they never been, and nothing of it
// is variance. On both engines and with both methods.

#include "engine/existencia/bodega_test.hpp"

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

class CostoMudadoTest : public testing::TestWithParam<db::Motor> {
protected:
    void TearDown() override { EXPECT_EQ(b.descuadres(), ""); }
    std::array<const Articulo*, 2> ambos() { return {&b.peps("PEPS"), &b.promedio("PROMEDIO")}; }
    std::int64_t entra(const Articulo& a, Cantidad cantidad, Importe valor) {
        return b.entra(1, b.linea(a, b.norte, cantidad, valor));
    }
    std::int64_t al_sur(const Articulo& a, Cantidad cantidad) { return b.traspasa(1, b.linea(a, b.norte, cantidad), b.sur); }
    // What undoing a document leaves in both places, and that none of it is variance.
    void deshace(std::int64_t documento) { EXPECT_EQ(b.revertir(documento, 1).variacion(), 0_mxn); }
    void vale(const Articulo& a, Importe norte, Importe sur = {}) {
        EXPECT_EQ(b.valor(a, b.norte), norte) << a.codigo << " north";
        EXPECT_EQ(b.valor(a, b.sur), sur) << a.codigo << " south";
        EXPECT_EQ(b.descuadres(), "") << a.codigo;
    }
    Bodega b{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(CostoMudadoTest);

TEST_P(CostoMudadoTest, UnTraspasoDeshechoTraeElCostoQueLlegoDespues) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto traspaso = al_sur(*a, 10_pza);
        const auto gasto = b.agrega_costo(1, compra, 30_mxn);
        vale(*a, 0_mxn, 130_mxn);
        deshace(traspaso);
        vale(*a, 130_mxn);
        // Undone afterwards, it is taken from where it is by now.
        b.retira_costo(gasto);
        vale(*a, 100_mxn);
    }
}

TEST_P(CostoMudadoTest, TambienEntreOtras) {
    for (const Articulo* a : ambos()) {
        b.entra(1, b.linea(*a, b.sur, 5_pza, 70_mxn));
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto uno = al_sur(*a, 4_pza);
        const auto otro = al_sur(*a, 3_pza);
        const auto gasto = b.agrega_costo(1, compra, 30_mxn);
        vale(*a, 39_mxn, 161_mxn);
        deshace(uno);
        vale(*a, 91_mxn, 109_mxn);
        deshace(otro);
        vale(*a, 130_mxn, 70_mxn);
        b.retira_costo(gasto);
        vale(*a, 100_mxn, 70_mxn);
    }
}

TEST_P(CostoMudadoTest, EnDosPasosTambien) {
    const std::int64_t camino = b.almacen("CAMINO");
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto envio = b.traspasa(1, b.linea(*a, b.norte, 10_pza), camino);
        const auto recepcion = b.traspasa(1, b.linea(*a, camino, 10_pza), b.sur);
        b.agrega_costo(1, compra, 30_mxn);
        deshace(recepcion);
        EXPECT_EQ(b.valor(*a, camino), 130_mxn);
        deshace(envio);
        vale(*a, 130_mxn);
    }
}

TEST_P(CostoMudadoTest, UnReempaqueDeshechoTraeElCostoQueLlegoDespues) {
    for (const MetodoCosto de : {MetodoCosto::peps, MetodoCosto::promedio})
        for (const MetodoCosto en : {MetodoCosto::peps, MetodoCosto::promedio}) {
            const Articulo& caja = b.articulo(fmt::format("C{}{}", int(de), int(en)), Seguimiento::ninguno, de);
            const Articulo& pieza = b.articulo(fmt::format("P{}{}", int(de), int(en)), Seguimiento::ninguno, en);
            const auto compra = entra(caja, 10_pza, 100_mxn);
            const auto reempaque = b.reempaca(1, b.linea(caja, b.norte, 10_pza), b.linea(pieza, b.norte, 20_pza));
            const auto gasto = b.agrega_costo(1, compra, 30_mxn);
            vale(pieza, 130_mxn);
            deshace(reempaque);
            vale(pieza, 0_mxn);
            vale(caja, 130_mxn);
            b.retira_costo(gasto);
            vale(caja, 100_mxn);
            // And without one that was in it and was undone.
            const auto otro = b.agrega_costo(1, compra, 30_mxn);
            const auto segundo = b.reempaca(1, b.linea(caja, b.norte, 10_pza), b.linea(pieza, b.norte, 20_pza));
            b.retira_costo(otro);
            vale(pieza, 100_mxn);
            deshace(segundo);
            vale(pieza, 0_mxn);
            vale(caja, 100_mxn);
        }
}

TEST_P(CostoMudadoTest, UnTraspasoDeshechoNoTraeElCostoQueSeDeshizo) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(1, compra, 30_mxn);
        const auto traspaso = al_sur(*a, 10_pza);
        b.retira_costo(gasto);
        vale(*a, 0_mxn, 100_mxn);
        deshace(traspaso);
        vale(*a, 100_mxn);
        // Other goods are there.
        const auto otro = b.agrega_costo(1, compra, 30_mxn);
        const auto segundo = al_sur(*a, 10_pza);
        b.entra(1, b.linea(*a, b.sur, 10_pza, 50_mxn));
        b.retira_costo(otro);
        vale(*a, 0_mxn, 150_mxn);
        deshace(segundo);
        vale(*a, 100_mxn, 50_mxn);
    }
}

TEST_P(CostoMudadoTest, UnaVentaDeshechaTraeElCostoQueLlegoDespues) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto venta = b.sale(1, b.linea(*a, b.norte, 4_pza));
        const auto gasto = b.agrega_costo(1, compra, 30_mxn);
        EXPECT_EQ(b.tardio.consumido, 12_mxn);
        deshace(venta);
        vale(*a, 130_mxn);
        b.retira_costo(gasto);
        vale(*a, 100_mxn);
        // All of it sold: nothing of the cost is anywhere in the stock.
        const auto toda = b.sale(1, b.linea(*a, b.norte, 10_pza));
        const auto otro = b.agrega_costo(1, compra, 30_mxn);
        EXPECT_EQ(b.tardio.consumido, 30_mxn);
        deshace(toda);
        vale(*a, 130_mxn);
        // And not one that was undone since it left.
        const auto ultima = b.sale(1, b.linea(*a, b.norte, 4_pza));
        b.retira_costo(otro);
        deshace(ultima);
        vale(*a, 100_mxn);
    }
}

TEST_P(CostoMudadoTest, UnaDevolucionDeshechaSeLlevaSuCosto) {
    for (const Articulo* a : ambos()) {
        const auto compra = entra(*a, 10_pza, 100_mxn);
        const auto gasto = b.agrega_costo(1, compra, 30_mxn);
        const auto venta = b.sale(1, b.linea(*a, b.norte, 4_pza));
        const auto devolucion = b.devuelve(1, b.linea(*a, b.norte, 4_pza), venta);
        b.retira_costo(gasto);
        vale(*a, 100_mxn);
        deshace(devolucion);
        vale(*a, 60_mxn);
        deshace(venta);
        vale(*a, 100_mxn);
        // A cost that came since it was back leaves with it.
        const auto otra = b.sale(1, b.linea(*a, b.norte, 4_pza));
        const auto segunda = b.devuelve(1, b.linea(*a, b.sur, 4_pza), otra);
        b.agrega_costo(1, compra, 30_mxn);
        vale(*a, 78_mxn, 52_mxn);
        deshace(segunda);
        vale(*a, 78_mxn);
        deshace(otra);
        vale(*a, 130_mxn);
    }
}

// What came in for goods that had been sent on, or made into something, before is there now: it is not the purchase's to take.
TEST_P(CostoMudadoTest, UnaCompraCuyaMercanciaSiguioNoSeDeshace) {
    b.negativos = true;
    for (const Articulo* a : ambos()) {
        const auto traspaso = al_sur(*a, 5_pza);
        const auto compra = entra(*a, 5_pza, 50_mxn);
        vale(*a, 0_mxn, 50_mxn);
        std::string datos;
        EXPECT_EQ(Bodega::faltas([&] { b.revertir(compra, 1); }, &datos), "con_dependientes /id");
        EXPECT_NE(datos.find(fmt::format("{}", traspaso)), std::string::npos) << datos;
        deshace(traspaso);
        deshace(compra);
        vale(*a, 0_mxn);
        const Articulo& pieza = b.promedio(a->codigo + "-PIEZA");
        const auto reempaque = b.reempaca(1, b.linea(*a, b.norte, 5_pza), b.linea(pieza, b.norte, 5_pza));
        const auto otra = entra(*a, 8_pza, 80_mxn);
        vale(pieza, 50_mxn);
        EXPECT_EQ(Bodega::faltas([&] { b.revertir(otra, 1); }, &datos), "con_dependientes /id");
        EXPECT_NE(datos.find(fmt::format("{}", reempaque)), std::string::npos) << datos;
        deshace(reempaque);
        deshace(otra);
        vale(pieza, 0_mxn);
        vale(*a, 0_mxn);
    }
}

// Made into another thing and back before anything of it came in: what comes is in what is there.
TEST_P(CostoMudadoTest, LoReempacadoEnCirculoNoPierdeSuCosto) {
    b.negativos = true;
    for (const Articulo* a : ambos()) {
        const Articulo& pieza = b.promedio(a->codigo + "-PIEZA");
        b.reempaca(1, b.linea(*a, b.norte, 10_pza), b.linea(pieza, b.norte, 10_pza));
        b.reempaca(1, b.linea(pieza, b.norte, 5_pza), b.linea(*a, b.norte, 5_pza));
        EXPECT_EQ(b.existencia(*a, b.norte), -5_pza);
        const auto compra = entra(*a, 5_pza, 50_mxn);
        for (const ValorMovido& v : b.movido) EXPECT_TRUE(!v.cantidad.es_cero() || v.entreLugares) << v.valor.texto();
        vale(*a, 0_mxn);
        vale(pieza, 50_mxn);
        const auto gasto = b.agrega_costo(1, compra, 10_mxn);
        EXPECT_EQ(b.tardio.consumido, 0_mxn);
        vale(pieza, 60_mxn);
        b.retira_costo(gasto);
        vale(pieza, 50_mxn);
    }
}

}  // namespace
}  // namespace cacao::test
