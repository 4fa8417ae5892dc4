// The same company twice: once with acts that are undone again, once without them. Late costs come to both, and are undone,
// before these acts, between and after them; in the end both hold the same goods at the same value, and nothing was variance.

#include "base/azar.hpp"
#include "engine/existencia/bodega_test.hpp"
#include "modelo/corridas.hpp"
#include "support/alcance.hpp"

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

class Gemelas {
public:
    Gemelas(db::Motor motor, std::uint64_t semilla, bool negativos, Alcance& debe)
        : con{motor}, sin{motor}, azar{semilla}, alcance{debe} {
        con.negativos = sin.negativos = negativos;
        for (Bodega* b : {&con, &sin}) {
            auto& suyos = articulos[b == &con ? 0 : 1];
            suyos = {&b->peps("P"), &b->promedio("M"), &b->peps("Q"), &b->promedio("N")};
        }
    }

    struct Compra {
        std::array<std::int64_t, 2> id{};
        std::size_t articulo = 0;
    };
    struct Venta {
        std::array<std::int64_t, 2> id{};
        std::size_t articulo = 0;
        bool al_sur = false;
        Cantidad cantidad;
    };

    Bodega& mundo(std::size_t cual) { return cual == 0 ? con : sin; }
    MovimientoPedido linea(std::size_t cual, std::size_t articulo, bool al_sur, Cantidad cantidad, Importe valor = {}) {
        Bodega& b = mundo(cual);
        return Bodega::linea(*articulos[cual][articulo], al_sur ? b.sur : b.norte, cantidad, valor);
    }
    std::size_t alguno() { return static_cast<std::size_t>(azar.menor(4)); }
    Cantidad alguna() { return Cantidad::de_micros((1 + azar.menor(12)) * 500'000LL); }
    // As much as there is, and no more.
    Cantidad de_lo_que_hay(std::size_t articulo, bool al_sur) {
        return std::min(alguna(), con.existencia(*articulos[0][articulo], al_sur ? con.sur : con.norte));
    }
    template <class Trabajo>
    std::array<std::int64_t, 2> en_ambos(const Trabajo& trabajo) {
        return {trabajo(0U), trabajo(1U)};
    }

    template <class... Args>
    void cuenta(fmt::format_string<Args...> texto, Args&&... args) {
        historia += fmt::format(texto, std::forward<Args>(args)...) + "\n";
    }
    std::string donde(std::size_t articulo, bool al_sur, Cantidad cantidad) {
        return fmt::format("{} {} {}", cantidad.texto(), articulos[0][articulo]->codigo, al_sur ? "south" : "north");
    }

    // What both do.
    void comprar() {
        const auto articulo = alguno();
        const bool al_sur = azar.una_de(3);
        const Cantidad cantidad = alguna();
        const auto valor = Importe::de_micros(azar.menor(5000) * 10'000LL);
        cuenta("buy {} at {}", donde(articulo, al_sur, cantidad), valor.texto());
        compras.push_back(
            {en_ambos([&](std::size_t m) { return mundo(m).entra(1, linea(m, articulo, al_sur, cantidad, valor)); }), articulo});
        cuenta("purchase {}", compras.back().id[0]);
    }
    void vender() {
        const auto articulo = alguno();
        const bool al_sur = azar.una_de(3);
        const Cantidad cantidad = de_lo_que_hay(articulo, al_sur);
        if (cantidad <= Cantidad{}) return;
        cuenta("sell {}", donde(articulo, al_sur, cantidad));
        ventas.push_back({en_ambos([&](std::size_t m) { return mundo(m).sale(1, linea(m, articulo, al_sur, cantidad)); }),
                          articulo, al_sur, cantidad});
    }
    void llevar() {
        const auto articulo = alguno();
        const Cantidad cantidad = de_lo_que_hay(articulo, false);
        if (cantidad <= Cantidad{}) return;
        cuenta("send {}", donde(articulo, false, cantidad));
        en_ambos([&](std::size_t m) { return mundo(m).traspasa(1, linea(m, articulo, false, cantidad), mundo(m).sur); });
    }
    void encarecer() {
        if (compras.empty()) return;
        const Compra& compra = azar.uno(compras);
        const auto costo = Importe::de_micros((1 + azar.menor(2000)) * 10'000LL);
        costos.push_back(en_ambos([&](std::size_t m) { return mundo(m).agrega_costo(1, compra.id[m], costo); }));
        cuenta("cost {} of purchase {}, {}", costos.back()[0], compra.id[0], costo.texto());
        alcance.hubo(hechos.empty() ? "late cost" : "late cost since it was done");
    }
    void abaratar() {
        if (costos.empty()) return;
        const auto cual = azar.menor(costos.size());
        for (const std::size_t m : {0U, 1U}) mundo(m).retira_costo(costos[cual][m], 1);
        cuenta("undo cost {}", costos[cual][0]);
        costos.erase(costos.begin() + static_cast<std::ptrdiff_t>(cual));
        alcance.hubo(hechos.empty() ? "undone cost" : "undone cost since it was done");
    }

    // What only one does, and undoes.
    void hacer() {
        const auto articulo = alguno();
        const bool al_sur = azar.una_de(3);
        const auto que = azar.menor(4);
        if (que == 3) return devolver();
        const Cantidad cantidad = de_lo_que_hay(articulo, al_sur);
        if (cantidad <= Cantidad{}) return;
        const auto pedido = linea(0, articulo, al_sur, cantidad);
        cuenta("do {}: {}", que, donde(articulo, al_sur, cantidad));
        if (que == 0) hecho("sale", con.sale(1, pedido));
        if (que == 1) hecho("transfer", con.traspasa(1, pedido, al_sur ? con.norte : con.sur));
        if (que == 2) {
            const auto otro = (articulo + 1 + azar.menor(3U)) % 4;
            const bool hace_al_sur = azar.una_de(2);
            const Cantidad hace = alguna();
            cuenta("into {}", donde(otro, hace_al_sur, hace));
            hecho("repackaging", con.reempaca(1, pedido, linea(0, otro, hace_al_sur, hace)));
        }
    }
    void devolver() {
        if (ventas.empty()) return;
        Venta& venta = ventas[azar.menor(ventas.size())];
        const Cantidad cantidad = std::min(alguna(), venta.cantidad);
        if (cantidad.es_cero()) return;
        venta.cantidad -= cantidad;  // what is brought back once is not sold twice: the sale stays as it is
        const bool al_sur = azar.una_de(2);
        cuenta("back {}", donde(venta.articulo, al_sur, cantidad));
        hecho("return", con.devuelve(1, linea(0, venta.articulo, al_sur, cantidad), venta.id[0]));
    }
    void hecho(std::string_view que, std::int64_t id) {
        hechos.push_back(id);
        cuenta("{} {}", que, id);
        alcance.hubo(que);
    }
    bool deshacer() {
        const auto faltas = Bodega::faltas([&] { variacion += con.revertir(hechos.back(), 1).variacion(); });
        EXPECT_EQ(faltas, "") << historia;
        cuenta("undo {} {}", hechos.back(), faltas);
        if (faltas.empty()) hechos.pop_back();
        alcance.hubo("undone");
        return faltas.empty();
    }

    void vivir() {
        const auto varias = [&](int veces, const auto& trabajo) {
            for (int n = veces; n > 0; --n) trabajo();
        };
        varias(8, [&] { azar.una_de(3) ? vender() : azar.una_de(4) ? llevar() : comprar(); });
        varias(2, [&] { encarecer(); });
        varias(1 + azar.menor(4), [&] {
            hacer();
            if (azar.una_de(2)) encarecer();
            if (azar.una_de(3)) abaratar();
        });
        // The last first: an exit in between would have taken its share of what one of them brought into the pool.
        while (!hechos.empty() && deshacer()) {
            if (azar.una_de(3)) encarecer();
            if (azar.una_de(3)) abaratar();
        }
        EXPECT_TRUE(hechos.empty());
        comparar();
        for (int n = 0; n < 3; ++n) abaratar();
        comparar();
    }
    void comparar() {
        EXPECT_EQ(variacion.texto(), Importe{}.texto());
        EXPECT_EQ(con.descuadres(), "");
        for (std::size_t a = 0; a < 4; ++a)
            for (const bool al_sur : {false, true})
                EXPECT_EQ(con.valor(*articulos[0][a], al_sur ? con.sur : con.norte).texto(),
                          sin.valor(*articulos[1][a], al_sur ? sin.sur : sin.norte).texto())
                    << articulos[0][a]->codigo << (al_sur ? " south" : " north") << " after\n"
                    << historia;
    }

    Bodega con;
    Bodega sin;
    Azar azar;
    Alcance& alcance;
    std::array<std::vector<const Articulo*>, 2> articulos;
    std::vector<Compra> compras;
    std::vector<Venta> ventas;
    std::vector<std::array<std::int64_t, 2>> costos;
    std::vector<std::int64_t> hechos;
    Importe variacion;
    std::string historia;
};

class CostoMudadoModeloTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(CostoMudadoModeloTest);

TEST_P(CostoMudadoModeloTest, LoDeshechoEsComoSiNuncaHubieraSido) {
    Alcance alcance{"sale",        "transfer",
                    "repackaging", "return",
                    "undone",      "late cost since it was done",
                    "undone cost", "undone cost since it was done"};
    const auto semillas = modelo::del_entorno("CACAO_TEST_MUNDOS", GetParam() == db::Motor::sqlite ? 24 : 6);
    for (std::uint64_t semilla = 1; semilla <= semillas && !HasFailure(); ++semilla) {
        SCOPED_TRACE(semilla);
        Gemelas gemelas{GetParam(), semilla, semilla % 2 == 0, alcance};
        for (int n = 0; n < 3 && !HasFailure(); ++n) gemelas.vivir();
    }
    EXPECT_EQ(alcance.falta(), "");
}

}  // namespace
}  // namespace cacao::test
