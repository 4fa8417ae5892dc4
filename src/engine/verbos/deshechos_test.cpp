// What is undone leaves nothing: short lives of one document in which payments, credits and write-offs come and go, each of which
// once left a cent, or more, collected or paid by nobody.

#include "support/vida.hpp"

#include "db/rows.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <tuple>

namespace cacao::engine {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class Deshechos : public testing::TestWithParam<db::Motor> {
protected:
    Deshechos() : v(GetParam()) {}

    // What counts as collected, or paid, of any tax.
    std::string cobrado() {
        std::string hay;
        for (const char* codigo : {"118.01", "208.01", "216.03", "216.04", "216.10", "216.11"})
            if (const Importe i = v.l.en(codigo); !i.es_cero()) hay += std::string{codigo} + "=" + i.texto() + " ";
        return hay;
    }
    test::Vida v;
};
CACAO_EN_AMBOS_MOTORES(Deshechos);

struct Caso {
    const char* que;
    bool compra;
    const char* lineas;
    const char* actos;
    const char* saldo;
};
constexpr Caso casos[] = {
    {"a credit for more than was owed takes its own once the payment is undone", true, "HONORARIOS 1 100, GASTOS 4 100",
     "paga 215, acredita 2 3, cancela 0", "211.33"},
    {"the same of what bears no tax", true, "CERO 1 100, GASTOS 4 100", "paga 220, acredita 2 3, cancela 0", "216"},
    {"what was let go gave way to credits", true, "CERO 1 33.33, HONORARIOS 4 100",
     "paga 50, perdona 50, paga 100, acredita 2 2, acredita 1 1, cancela 0, cancela 2", "140.67"},
    {"what is let go by itself is paid by nobody", true, "RETF 1 1000, HONORARIOS 2 33.33", "perdona 50", "1113.55"},
    {"credits that took each other's", false, "GASTOS 7 33.33, EXENTO 1 33.33, CERO 3 9.99",
     "paga 166.97, acredita 2 1, acredita 3 2, acredita 1 3, cancela 1, cancela 0", "197.97"},
    {"what of a tax is cost", true, "MEDIO 3 100, HONORARIOS 2 50", "paga 200, acredita 1 2, acredita 2 1, cancela 0", "159.67"},
    {"of fees and of rent", true, "HONORARIOS 1 100, RENTA 4 100", "paga 200, paga 200, acredita 1 1, cancela 0, cancela 1",
     "381.33"},
    {"a credit waited for what was let go, and is cancelled", false, "GASTOS 2 50", "espera 1 1, perdona 116, cancela 0", "0"},
    {"what is withheld was given back as what it is of was open", false, "IEPS 7 83.50, HONORARIOS 2 188.71",
     "paga 144.20, acredita 2 2, paga 502.18, perdona 46.62, cancela 2, cancela 0", "685.64"},
};

TEST_P(Deshechos, NadaQuedaCobrado) {
    for (const Caso& c : casos) {
        SCOPED_TRACE(c.que);
        v.registra(c.compra, c.lineas);
        v.vive(c.actos);
        EXPECT_EQ(v.l.saldo(v.documentoId).texto(), c.saldo);
        EXPECT_EQ(cobrado(), "");
    }
}

// Each of these is such a life's end as it once was, made by hand.
TEST_P(Deshechos, LoQueNadiePagoSeEncuentra) {
    const auto mueve = [&](const char* impuesto, const char* cifra, const char* liquidada, Importe cuanto) {
        v.l.escribe([&](Context& ctx) {
            ctx.db().run(
                fmt::format("UPDATE aplicacionImpuesto SET {0} = {0} + $4 WHERE organizacionId = $1 AND transaccionId = $2 "
                            "AND impuesto = $3 AND aplicacionId = (SELECT MAX(aplicacionId) FROM aplicacion WHERE "
                            "organizacionId = $1 AND documentoId = $2)",
                            cifra),
                ctx.organizacionId(), v.documentoId, impuesto, cuanto);
            ctx.db().run(
                fmt::format("UPDATE documentoImpuesto SET {0} = {0} + $4 WHERE organizacionId = $1 AND transaccionId = $2 "
                            "AND impuesto = $3",
                            liquidada),
                ctx.organizacionId(), v.documentoId, impuesto, cuanto);
        });
    };
    v.registra(true, "HONORARIOS 1 100, GASTOS 4 100");
    v.vive("paga 215, acredita 2 3, acredita 1 1, cancela 0");
    for (const auto& [impuesto, cifra, liquidada] :
         {std::tuple{"iva", "importe", "liquidado"}, std::tuple{"iva", "base", "baseLiquidada"},
          std::tuple{"ivaRetenido", "importe", "liquidado"}, std::tuple{"isrRetenido", "importe", "liquidado"}}) {
        // Below zero where the document is at its end; it is told the other way round then.
        const Importe centavo = std::string_view{impuesto} == "iva" ? *Importe::leer("0.01") : *Importe::leer("-0.01");
        mueve(impuesto, cifra, liquidada, centavo);
        EXPECT_THAT(v.l.diferencias(), Contains(AllOf(HasSubstr(impuesto), HasSubstr("nobody paid it, and collected is"))));
        mueve(impuesto, cifra, liquidada, -centavo);
        EXPECT_THAT(v.l.diferencias(), IsEmpty());
    }
    // With a payment in force: of rent more than credits leave, and of fees less than nothing.
    v.registra(true, "HONORARIOS 1 100, RENTA 4 100");
    v.vive("paga 200, acredita 1 1");
    mueve("isrRetenido", "renta", "rentaLiquidada", *Importe::leer("30"));
    EXPECT_THAT(v.l.diferencias(), Contains(AllOf(HasSubstr("isrRetenido"), HasSubstr("its credits leave"))));
}

}  // namespace
}  // namespace cacao::engine
