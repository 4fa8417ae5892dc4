#include "engine/entorno/monedas.hpp"

#include "db/rows.hpp"
#include "support/mundo.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>

namespace cacao::test {
namespace {

using namespace cacao::literales;
using namespace cacao::engine;

Importe mxn(const char* texto) { return Importe::leer(texto).value(); }
Precio precio(const char* texto) { return Precio::leer(texto).value(); }
Fecha dia(const char* texto) { return Fecha::leer_iso(texto).value(); }

class MonedasTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam()};
};
CACAO_EN_AMBOS_MOTORES(MonedasTest);

TEST_P(MonedasTest, SoloLasQueLaOrganizacionUsa) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        EXPECT_EQ(moneda_de(tx, "USD").value().decimales, 2);
        EXPECT_FALSE(moneda_de(tx, "EUR"));
        EXPECT_FALSE(moneda_de(tx, "XYZ"));
        tx.run("INSERT INTO organizacionMoneda (organizacionId, moneda, activo) VALUES ($1, 'JPY', 1)", ctx.organizacionId());
        EXPECT_EQ(moneda_de(tx, "JPY").value().decimales, 0);
        tx.run("UPDATE organizacionMoneda SET activo = 0 WHERE organizacionId = $1 AND moneda = 'USD'", ctx.organizacionId());
        EXPECT_FALSE(moneda_de(tx, "USD"));
        EXPECT_EQ(moneda_local(tx).moneda, "MXN");
    });
}

TEST_P(MonedasTest, ElTipoDeCambioEsElDelDiaOElUltimoAnterior) {
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        const auto poner = [&](const char* fecha, const char* valor) {
            tx.run("INSERT INTO tipoCambio (organizacionId, moneda, fecha, tipoCambio, fuente) VALUES ($1, 'USD', $2, $3, '')",
                   ctx.organizacionId(), dia(fecha), precio(valor));
        };
        EXPECT_FALSE(tipo_cambio(tx, "USD", dia("2026-11-15"), "MXN"));
        poner("2026-11-10", "18.5");
        poner("2026-11-12", "18.7");
        EXPECT_FALSE(tipo_cambio(tx, "USD", dia("2026-11-09"), "MXN"));
        EXPECT_EQ(tipo_cambio(tx, "USD", dia("2026-11-10"), "MXN"), precio("18.5"));
        EXPECT_EQ(tipo_cambio(tx, "USD", dia("2026-11-11"), "MXN"), precio("18.5"));
        EXPECT_EQ(tipo_cambio(tx, "USD", dia("2027-01-01"), "MXN"), precio("18.7"));
        EXPECT_FALSE(tipo_cambio(tx, "EUR", dia("2026-11-12"), "MXN"));
        EXPECT_EQ(tipo_cambio(tx, "MXN", dia("2000-01-01"), "MXN"), 1_precio);
    });
}

TEST(Convertir, RedondeaUnaVezALosDecimales) {
    EXPECT_EQ(convertir(100_mxn, precio("18.123456"), 2), mxn("1812.35"));
    EXPECT_EQ(convertir(mxn("0.01"), precio("0.5"), 2), mxn("0.01")) << "half away from zero";
    EXPECT_EQ(convertir(mxn("-0.01"), precio("0.5"), 2), mxn("-0.01"));
    EXPECT_EQ(convertir(mxn("10.5"), 1_precio, 0), mxn("11"));
    EXPECT_THROW(convertir(Importe::de_micros(std::numeric_limits<std::int64_t>::max()), 20_precio, 2), Error);
}

TEST(Repartir, PorElMayorResiduoYLosEmpatesAlPrimero) {
    EXPECT_EQ(repartir(100_mxn, {1, 1, 1}, 2), (std::vector{mxn("33.34"), mxn("33.33"), mxn("33.33")}));
    EXPECT_EQ(repartir(mxn("0.05"), {1, 1, 2}, 2), (std::vector{mxn("0.01"), mxn("0.01"), mxn("0.03")}));
    EXPECT_EQ(repartir(mxn("-0.05"), {1, 1, 2}, 2), (std::vector{mxn("-0.01"), mxn("-0.01"), mxn("-0.03")}));
    EXPECT_EQ(repartir(mxn("0.02"), {0, 5, 0, 5}, 2), (std::vector{mxn("0"), mxn("0.01"), mxn("0"), mxn("0.01")}));
    EXPECT_EQ(repartir(10_mxn, {0, 0}, 2), (std::vector{0_mxn, 10_mxn})) << "no weight: to the last";
    EXPECT_EQ(repartir(mxn("1.005"), {1, 1, 0}, 2), (std::vector{mxn("0.5"), mxn("0.505"), 0_mxn})) << "what is below a cent";
    EXPECT_EQ(repartir(7_mxn, {1, 1}, 0), (std::vector{4_mxn, 3_mxn}));
    EXPECT_TRUE(repartir(0_mxn, {}, 2).empty());
    EXPECT_THROW(repartir(1_mxn, {}, 2), Error);
    EXPECT_THROW(repartir(1_mxn, {2, -1}, 2), Error);
}

TEST(Repartir, SiempreSumaElTotalYNadieSeAlejaMasDeUnCentavo) {
    std::mt19937_64 azar{7};
    for (int vuelta = 0; vuelta < 5'000; ++vuelta) {
        std::vector<std::int64_t> pesos(1 + azar() % 9);
        for (auto& p : pesos) p = azar() % 4 == 0 ? 0 : static_cast<std::int64_t>(azar() % 4'000'000'000'000'000'000U);
        const auto total = Importe::de_micros(static_cast<std::int64_t>(azar() % 2'000'000'000'000U) - 1'000'000'000'000);
        const auto partes = repartir(total, pesos, 2);
        Importe suma;
        __int128 peso = 0;
        for (const auto p : pesos) peso += p;
        for (std::size_t i = 0; i < pesos.size(); ++i) {
            suma += partes[i];
            if (peso == 0) continue;
            // |part − total · weight / Σ| < one cent and what stands below it
            const auto exacto =
                static_cast<std::int64_t>(static_cast<__int128>(total.micros()) * (pesos[i] / 1000) / (peso / 1000));
            ASSERT_LE(std::abs(partes[i].micros() - exacto), 20'010);
        }
        ASSERT_EQ(suma, total);
    }
}

TEST(Proporcion, EsExactaYRedondeaUnaVez) {
    EXPECT_EQ(proporcion(16_mxn, 50, 116, 2), mxn("6.9"));
    EXPECT_EQ(proporcion(100_mxn, 1, 3, 2), mxn("33.33"));
    EXPECT_EQ(proporcion(100_mxn, 2, 3, 2), mxn("66.67"));
    EXPECT_EQ(proporcion(mxn("-0.01"), 1, 2, 2), mxn("-0.01"));
    EXPECT_EQ(proporcion(9'000'000_mxn, 4'000'000'000'000'000'000, 8'000'000'000'000'000'000, 2), 4'500'000_mxn);
    EXPECT_EQ(proporcion(5_mxn, 0, 9, 2), 0_mxn);
    EXPECT_THROW(proporcion(5_mxn, 1, 0, 2), Error);
}

}  // namespace
}  // namespace cacao::test
