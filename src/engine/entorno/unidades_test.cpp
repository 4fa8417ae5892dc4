#include "engine/entorno/unidades.hpp"

#include "db/rows.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cacao::test {
namespace {

using namespace cacao::literales;
using namespace cacao::engine;

Cantidad cantidad(const char* texto) { return Cantidad::leer(texto).value(); }

class UnidadesTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};
    static constexpr std::int64_t producto = 4'000'001;

    static std::int64_t id(db::Reader& tx, std::string_view codigo) {
        return tx
            .one<std::int64_t>("SELECT unidadMedidaId FROM unidadMedida WHERE organizacionId = $1 AND codigo = $2",
                               tx.organizacion(), codigo)
            .value_or(-1);
    }
    // A product counted in `base`, with a box of its own of `numerador`/`denominador`.
    static void crear(db::Writer& tx, std::string_view base, std::int64_t numerador, std::int64_t denominador) {
        tx.run(R"(
            INSERT INTO producto (organizacionId, productoId, codigo, nombre, tipo, unidadMedidaId, clasificacionId, seguimiento, metodoCosto,
                claveProdServ, precio, peso, volumen, iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, activo, version,
                creadoEn, modificadoEn)
            VALUES ($1, $2, 'P', 'P', 'producto', $3, 0, 'ninguno', 'peps', '', 0, 0, 0, 'tasa', 0, 0, 0, 0, 0, 1, 1, 0, 0))",
               tx.organizacion(), producto, id(tx, base));
        tx.run(
            "INSERT INTO productoUnidad (organizacionId, productoId, unidadMedidaId, numerador, denominador) VALUES ($1, $2, $3, "
            "$4, $5)",
            tx.organizacion(), producto, id(tx, "CAJA"), numerador, denominador);
    }
};
CACAO_EN_AMBOS_MOTORES(UnidadesTest);

TEST_P(UnidadesTest, LaCajaDeUnProductoEsSuya) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        crear(tx, "PZA", 24, 2);
        const auto caja = unidad_de(tx, producto, id(tx, "PZA"), id(tx, "CAJA")).value();
        EXPECT_EQ(caja.numerador, 12);
        EXPECT_EQ(caja.denominador, 1);
        EXPECT_EQ(caja.codigo, "CAJA");
        EXPECT_EQ(caja.claveUnidad, "XBX");
        EXPECT_EQ(en_base(3_pza, caja), 36_pza);
        EXPECT_FALSE(unidad_de(tx, producto + 1, id(tx, "PZA"), id(tx, "CAJA"))) << "another product has no such box";
        EXPECT_FALSE(unidad_de(tx, producto, id(tx, "PZA"), id(tx, "KG"))) << "no base in common";
        EXPECT_FALSE(unidad_de(tx, producto, id(tx, "PZA"), 999));
        EXPECT_FALSE(unidad_de(tx, producto, 999, 0));
    });
}

TEST_P(UnidadesTest, ConBaseEnComunVaElCocienteDeAmbasRazones) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        const auto gramo = unidad_de(tx, producto, id(tx, "KG"), id(tx, "G")).value();
        EXPECT_EQ(gramo.denominador, 1000);
        EXPECT_EQ(en_base(cantidad("1.5"), gramo), cantidad("0.0015"));
        EXPECT_EQ(en_base(cantidad("0.0001"), gramo), std::nullopt) << "more decimals than a gram has";
        const auto kilo = unidad_de(tx, producto, id(tx, "G"), id(tx, "KG")).value();
        EXPECT_EQ(kilo.numerador, 1000);
        EXPECT_EQ(kilo.denominador, 1);
        EXPECT_EQ(en_base(cantidad("0.000001"), kilo), cantidad("0.001"));
    });
}

TEST_P(UnidadesTest, SinUnidadEsLaBaseYUnaInactivaSoloSirveComoBase) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        EXPECT_EQ(unidad_de(tx, producto, id(tx, "KG"), 0).value().codigo, "KG");
        tx.run("UPDATE unidadMedida SET activo = 0 WHERE organizacionId = $1", ctx.organizacionId());
        EXPECT_TRUE(unidad_de(tx, producto, id(tx, "KG"), 0));
        EXPECT_TRUE(unidad_de(tx, producto, id(tx, "KG"), id(tx, "KG")));
        EXPECT_FALSE(unidad_de(tx, producto, id(tx, "KG"), id(tx, "G")));
    });
}

TEST_P(UnidadesTest, VariasALaVezEnElOrdenPedido) {
    m.lee([&](const Context& ctx) {
        auto& tx = ctx.db();
        const std::vector<UnidadPedida> pedidas{
            {1, id(tx, "KG"), id(tx, "G")}, {1, id(tx, "PZA"), id(tx, "G")}, {1, id(tx, "L"), id(tx, "ML")}};
        const auto u = unidades_de(tx, pedidas);
        ASSERT_EQ(u.size(), 3U);
        EXPECT_EQ(u[0].value().codigo, "G");
        EXPECT_FALSE(u[1]);
        EXPECT_EQ(u[2].value().codigo, "ML");
        EXPECT_TRUE(unidades_de(tx, {}).empty());
    });
}

TEST(EnBase, NadaSeRedondea) {
    Unidad u;
    u.numerador = 1;
    u.denominador = 3;
    EXPECT_EQ(en_base(3_pza, u), 1_pza);
    EXPECT_EQ(en_base(1_pza, u), std::nullopt) << "a third has no end";
    u.decimalesBase = 0;
    u.denominador = 2;
    EXPECT_EQ(en_base(4_pza, u), 2_pza);
    EXPECT_EQ(en_base(3_pza, u), std::nullopt) << "half a piece";
    u.decimales = 0;
    EXPECT_EQ(en_base(cantidad("0.5"), u), std::nullopt);
    u.numerador = std::numeric_limits<std::int64_t>::max();
    u.denominador = 1;
    EXPECT_EQ(en_base(2_pza, u), std::nullopt) << "too many to count";
}

}  // namespace
}  // namespace cacao::test
