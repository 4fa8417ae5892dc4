#include "engine/existencia/kits.hpp"
#include "engine/existencia/bodega_test.hpp"

namespace cacao::test {
namespace {

using namespace literales;
using namespace engine;

class KitsTest : public testing::TestWithParam<db::Motor> {
protected:
    std::int64_t producto(const std::string& codigo, std::string_view tipo) {
        return b.articulo(codigo, Seguimiento::ninguno, MetodoCosto::peps, tipo).productoId;
    }
    void lleva(std::int64_t kit, std::int64_t componente, Cantidad cantidad, bool obligatorio = true) {
        b.m.escribe([&](Context& ctx) {
            ctx.db().run(R"(INSERT INTO productoComponente (organizacionId, productoId, componenteId, cantidad, obligatorio)
                            VALUES ($1, $2, $3, $4, $5))",
                         ctx.organizacionId(), kit, componente, cantidad, obligatorio);
        });
    }
    std::string abre(std::int64_t kit, Cantidad cantidad, bool con_opcionales = false) {
        std::string abierto;
        b.m.base->read(b.m.empresa.organizacionId, [&](db::Reader& tx) {
            for (const auto& c : explotar_kit(tx, kit, cantidad, "/partidas/0/cantidad", con_opcionales))
                abierto += fmt::format("{}:{} ", c.productoId, c.cantidad.texto());
        });
        return abierto;
    }
    Bodega b{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(KitsTest);

TEST_P(KitsTest, UnKitSeAbreConSusKitsYSumaLoRepetido) {
    const auto tornillo = producto("TORNILLO", "producto");
    const auto tapa = producto("TAPA", "producto");
    const auto lazo = producto("MONO", "producto");
    const auto caja = producto("CAJA", "kit");
    const auto regalo = producto("REGALO", "kit");
    lleva(caja, tornillo, 4_pza);
    lleva(caja, tapa, *Cantidad::leer("0.5"));
    lleva(regalo, caja, 2_pza);
    lleva(regalo, tornillo, 1_pza);
    lleva(regalo, lazo, 1_pza, false);
    EXPECT_EQ(abre(tornillo, 3_pza), "");
    EXPECT_EQ(abre(caja, 3_pza), fmt::format("{}:12 {}:1.5 ", tornillo, tapa));
    EXPECT_EQ(abre(regalo, 3_pza), fmt::format("{}:27 {}:3 ", tornillo, tapa));
    EXPECT_EQ(abre(regalo, 1_pza, true), fmt::format("{}:9 {}:1 {}:1 ", tornillo, lazo, tapa));
    EXPECT_EQ(Bodega::faltas([&] { abre(caja, *Cantidad::leer("0.000001")); }), "unidad_no_convertible /partidas/0/cantidad");
}

TEST_P(KitsTest, UnCicloYMasDeOchoNivelesSeRechazan) {
    std::vector<std::int64_t> kits;
    for (int i = 0; i < 9; ++i) kits.push_back(producto(fmt::format("K{}", i), "kit"));
    for (std::size_t i = 0; i + 1 < 8; ++i) lleva(kits[i], kits[i + 1], 1_pza);
    const auto pieza = producto("P", "producto");
    lleva(kits[7], pieza, 1_pza);
    EXPECT_EQ(abre(kits[0], 1_pza), fmt::format("{}:1 ", pieza));
    lleva(kits[8], kits[0], 1_pza);
    EXPECT_EQ(Bodega::faltas([&] { abre(kits[8], 1_pza); }), "regla_incumplida /partidas/0/cantidad");
    lleva(kits[2], kits[1], 1_pza);
    EXPECT_EQ(Bodega::faltas([&] { abre(kits[1], 1_pza); }), "regla_incumplida /partidas/0/cantidad");
}

// Seven levels of nine kits, each holding all of the next: nine to the seventh ways lead to the piece. Each kit is opened once.
TEST_P(KitsTest, CadaKitSeAbreUnaVezPorMuchosCaminosQueLleguen) {
    const auto pieza = producto("P", "producto");
    std::vector<std::int64_t> nivel{pieza};
    for (int n = 0; n < 7; ++n) {
        std::vector<std::int64_t> siguiente;
        for (int i = 0; i < 9; ++i) {
            siguiente.push_back(producto(fmt::format("K{}-{}", n, i), "kit"));
            for (const auto id : nivel) lleva(siguiente.back(), id, 1_pza);
        }
        nivel = std::move(siguiente);
    }
    const auto todo = producto("TODO", "kit");
    for (const auto id : nivel) lleva(todo, id, 1_pza);
    EXPECT_EQ(abre(todo, 2_pza), fmt::format("{}:{} ", pieza, 2 * 4'782'969)) << "twice nine to the seventh";
}

// What a kit consists of is counted when it is saved; those that hold it grow afterwards, unseen.
TEST_P(KitsTest, UnKitQueCrecioPorDentroSeRechazaAlAbrirlo) {
    const auto grande = producto("GRANDE", "kit");
    for (const char* codigo : {"UNO", "DOS"}) {
        const auto chico = producto(codigo, "kit");
        lleva(grande, chico, 1_pza);
        for (int i = 0; i < 249; ++i) lleva(chico, producto(fmt::format("{}-{}", codigo, i), "producto"), 1_pza);
    }
    EXPECT_EQ(std::ranges::count(abre(grande, 1_pza), ':'), 498);
    lleva(grande, producto("OTRO", "producto"), 1_pza);
    EXPECT_EQ(Bodega::faltas([&] { abre(grande, 1_pza); }), "regla_incumplida /partidas/0/cantidad");
}

TEST_P(KitsTest, UnRecetarioAbreVariosSinLeerDosVeces) {
    const auto a = producto("A", "producto");
    const auto chico = producto("CHICO", "kit");
    const auto grande = producto("GRANDE", "kit");
    lleva(chico, a, 3_pza);
    lleva(grande, chico, 2_pza);
    b.m.base->read(b.m.empresa.organizacionId, [&](db::Reader& tx) {
        Recetario recetario{tx};
        EXPECT_EQ(recetario.abrir(grande, 1_pza, "").at(0).cantidad, 6_pza);
        EXPECT_EQ(recetario.abrir(chico, 1_pza, "").at(0).cantidad, 3_pza);
        EXPECT_EQ(recetario.abrir(grande, 2_pza, "").at(0).cantidad, 12_pza);
        EXPECT_TRUE(recetario.abrir(a, 2_pza, "").empty());
    });
}

}  // namespace
}  // namespace cacao::test
