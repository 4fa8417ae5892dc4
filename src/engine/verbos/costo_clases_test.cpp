// Costs of goods of several classes: whatever is cancelled, in whatever order, the books say account by account what they would
// say had it never been.

#include "engine/verbos/tienda_test.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

using engine::MetodoCosto;

struct Caso {
    const char* nombre;
    bool negativos;
    std::vector<MetodoCosto> metodos;
    std::vector<Acto> actos;
};

std::vector<Caso> casos() {
    const std::vector<MetodoCosto> ambos{MetodoCosto::peps, MetodoCosto::promedio};
    const std::vector<MetodoCosto> promedio{MetodoCosto::promedio};
    return {
        {"purchases that paid a sale, the last first",
         true,
         promedio,
         {vende({{0, 7}}), compra({{0, 3, 500}}), compra({{0, 6, 1000}}), cancela(2), cancela(1)}},
        {"the second of two purchases that paid a sale",
         true,
         promedio,
         {vende({{0, 7}}), compra({{0, 3, 500}}), compra({{0, 6, 1000}}), cancela(2)}},
        {"the first of two purchases that paid a sale",
         true,
         promedio,
         {vende({{0, 7}}), compra({{0, 3, 500}}), compra({{0, 6, 1000}}), cancela(1)}},
        {"a sale of two classes put right in opposite ways",
         true,
         ambos,
         {recibe({{0, 1, 3300}}), vende({{0, 2}, {1, 1}}), compra({{0, 1, 500}, {1, 1, 700}}), cancela(1)}},
        {"a landed cost, cancelled after its goods became others",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), encarece(0, 4000), reempaca({{0, 4}}, {{1, 4}}), cancela(1)}},
        {"… and what they became too",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), encarece(0, 4000), reempaca({{0, 4}}, {{1, 4}}), cancela(1), cancela(2)}},
        {"… and the goods",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), encarece(0, 4000), reempaca({{0, 4}}, {{1, 4}}), cancela(1), cancela(2), cancela(0)}},
        {"… of an invoice at another price",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), factura(0, 1500), reempaca({{0, 4}}, {{2, 3}, {1, 1}}), cancela(1), cancela(2), cancela(0)}},
        {"… of what an invoice found repackaged",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), reempaca({{0, 4}}, {{2, 3}, {1, 1}}), factura(0, 1500), cancela(2), cancela(1), cancela(0)}},
        {"a landed cost of goods that a repackaging took more of than there were",
         true,
         ambos,
         {recibe({{0, 3, 1000}}), encarece(0, 3000), reempaca({{0, 5}}, {{1, 5}}), cancela(1)}},
        {"… and the repackaging",
         true,
         ambos,
         {recibe({{0, 3, 1000}}), encarece(0, 3000), reempaca({{0, 5}}, {{1, 5}}), cancela(1), cancela(2)}},
        {"… of which some came in since",
         true,
         ambos,
         {recibe({{0, 3, 1000}}), encarece(0, 3000), reempaca({{0, 5}}, {{1, 5}}), compra({{0, 1, 1500}}), cancela(1)}},
        {"… sold more of than there were", true, ambos, {recibe({{0, 3, 1000}}), encarece(0, 3000), vende({{0, 5}}), cancela(1)}},
        {"… sent more of than there were",
         true,
         ambos,
         {recibe({{0, 3, 1000}}), encarece(0, 3000), traspasa({0, 5}), cancela(1)}},
        {"a cost of a kit whose part became something else",
         false,
         ambos,
         {recibe({{3, 7, 7}}), reempaca({{0, 1}}, {{2, 1}}, false, true), encarece(0, 66627), cancela(1)}},
        {"… of which some went back",
         false,
         ambos,
         {recibe({{3, 7, 7}, {0, 8, 7}}), reempaca({{0, 1}}, {{2, 3}, {1, 3}}, false, true), encarece(0, 5, 1), regresa(0, 2),
          encarece(0, 66627, 1), cancela(1)}},
        {"… and a cost of cents",
         false,
         ambos,
         {recibe({{3, 7, 7}, {0, 8, 7}}), reempaca({{0, 1}}, {{2, 3}, {1, 3}}, false, true), encarece(0, 5, 1), regresa(0, 2),
          cancela(1)}},
        {"a purchase that paid a sale and a repackaging",
         true,
         ambos,
         {reempaca({{0, 1}, {1, 1}}, {{2, 1}}), vende({{0, 1}}), compra({{0, 2, 1000}, {1, 1, 1000}}), cancela(1), cancela(0),
          cancela(2)}},
        {"… of one class",
         true,
         ambos,
         {reempaca({{1, 1}}, {{2, 1}}), vende({{0, 1}}), compra({{0, 2, 1000}, {1, 1, 1000}}), cancela(1), cancela(0),
          cancela(2)}},
        {"a transfer of what was made of nothing, which came in since",
         true,
         ambos,
         {reempaca({{0, 3}}, {{2, 3}}), traspasa({2, 3}), recibe({{0, 4, 150}}), cancela(1)}},
        {"a sale of what was made of nothing, which came in since",
         true,
         ambos,
         {reempaca({{0, 3}}, {{2, 3}}), vende({{2, 3}}), recibe({{0, 4, 150}}), cancela(1)}},
        {"… of another class", true, ambos, {reempaca({{0, 3}}, {{1, 3}}), vende({{1, 3}}), recibe({{0, 4, 150}}), cancela(1)}},
        {"… and the repackaging",
         true,
         ambos,
         {reempaca({{0, 3}}, {{1, 3}}), vende({{1, 3}}), recibe({{0, 4, 150}}), cancela(1), cancela(0)}},
        {"… and the goods",
         true,
         ambos,
         {reempaca({{0, 3}}, {{1, 3}}), vende({{1, 3}}), recibe({{0, 4, 150}}), cancela(1), cancela(0), cancela(2)}},
        {"… sold in part, with a cost that came late and is undone",
         true,
         ambos,
         {reempaca({{0, 3}}, {{1, 3}}), vende({{1, 2}}), recibe({{0, 4, 150}}), encarece(2, 400), cancela(1), cancela(3)}},
        {"a landed cost of what was repackaged and sold",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), reempaca({{0, 4}}, {{1, 4}}), vende({{1, 2}}), encarece(0, 4000), cancela(2)}},
        {"… before that",
         false,
         ambos,
         {recibe({{0, 4, 1000}}), encarece(0, 4000), reempaca({{0, 4}}, {{1, 4}}), vende({{1, 2}}), cancela(1)}},
        {"a repackaging that paid a sale, without a cost that it had carried",
         true,
         ambos,
         {vende({{2, 5}}), recibe({{3, 1, 3333}}), encarece(1, 10001), reempaca({{0, 5}}, {{1, 5}, {2, 1}}), cancela(2)}},
        {"… and the repackaging",
         true,
         promedio,
         {vende({{2, 5}}), recibe({{3, 1, 3333}}), encarece(1, 10001), reempaca({{0, 5}}, {{1, 5}, {2, 1}}), cancela(2),
          cancela(3)}},
        {"a transfer of more than there was, without a cost of what there was",
         true,
         ambos,
         {recibe({{0, 3, 1000}}), encarece(0, 3000), traspasa({0, 5}), cancela(1), cancela(2)}},
        {"a purchase that paid a sale once the goods that had paid it were undone",
         true,
         promedio,
         {vende({{2, 4}}), reempaca({{0, 4}}, {{2, 5}}), compra({{2, 2, 1235}}), cancela(1), cancela(2)}},
        {"a waste of what came in since",
         true,
         ambos,
         {recibe({{0, 1, 3300}}), merma({{3, 1}}), compra({{0, 1, 500}, {1, 1, 700}}), cancela(1)}},
    };
}

class CostoDeClases : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(CostoDeClases);

TEST_P(CostoDeClases, LoCanceladoEsComoSiNuncaHubieraSido) {
    Tienda t{GetParam()};
    for (const Caso& caso : casos())
        for (const MetodoCosto metodo : caso.metodos) {
            SCOPED_TRACE(fmt::format("{}, {}", caso.nombre, metodo == MetodoCosto::peps ? "peps" : "promedio"));
            t.l.permite_negativos(caso.negativos);
            const Quedo con = t.vivir(caso.actos, metodo);
            EXPECT_EQ(con.faltas, "");
            const Quedo sin = t.vivir(caso.actos, metodo, con.cancelados);
            EXPECT_EQ(sin.faltas, "");
            EXPECT_EQ(con.libros, sin.libros);
        }
    EXPECT_EQ(fmt::format("{}", fmt::join(t.l.diferencias(), "\n")), "");
}

}  // namespace
}  // namespace cacao::test
