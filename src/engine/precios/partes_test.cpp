// How parts are rounded: cumulatively, and within what the authority takes.

#include "engine/precios/partes.hpp"

#include "engine/entorno/monedas.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cacao::engine {
namespace {

Importe en(std::string_view texto) { return *Importe::leer(texto); }
constexpr Tasa general = Tasa::de_micros(160'000);

TEST(Partes, TheAuthorityTakesHalfAUnitOfTheBaseMoreOrLess) {
    EXPECT_EQ(limites_exactos(Factor::tasa, general, en("100.03"), 2), (Limites{en("16"), en("16.01")}));
    EXPECT_EQ(limites_de_la_autoridad(Factor::tasa, general, en("100.03"), 2), (Limites{en("16"), en("16.01")}));
    EXPECT_EQ(limites_exactos(Factor::tasa, general, en("100"), 2), (Limites{en("16"), en("16")}));
    EXPECT_EQ(limites_de_la_autoridad(Factor::tasa, general, en("100"), 2), (Limites{en("15.99"), en("16.01")}));
    EXPECT_EQ(limites_de_la_autoridad(Factor::tasa, Tasa::de_micros(1'600'000), en("0"), 2), (Limites{en("0"), en("0.01")}));
    // Of a quota, half a millionth of the quantity.
    EXPECT_EQ(limites_de_la_autoridad(Factor::cuota, Tasa::de_micros(1'645'100), en("12.5"), 2),
              (Limites{en("20.56"), en("20.57")}));
    EXPECT_EQ(limites_exactos(Cantidad::de_enteros(3), Precio::de_micros(33'333'333), 2), (Limites{en("99.99"), en("100")}));
    // A currency without decimals.
    EXPECT_EQ(limites_exactos(Factor::tasa, general, en("103"), 0), (Limites{en("16"), en("17")}));
}

// Twelve parts of 100.03: none takes a residue.
TEST(Partes, TheLastPartIsLikeTheOthers) {
    const Importe entero = en("192.06");
    const Importe base = en("1200.36");
    Importe tomado;
    Importe baseTomada;
    for (std::int64_t i = 1; i <= 12; ++i) {
        const Importe parte = parte_de_impuesto({Factor::tasa, general, entero, base, entero - tomado, base - baseTomada,
                                                 en("100.03"), parte_acumulada(entero, i, 12, tomado, 2)},
                                                2);
        EXPECT_EQ(parte, i % 2 == 1 ? en("16.01") : en("16")) << i;
        tomado += parte;
        baseTomada += en("100.03");
    }
    EXPECT_EQ(tomado, entero);
}

TEST(Partes, WhatDoesNotFitAsAWholeIsSharedOut) {
    // A hundred lines of 0.05, each with a cent of tax: 0.80 would be the tax of 5.00.
    EXPECT_EQ(parte_de_impuesto({Factor::tasa, general, en("1"), en("5"), en("1"), en("5"), en("2.5"), en("0.5")}, 2), en("0.5"));
    // Never more than is left, nor less than nothing.
    EXPECT_EQ(parte_de_impuesto({Factor::tasa, general, en("1"), en("5"), en("0.1"), en("5"), en("4"), en("0.64")}, 2),
              en("0.1"));
    EXPECT_EQ(parte_de_impuesto({Factor::exento, {}, {}, en("5"), {}, en("5"), en("4"), {}}, 2), Importe{});
}

// Whatever the parts: each within the limits, none below zero, and all of them the whole.
TEST(Partes, AnyPartsOfAnyTaxAreWithinTheLimits) {
    std::mt19937_64 azar{20261116};
    const auto hasta = [&](std::int64_t n) { return static_cast<std::int64_t>(azar() % static_cast<std::uint64_t>(n)); };
    for (int vez = 0; vez < 20'000; ++vez) {
        constexpr std::array tasas{160'000, 80'000, 106'667, 12'500, 265'000, 1'600'000};
        const auto tasa = Tasa::de_micros(tasas[static_cast<std::size_t>(hasta(tasas.size()))]);
        const Importe base = Importe::de_micros((1 + hasta(500'000)) * 10'000);
        const Importe entero = (base * tasa).redondear(2);
        Importe abierto = entero;
        Importe queda = base;
        while (!queda.es_cero()) {
            Importe parte = Importe::de_micros((1 + hasta(queda.micros() / 10'000)) * 10'000);
            if (hasta(8) == 0) parte = queda;
            const Importe objetivo = parte_acumulada(entero, (base - queda + parte).micros(), base.micros(), entero - abierto, 2);
            const Importe suya = parte_de_impuesto({Factor::tasa, tasa, entero, base, abierto, queda, parte, objetivo}, 2);
            ASSERT_TRUE(esta_en(limites_de_la_autoridad(Factor::tasa, tasa, parte, 2), suya))
                << suya.texto() << " of " << parte.texto() << " at " << tasa.texto();
            ASSERT_GE(suya, Importe{});
            abierto -= suya;
            queda -= parte;
            ASSERT_GE(abierto, Importe{});
        }
        ASSERT_EQ(abierto, Importe{});
    }
}

}  // namespace
}  // namespace cacao::engine
