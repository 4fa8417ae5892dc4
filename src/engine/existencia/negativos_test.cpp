// What leaves before it comes in, and where it went: on both engines and with both methods. Once all that was sold is back, the
// stock is worth what was bought; a transfer alone costs nobody anything.

#include "base/azar.hpp"
#include "engine/existencia/bodega_test.hpp"
#include "modelo/corridas.hpp"
#include "support/alcance.hpp"

#include <algorithm>

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

Importe en_centavos(std::int64_t n) { return Importe::de_micros(n * 10'000); }

class NegativosTest : public testing::TestWithParam<db::Motor> {
protected:
    NegativosTest() { b.negativos = true; }
    void TearDown() override { EXPECT_EQ(b.descuadres(), ""); }
    std::array<const Articulo*, 2> ambos() { return {&b.peps("PEPS"), &b.promedio("PROMEDIO")}; }
    std::int64_t entra(const Articulo& a, Cantidad cantidad, Importe valor) {
        return b.entra(1, b.linea(a, b.norte, cantidad, valor));
    }
    std::int64_t sale(const Articulo& a, Cantidad cantidad) { return b.sale(2, b.linea(a, b.norte, cantidad)); }
    std::int64_t vuelve(const Articulo& a, Cantidad cantidad, std::int64_t venta, bool al_sur = false) {
        return b.devuelve(3, b.linea(a, al_sur ? b.sur : b.norte, cantidad), venta);
    }
    std::int64_t al_sur(const Articulo& a, Cantidad cantidad) { return b.traspasa(2, b.linea(a, b.norte, cantidad), b.sur); }
    // What the last document posts to cost of sales.
    Importe al_costo() {
        Importe suma;
        for (const ValorMovido& v : b.movido)
            if (v.cantidad.es_cero() && !v.entreLugares) suma -= v.valor;
        return suma;
    }
    Bodega b{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(NegativosTest);

TEST_P(NegativosTest, LoQueVuelveSinHaberLlegadoYaNoSeDebe) {
    for (const Articulo* a : ambos()) {
        sale(*a, 4_pza);
        entra(*a, 2_pza, en_centavos(1870));
        const auto venta = sale(*a, 5_pza);
        vuelve(*a, 4_pza, venta);
        entra(*a, 4_pza, en_centavos(1444));
        vuelve(*a, 1_pza, venta);
        EXPECT_EQ(b.movido[0].valor, en_centavos(361));
        EXPECT_EQ(b.existencia(*a, b.norte), 2_pza);
        EXPECT_EQ(b.valor(*a, b.norte), en_centavos(722));
    }
}

TEST_P(NegativosTest, DevueltoTodoDeUnaVezOEnPartesValeLoQueSeCompro) {
    int n = 0;
    for (const auto& partes : {std::vector{5_pza}, {2_pza, 3_pza}, {1_pza, 1_pza, 3_pza}, {4_pza, 1_pza}})
        for (const MetodoCosto metodo : {MetodoCosto::peps, MetodoCosto::promedio}) {
            const Articulo& a = b.articulo(fmt::format("A{}", ++n), Seguimiento::ninguno, metodo);
            entra(a, 1_pza, 8_mxn);
            const auto venta = sale(a, 5_pza);
            entra(a, 2_pza, 20_mxn);
            for (const Cantidad parte : partes) vuelve(a, parte, venta);
            EXPECT_EQ(b.existencia(a, b.norte), 3_pza);
            EXPECT_EQ(b.valor(a, b.norte), 28_mxn);
            // From nothing, and what comes later is none of its business.
            const Articulo& otro = b.articulo(fmt::format("B{}", n), Seguimiento::ninguno, metodo);
            const auto otra = sale(otro, 5_pza);
            entra(otro, 2_pza, 20_mxn);
            for (const Cantidad parte : partes) vuelve(otro, parte, otra);
            entra(otro, 5_pza, 60_mxn);
            EXPECT_EQ(al_costo(), 0_mxn);
            EXPECT_EQ(b.valor(otro, b.norte), 80_mxn);
        }
}

TEST_P(NegativosTest, UnaDevolucionDeshechaSeDebeOtraVez) {
    for (const Articulo* a : ambos()) {
        const auto venta = sale(*a, 5_pza);
        const auto devolucion = vuelve(*a, 5_pza, venta);
        b.revertir(devolucion);
        EXPECT_EQ(b.existencia(*a, b.norte), -5_pza);
        entra(*a, 5_pza, 50_mxn);
        EXPECT_EQ(al_costo(), 50_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 0_mxn);
        // What has come in meanwhile leaves for it.
        const auto otra = sale(*a, 3_pza);
        const auto segunda = vuelve(*a, 3_pza, otra);
        entra(*a, 4_pza, 44_mxn);
        b.revertir(segunda);
        EXPECT_EQ(b.existencia(*a, b.norte), 1_pza);
        EXPECT_EQ(b.valor(*a, b.norte), 11_mxn);
        b.revertir(otra);
        b.revertir(venta);
        EXPECT_EQ(b.valor(*a, b.norte), 94_mxn);
    }
}

TEST_P(NegativosTest, LoTraspasadoSinHaberLlegadoLlegaDespuesADondeFue) {
    for (const Articulo* a : ambos()) {
        al_sur(*a, 5_pza);
        EXPECT_EQ(b.existencia(*a, b.sur), 5_pza);
        EXPECT_EQ(b.existencia(*a, b.norte), -5_pza);
        entra(*a, 5_pza, 50_mxn);
        EXPECT_EQ(al_costo(), 0_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 50_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 0_mxn);
        // In part there, in part not.
        entra(*a, 2_pza, 20_mxn);
        al_sur(*a, 5_pza);
        entra(*a, 3_pza, 60_mxn);
        EXPECT_EQ(al_costo(), 0_mxn);
        EXPECT_EQ(b.existencia(*a, b.sur), 10_pza);
        EXPECT_EQ(b.valor(*a, b.sur), 130_mxn);
    }
}

// A pool is shared by lots, what is owed is not: what one lot lacks is not taken from another, which would come to owe it.
TEST_P(NegativosTest, UnLoteDebeLoSuyoAunqueElFondoTengaDeOtro) {
    int n = 0;
    for (const MetodoCosto metodo : {MetodoCosto::peps, MetodoCosto::promedio}) {
        const auto nuevo = [&]() -> const Articulo& { return b.articulo(fmt::format("L{}", ++n), Seguimiento::lote, metodo); };
        const auto entran = [&](const Articulo& a, const char* lote, Cantidad cantidad, Importe valor) {
            return b.entra(1, Bodega::con_lote(b.linea(a, b.norte, cantidad, valor), lote));
        };
        const auto salen = [&](const Articulo& a, const char* lote, Cantidad cantidad) {
            return b.sale(2, Bodega::con_lote(b.linea(a, b.norte, cantidad), lote));
        };
        const auto cuadra = [&](const Articulo& a) {
            EXPECT_EQ(b.existencia(a, b.norte), 0_pza);
            EXPECT_EQ(b.valor(a, b.norte), 0_mxn);
            EXPECT_EQ(b.descuadres(), "");
        };
        const Articulo& vendido = nuevo();
        entran(vendido, "X", 5_pza, 50_mxn);
        entran(vendido, "Y", 5_pza, 50_mxn);
        salen(vendido, "X", 8_pza);
        EXPECT_EQ(b.valor(vendido, b.norte), 50_mxn);
        salen(vendido, "Y", 5_pza);
        entran(vendido, "X", 3_pza, 60_mxn);
        EXPECT_EQ(al_costo(), 30_mxn);
        cuadra(vendido);
        // Sent on, it is waited for there.
        const Articulo& enviado = nuevo();
        entran(enviado, "X", 1_pza, 10_mxn);
        entran(enviado, "Y", 5_pza, 50_mxn);
        b.traspasa(2, Bodega::con_lote(b.linea(enviado, b.norte, 3_pza), "X"), b.sur);
        EXPECT_EQ(b.valor(enviado, b.norte), 50_mxn);
        salen(enviado, "Y", 5_pza);
        entran(enviado, "X", 2_pza, 60_mxn);
        EXPECT_EQ(b.valor(enviado, b.sur), 70_mxn);
        cuadra(enviado);
        if (metodo == MetodoCosto::peps) continue;  // layers that were taken from are not undone
        const Articulo& deshecho = nuevo();
        const auto compra = entran(deshecho, "X", 5_pza, 50_mxn);
        entran(deshecho, "Y", 5_pza, 50_mxn);
        salen(deshecho, "X", 5_pza);
        b.revertir(compra);
        EXPECT_EQ(b.valor(deshecho, b.norte), 50_mxn);
        salen(deshecho, "Y", 5_pza);
        entran(deshecho, "X", 5_pza, 80_mxn);
        EXPECT_EQ(al_costo(), 30_mxn);
        cuadra(deshecho);
    }
}

TEST_P(NegativosTest, LoReempacadoSinHaberLlegadoTomaSuCostoAlLlegar) {
    int n = 0;
    for (const MetodoCosto de : {MetodoCosto::peps, MetodoCosto::promedio})
        for (const MetodoCosto a : {MetodoCosto::peps, MetodoCosto::promedio}) {
            const Articulo& caja = b.articulo(fmt::format("C{}", ++n), Seguimiento::ninguno, de);
            const Articulo& pieza = b.articulo(fmt::format("P{}", n), Seguimiento::ninguno, a);
            b.reempaca(1, b.linea(caja, b.norte, 4_pza), b.linea(pieza, b.norte, 8_pza));
            EXPECT_EQ(b.valor(pieza, b.norte), 0_mxn);
            // In part sold and in part elsewhere by the time that it comes.
            const auto venta = sale(pieza, 2_pza);
            al_sur(pieza, 3_pza);
            const auto compra = entra(caja, 5_pza, 100_mxn);
            EXPECT_EQ(al_costo(), 20_mxn);
            EXPECT_EQ(b.valor(caja, b.norte), 20_mxn);
            EXPECT_EQ(b.valor(pieza, b.norte), 30_mxn);
            EXPECT_EQ(b.valor(pieza, b.sur), 30_mxn);
            // What comes later to what came follows it there, and leaves again.
            const auto gasto = b.agrega_costo(4, compra, 10_mxn);
            EXPECT_EQ(b.tardio.consumido, 2_mxn);
            EXPECT_EQ(b.valor(caja, b.norte), 22_mxn);
            EXPECT_EQ(b.valor(pieza, b.norte), 33_mxn);
            EXPECT_EQ(b.valor(pieza, b.sur), 33_mxn);
            b.retira_costo(gasto);
            EXPECT_EQ(b.valor(caja, b.norte), 20_mxn);
            EXPECT_EQ(b.valor(pieza, b.norte), 30_mxn);
            EXPECT_EQ(b.valor(pieza, b.sur), 30_mxn);
            // Goods come back from the customer at the cost at which they had left.
            vuelve(pieza, 2_pza, venta);
            EXPECT_EQ(b.valor(pieza, b.norte), 30_mxn);
            EXPECT_EQ(b.existencia(pieza, b.norte), 5_pza);
        }
}

TEST_P(NegativosTest, LoReempacadoSinHaberLlegadoSeDeshaceConSuCosto) {
    int n = 0;
    for (const MetodoCosto de : {MetodoCosto::peps, MetodoCosto::promedio})
        for (const MetodoCosto a : {MetodoCosto::peps, MetodoCosto::promedio}) {
            const Articulo& caja = b.articulo(fmt::format("C{}", ++n), Seguimiento::ninguno, de);
            const Articulo& pieza = b.articulo(fmt::format("P{}", n), Seguimiento::ninguno, a);
            entra(caja, 1_pza, 10_mxn);
            const auto reempaque = b.reempaca(1, b.linea(caja, b.norte, 4_pza), b.linea(pieza, b.norte, 8_pza));
            EXPECT_EQ(b.valor(pieza, b.norte), 40_mxn);
            entra(caja, 2_pza, en_centavos(3333));
            EXPECT_EQ(al_costo(), 0_mxn);
            EXPECT_EQ(b.valor(pieza, b.norte), en_centavos(5333));
            entra(caja, 1_pza, 5_mxn);
            EXPECT_EQ(b.valor(pieza, b.norte), en_centavos(4833));
            b.revertir(reempaque);
            EXPECT_EQ(b.existencia(pieza, b.norte), 0_pza);
            EXPECT_EQ(b.valor(pieza, b.norte), 0_mxn);
            EXPECT_EQ(b.existencia(caja, b.norte), 4_pza);
            EXPECT_EQ(b.valor(caja, b.norte), en_centavos(4833));
        }
}

// A cost that was in the goods when they came for what had been made of them is undone there too.
TEST_P(NegativosTest, LoReempacadoSinHaberLlegadoPierdeElCostoQueSeDeshace) {
    for (const Articulo* a : ambos()) {
        const Articulo& pieza = b.promedio(a->codigo + "-PIEZA");
        const auto compra = b.entra(1, b.linea(*a, b.sur, 6_pza, 60_mxn));
        const auto gasto = b.agrega_costo(1, compra, 12_mxn);
        b.reempaca(2, b.linea(*a, b.norte, 4_pza), b.linea(pieza, b.norte, 4_pza));
        sale(pieza, 1_pza);
        b.traspasa(3, b.linea(*a, b.sur, 6_pza), b.norte);
        EXPECT_EQ(b.valor(pieza, b.norte), 36_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 24_mxn);
        b.retira_costo(gasto);
        EXPECT_EQ(b.valor(pieza, b.norte), 30_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 20_mxn);
    }
}

// A repackaging that is undone after such a cost takes out what would have come for it, and no more.
TEST_P(NegativosTest, LoReempacadoSinHaberLlegadoSeDeshaceSinElCostoQueSeDeshizo) {
    for (const Articulo* a : ambos()) {
        const Articulo& pieza = b.promedio(a->codigo + "-PIEZA");
        entra(pieza, 4_pza, 100_mxn);
        const auto compra = b.entra(1, b.linea(*a, b.sur, 4_pza, 40_mxn));
        const auto gasto = b.agrega_costo(1, compra, 12_mxn);
        const auto reempaque = b.reempaca(2, b.linea(*a, b.norte, 4_pza), b.linea(pieza, b.norte, 4_pza));
        b.traspasa(3, b.linea(*a, b.sur, 4_pza), b.norte);
        EXPECT_EQ(b.valor(pieza, b.norte), 152_mxn);
        b.retira_costo(gasto);
        EXPECT_EQ(b.valor(pieza, b.norte), 140_mxn);
        EXPECT_EQ(b.revertir(reempaque).variacion(), 0_mxn);
        EXPECT_EQ(b.valor(pieza, b.norte), 100_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 40_mxn);
    }
}

// What came in was worth less than the estimate, and what was made no longer that much: it is worth nothing, whatever cost other
// goods of its pool had carried meanwhile.
TEST_P(NegativosTest, LoReempacadoSinHaberLlegadoNoBajaDeNada) {
    for (const Articulo* a : ambos()) {
        const Articulo& pieza = b.promedio(a->codigo + "-PIEZA");
        const auto regalo = entra(pieza, 4_pza, 0_mxn);
        entra(*a, 1_pza, 10_mxn);
        b.reempaca(1, b.linea(*a, b.norte, 4_pza), b.linea(pieza, b.norte, 4_pza));
        const auto gasto = b.agrega_costo(1, regalo, 20_mxn);
        sale(pieza, 4_pza);
        EXPECT_EQ(b.valor(pieza, b.norte), 30_mxn);
        entra(*a, 3_pza, 0_mxn);
        EXPECT_EQ(b.valor(pieza, b.norte), 0_mxn);
        entra(pieza, 4_pza, 40_mxn);
        b.retira_costo(gasto);
        EXPECT_EQ(b.valor(pieza, b.norte), 40_mxn);
    }
}

// What had not come in was estimated by what had, with a cost that is undone since: so is what it was in the estimate.
TEST_P(NegativosTest, LoEstimadoPierdeElCostoQueSeDeshace) {
    for (const Articulo* a : ambos()) {
        for (const bool por_venta : {false, true}) {
            const Articulo& caja = b.articulo(fmt::format("{}-{}", a->codigo, por_venta), Seguimiento::ninguno, a->metodo);
            const Articulo& pieza = b.promedio(caja.codigo + "-PIEZA");
            entra(pieza, 5_pza, 25_mxn);
            const auto gasto = b.agrega_costo(1, entra(caja, 4_pza, 40_mxn), 20_mxn);
            // The last goods are those that it consumes, or those that were sold before.
            if (por_venta) sale(caja, 4_pza);
            const Cantidad consume = por_venta ? 1_pza : 5_pza;
            b.reempaca(2, b.linea(caja, b.norte, consume), b.linea(pieza, b.norte, 5_pza));
            EXPECT_EQ(b.valor(pieza, b.norte), por_venta ? 40_mxn : 100_mxn);
            sale(pieza, 5_pza);
            entra(caja, 1_pza, 10_mxn);
            EXPECT_EQ(b.valor(pieza, b.norte), por_venta ? 15_mxn : 45_mxn);
            b.retira_costo(gasto);
            EXPECT_EQ(b.valor(pieza, b.norte), en_centavos(por_venta ? 1750 : 3750));
        }
    }
}

TEST_P(NegativosTest, LoQueSeVendeDondeSeEsperaSeDebeAlli) {
    for (const Articulo* a : ambos()) {
        al_sur(*a, 5_pza);
        const auto venta = b.sale(2, b.linea(*a, b.sur, 3_pza));
        entra(*a, 5_pza, 50_mxn);
        EXPECT_EQ(al_costo(), 30_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 20_mxn);
        b.devuelve(3, b.linea(*a, b.sur, 3_pza), venta);
        EXPECT_EQ(b.movido[0].valor, 30_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 50_mxn);
    }
}

TEST_P(NegativosTest, LoDevueltoAOtroLugarSinHaberLlegadoLlegaAEse) {
    for (const Articulo* a : ambos()) {
        const auto venta = sale(*a, 5_pza);
        const auto devolucion = vuelve(*a, 2_pza, venta, true);
        vuelve(*a, 1_pza, venta);
        EXPECT_EQ(b.existencia(*a, b.norte), -4_pza);
        entra(*a, 4_pza, 40_mxn);
        EXPECT_EQ(al_costo(), 20_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 20_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 0_mxn);
        // The customer has them again, at what came in for them.
        b.revertir(devolucion);
        EXPECT_EQ(b.existencia(*a, b.sur), 0_pza);
        EXPECT_EQ(b.valor(*a, b.sur), 0_mxn);
        vuelve(*a, 4_pza, venta);
        EXPECT_EQ(b.valor(*a, b.norte), 40_mxn);
    }
}

TEST_P(NegativosTest, UnTraspasoDeLoQueNoHabiaSeDeshace) {
    for (const Articulo* a : ambos()) {
        // Before anything came.
        b.revertir(al_sur(*a, 5_pza));
        EXPECT_EQ(b.existencia(*a, b.sur), 0_pza);
        // When some of it has.
        const auto traspaso = al_sur(*a, 5_pza);
        entra(*a, 3_pza, 30_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 30_mxn);
        b.revertir(traspaso);
        EXPECT_EQ(b.existencia(*a, b.sur), 0_pza);
        EXPECT_EQ(b.valor(*a, b.sur), 0_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 30_mxn);
        // What went on and was sold there stands in its way.
        const auto otro = al_sur(*a, 4_pza);
        entra(*a, 1_pza, 12_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 42_mxn);
        b.sale(3, b.linea(*a, b.sur, 4_pza));
        EXPECT_EQ(Bodega::faltas([&] { b.revertir(otro); }), "con_dependientes /id");
    }
}

// Sent there and back, nothing came of it: what comes then ends where the goods are.
TEST_P(NegativosTest, LoQueVaYVieneTerminaDondeEsta) {
    for (const Articulo* a : ambos()) {
        al_sur(*a, 5_pza);
        b.traspasa(2, b.linea(*a, b.sur, 3_pza), b.norte);
        EXPECT_EQ(b.existencia(*a, b.norte), -2_pza);
        entra(*a, 2_pza, 20_mxn);
        EXPECT_EQ(al_costo(), 0_mxn);
        EXPECT_EQ(b.valor(*a, b.norte), 0_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), 20_mxn);
    }
}

// A late cost goes with what it paid, wherever that went on to, and is taken back from there.
TEST_P(NegativosTest, UnCostoTardioSigueALoQueSeEsperaba) {
    for (const Articulo* a : ambos()) {
        al_sur(*a, 10_pza);
        const auto compra = entra(*a, 9_pza, en_centavos(21924));
        b.sale(2, b.linea(*a, b.sur, 3_pza));
        const auto gasto = b.agrega_costo(3, compra, en_centavos(900));
        EXPECT_EQ(b.tardio.consumido, 3_mxn);
        EXPECT_EQ(b.valor(*a, b.sur), en_centavos(14616 + 600));
        b.sale(3, b.linea(*a, b.sur, 2_pza));
        b.retira_costo(gasto);
        EXPECT_EQ(b.valor(*a, b.sur), en_centavos(9744));
    }
}

// Random lives in three places. Everything is sold, sent on, brought back and undone whether it is there or not.
class Vida {
public:
    Vida(db::Motor motor, std::uint64_t semilla, bool con_ventas, Alcance& debe)
        : b{motor}, azar{semilla}, vende{con_ventas}, alcance{debe} {
        b.negativos = true;
        lugares = {b.norte, b.sur, b.almacen("CENTRO")};
        articulos = {&b.peps("P"), &b.promedio("M")};
    }

    struct Hecho {
        enum Que : std::uint8_t { compra, venta, devolucion, traspaso } que{};
        std::int64_t id = 0;
        std::size_t articulo = 0;
        std::int64_t micros = 0;
        std::int64_t pendiente = 0;
        std::size_t origen = 0;
        bool vivo = true;
    };

    std::int64_t un_lugar() { return lugares[static_cast<std::size_t>(azar.menor(3))]; }
    MovimientoPedido linea(const Hecho& h, std::int64_t almacenId, Importe valor = {}) {
        return Bodega::linea(*articulos[h.articulo], almacenId, Cantidad::de_micros(h.micros), valor);
    }
    void hecho(Hecho h, std::int64_t id) {
        h.id = id;
        for (const ValorMovido& v : b.movido) movido += v.valor;
        hechos.push_back(h);
    }
    Hecho nuevo(Hecho::Que que) {
        Hecho h;
        h.que = que;
        h.articulo = static_cast<std::size_t>(azar.menor(2));
        h.micros = azar.menor(4) == 0 ? 333'333 : 1'000'000;
        h.micros *= 1 + azar.menor(9);
        h.pendiente = h.micros;
        return h;
    }
    void comprar(Hecho h, std::int64_t almacenId) {
        const auto valor = en_centavos(azar.menor(9000));
        comprado += valor;
        hecho(h, b.entra(1, linea(h, almacenId, valor)));
    }
    void vender() {
        const Hecho h = nuevo(Hecho::venta);
        const auto almacenId = un_lugar();
        if (b.existencia(*articulos[h.articulo], almacenId) < Cantidad::de_micros(h.micros)) alcance.hubo("sold before it came");
        hecho(h, b.sale(1, linea(h, almacenId)));
    }
    void traspasar() {
        const Hecho h = nuevo(Hecho::traspaso);
        const auto de = static_cast<std::size_t>(azar.menor(3));
        const auto a = (de + 1 + static_cast<std::size_t>(azar.menor(2))) % 3;
        if (b.existencia(*articulos[h.articulo], lugares[de]) < Cantidad::de_micros(h.micros))
            alcance.hubo("sent on before it came");
        hecho(h, b.traspasa(1, linea(h, lugares[de]), lugares[a]));
    }
    void devolver(std::size_t cual, std::int64_t micros) {
        Hecho h = hechos[cual];
        h.que = Hecho::devolucion;
        h.origen = cual;
        h.micros = micros;
        hecho(h, b.devuelve(1, linea(h, un_lugar()), hechos[cual].id));
        hechos[cual].pendiente -= micros;
        alcance.hubo("returned");
    }
    void devolver_algo() {
        std::vector<std::size_t> fuera;
        for (std::size_t i = 0; i < hechos.size(); ++i)
            if (hechos[i].vivo && hechos[i].que == Hecho::venta && hechos[i].pendiente > 0) fuera.push_back(i);
        if (fuera.empty()) return;
        const auto cual = fuera[static_cast<std::size_t>(azar.menor(static_cast<int>(fuera.size())))];
        const std::int64_t parte = (1 + azar.menor(5)) * 500'000LL;
        devolver(cual, azar.menor(3) == 0 ? hechos[cual].pendiente : std::min(hechos[cual].pendiente, parte));
    }
    bool deshacer(std::size_t cual) {
        Hecho& h = hechos[cual];
        if (!h.vivo || h.que == Hecho::compra || (h.que == Hecho::venta && h.pendiente != h.micros)) return false;
        Reversion r;
        const auto faltas = Bodega::faltas([&] { r = b.revertir(h.id, 1); });
        if (!faltas.empty()) {
            EXPECT_TRUE(faltas.starts_with("con_dependientes")) << faltas;
            alcance.hubo("refused");
            return false;
        }
        for (const ValorMovido& v : r.valores) movido += v.valor;
        // What a return that is undone leaves there is in cost of sales, with the opposite sign.
        if (h.que == Hecho::traspaso) variacion += r.variacion();
        h.vivo = false;
        if (h.que == Hecho::devolucion) hechos[h.origen].pendiente += h.micros;
        alcance.hubo(h.que == Hecho::venta ? "sale undone" : h.que == Hecho::traspaso ? "transfer undone" : "return undone");
        return true;
    }
    void un_paso() {
        switch (azar.menor(10)) {
            case 0:
            case 1:
            case 2: {
                const Hecho h = nuevo(Hecho::compra);
                return comprar(h, un_lugar());
            }
            case 3:
            case 4: return vende ? vender() : traspasar();
            case 5:
            case 6: return traspasar();
            case 7: return devolver_algo();
            case 8: {
                devolver_algo();
                if (azar.menor(2) == 0 && !hechos.empty()) deshacer(hechos.size() - 1);
                return;
            }
            default:
                if (!hechos.empty()) deshacer(static_cast<std::size_t>(azar.menor(static_cast<int>(hechos.size()))));
        }
    }
    // What the books say of the goods, and what is in no layer.
    Importe en_existencia() {
        return Importe::de_micros(
            b.uno("SELECT CAST(coalesce(sum(valor), 0) AS BIGINT) FROM movimiento WHERE organizacionId = $1"));
    }
    void revisar() {
        EXPECT_EQ(b.descuadres(), "");
        EXPECT_EQ(movido, en_existencia());
        if (!vende) {
            EXPECT_EQ(movido + variacion, comprado) << "a transfer came to cost something";
        }
    }
    // Everything comes back, or is undone; then whatever a place lacks comes in.
    void terminar() {
        for (std::size_t i = 0; i < hechos.size(); ++i) {
            if (!hechos[i].vivo || hechos[i].que != Hecho::venta) continue;
            if (azar.menor(3) == 0) deshacer(i);
            while (hechos[i].vivo && hechos[i].pendiente > 0) {
                const std::int64_t parte = (1 + azar.menor(5)) * 500'000LL;
                devolver(i, azar.menor(2) == 0 ? hechos[i].pendiente : std::min(hechos[i].pendiente, parte));
            }
        }
        EXPECT_EQ((movido + variacion).texto(), comprado.texto()) << "everything is back";
        for (std::size_t a = 0; a < 2; ++a)
            for (const auto almacenId : lugares) {
                Hecho h;
                h.articulo = a;
                h.micros = -b.existencia(*articulos[a], almacenId).micros();
                if (h.micros > 0) comprar(h, almacenId);
            }
        revisar();
        Importe en_capas;
        for (const Articulo* a : articulos)
            for (const auto almacenId : lugares) en_capas += b.valor(*a, almacenId);
        // What goes round between the places is owed for ever, and worth nothing on the whole.
        EXPECT_EQ((en_capas + variacion).texto(), comprado.texto()) << "everything is back, and came in";
    }

    Bodega b;
    Azar azar;
    bool vende;
    Alcance& alcance;
    std::array<std::int64_t, 3> lugares{};
    std::array<const Articulo*, 2> articulos{};
    std::vector<Hecho> hechos;
    Importe comprado;
    Importe movido;
    Importe variacion;
};

TEST_P(NegativosTest, DevueltoTodoLaExistenciaValeLoQueSeCompro) {
    Alcance alcance{"sold before it came", "sent on before it came", "returned",     "refused",
                    "sale undone",         "transfer undone",        "return undone"};
    const auto semillas = modelo::del_entorno("CACAO_TEST_VIDAS", GetParam() == db::Motor::sqlite ? 16 : 4);
    for (std::uint64_t semilla = 1; semilla <= semillas && !HasFailure(); ++semilla) {
        SCOPED_TRACE(semilla);
        Vida vida{GetParam(), semilla, semilla % 4 != 0, alcance};
        for (int paso = 0; paso < 40 && !HasFailure(); ++paso) {
            vida.un_paso();
            vida.revisar();
        }
        vida.terminar();
    }
    EXPECT_EQ(alcance.falta(), "");
}

}  // namespace
}  // namespace cacao::test
