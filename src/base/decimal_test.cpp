#include "base/decimal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace cacao {
namespace {

using namespace literales;

constexpr std::int64_t extremo = std::numeric_limits<std::int64_t>::max();

std::int64_t leida(std::string_view t) {
    std::int64_t micros = -999;
    EXPECT_EQ(leer_millonesimas(t, micros), Lectura::bien) << t;
    return micros;
}
Lectura lectura(std::string_view t) {
    std::int64_t micros{};
    return leer_millonesimas(t, micros);
}

TEST(Decimal, UnExponenteEnormeNoDesborda) {
    std::int64_t micros = 7;
    for (const char* lejos : {"1e2147483647", "1e2147483641", "9.5e2147483647", "1e99999999999"})
        EXPECT_EQ(leer_millonesimas(lejos, micros), Lectura::fuera_de_rango) << lejos;
    for (const char* fino : {"1e-2147483648", "1.5e-2147483648", "0.0000001e-2147483640"})
        EXPECT_EQ(leer_millonesimas(fino, micros), Lectura::demasiados_decimales) << fino;
    EXPECT_EQ(leer_millonesimas("0e2147483647", micros), Lectura::bien);
    EXPECT_EQ(micros, 0);
}

TEST(Decimal, LeeLaMismaCantidadEscritaDeVariasFormas) {
    EXPECT_EQ(leida("1.10"), 1'100'000);
    EXPECT_EQ(leida("1.1"), 1'100'000);
    EXPECT_EQ(leida("11e-1"), 1'100'000);
    EXPECT_EQ(leida("0.11E+1"), 1'100'000);
    EXPECT_EQ(leida("-0"), 0);
    EXPECT_EQ(leida("0e999999999999"), 0);
    EXPECT_EQ(leida("1.1000000000000"), 1'100'000);
    EXPECT_EQ(leida("9223372036854.775807"), extremo);
    EXPECT_EQ(leida("-9223372036854.775807"), -extremo);
}

TEST(Decimal, DistingueLoQueEstaMal) {
    for (const auto* t : {"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "1,5", "0x1", "1 ", " 1", "NaN", "--1", "1.2.3", "1e5.0"})
        EXPECT_EQ(lectura(t), Lectura::malformado) << t;
    EXPECT_EQ(lectura("0.0000001"), Lectura::demasiados_decimales);
    EXPECT_EQ(lectura("1e-7"), Lectura::demasiados_decimales);
    EXPECT_EQ(lectura("9223372036854.775808"), Lectura::fuera_de_rango);
    EXPECT_EQ(lectura("1e13"), Lectura::fuera_de_rango);
    EXPECT_EQ(lectura("1e99999999999999999999"), Lectura::fuera_de_rango);
    EXPECT_EQ(lectura(std::string(60, '9')), Lectura::fuera_de_rango);
}

TEST(Decimal, EscribeYLeeCualquierValor) {
    EXPECT_TRUE(rc::check([](std::int64_t micros) {
        std::string t;
        escribir_millonesimas(t, micros);
        if (micros == std::numeric_limits<std::int64_t>::min()) return;  // has no positive counterpart; never stored
        RC_ASSERT(leida(t) == micros);
    }));
    std::string t;
    escribir_millonesimas(t, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(t, "-9223372036854.775808");
    EXPECT_EQ(Importe::de_micros(-1).texto(), "-0.000001");
    EXPECT_EQ(Importe::de_micros(12'300'000).texto(), "12.3");
}

TEST(Decimal, ElDesbordeEsUnErrorYNuncaDaLaVuelta) {
    const auto mayor = Importe::de_micros(extremo);
    EXPECT_THROW(mayor + Importe::de_micros(1), Error);
    EXPECT_THROW(-mayor - Importe::de_micros(2), Error);
    EXPECT_THROW(-Importe::de_micros(std::numeric_limits<std::int64_t>::min()), Error);
    EXPECT_THROW(Importe::de_enteros(10'000'000'000'000), Error);
    EXPECT_THROW((Cantidad::de_micros(extremo) * Precio::de_micros(extremo)).redondear(2), Error);
    EXPECT_THROW(Importe::de_micros(extremo).redondeado(2), Error) << "rounding up passes the largest value";
}

TEST(Decimal, RedondeaLejosDelCeroEnElMedio) {
    EXPECT_EQ(Importe::leer("1.005")->redondeado(2).texto(), "1.01");
    EXPECT_EQ(Importe::leer("-1.005")->redondeado(2).texto(), "-1.01");
    EXPECT_EQ(Importe::leer("1.004999")->redondeado(2).texto(), "1");
    EXPECT_EQ(Importe::leer("0.5")->redondeado(0).texto(), "1");
    // A single rounding: by way of three decimals this would be 0.01.
    EXPECT_EQ((Cantidad::leer("0.0699").value() * Precio::leer("0.0715").value()).redondear(2).texto(), "0");
    EXPECT_EQ((Importe::leer("100").value() * Tasa::leer("0.16").value()).redondear(2).texto(), "16");
    EXPECT_EQ(2_pza * 100_precio, 200_pza * 1_precio);
}

// Against the definition: the result is the multiple of the unit nearest to the exact product, the farther one in a tie.
TEST(Decimal, ElProductoRedondeadoEsElMasCercano) {
    EXPECT_TRUE(rc::check([] {
        const auto c = *rc::gen::inRange<std::int64_t>(-2'000'000'000, 2'000'000'000);
        const auto p = *rc::gen::inRange<std::int64_t>(-2'000'000'000, 2'000'000'000);
        const auto decimales = *rc::gen::inRange(0, 7);
        std::int64_t unidad = 1;
        for (int i = decimales; i < 6; ++i) unidad *= 10;
        const auto r = (Cantidad::de_micros(c) * Precio::de_micros(p)).redondear(decimales).micros();
        RC_ASSERT(r % unidad == 0);
        const __int128 exacto = static_cast<__int128>(c) * p;
        const __int128 distancia = static_cast<__int128>(r) * 1'000'000 - exacto;
        const __int128 medio = static_cast<__int128>(unidad) * 500'000;
        RC_ASSERT(distancia <= medio && distancia >= -medio);
        if (distancia == medio || distancia == -medio) RC_ASSERT((exacto > 0) == (distancia > 0));
    }));
}

TEST(Decimal, ElPrecioConImpuestoIncluidoSeCumpleAlCentavo) {
    EXPECT_EQ(impuesto_incluido(Importe::leer("116").value(), Tasa::leer("0.16").value(), 2).texto(), "16");
    EXPECT_EQ(impuesto_incluido(Importe::leer("9.99").value(), Tasa::leer("0.16").value(), 2).texto(), "1.38");
    EXPECT_EQ(impuesto_incluido(Importe::leer("100").value(), Tasa{}, 2).texto(), "0");
}

}  // namespace
}  // namespace cacao
