// What is added to a document after its registration: as much as is allowed, each with its event.

#include "engine/verbos/adjuntos.hpp"

#include "db/rows.hpp"
#include "engine/tipos/documento.hpp"
#include "support/libro.hpp"

#include <gmock/gmock.h>

namespace cacao::engine {
namespace {

using namespace literales;
using test::Libro;

class Adjuntos : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam()};
    const std::int64_t factura = l.factura_de_concepto(100_precio).transaccionId;

    void nota(const std::string& texto) {
        l.escribe([&](Context& ctx) { agregar_nota(ctx, exigir_cualquiera(ctx.db(), factura), texto); });
    }
    AdjuntosVista leidos() {
        AdjuntosVista v;
        l.m.lee([&](const Context& ctx) { v = leer_adjuntos(ctx, factura); });
        return v;
    }
};
CACAO_EN_AMBOS_MOTORES(Adjuntos);

TEST_P(Adjuntos, EveryAdditionRaisesTheVersionAndLeavesItsEvent) {
    nota("una");
    l.escribe([&](Context& ctx) {
        const auto a = agregar_archivo(ctx, exigir_cualquiera(ctx.db(), factura), {"acuse", "pdf", "https://a.mx/1"});
        EXPECT_EQ(a.version, 3);
        EXPECT_EQ(a.nombreExtension, "acuse.pdf");
    });
    nota("otra");
    EXPECT_EQ(
        l.entero("SELECT count(*) FROM evento WHERE organizacionId = $1 AND transaccionId = $2 AND evento = 'cambiado'", factura),
        3);
    const auto v = leidos();
    EXPECT_EQ(v.version, 4);
    ASSERT_EQ(v.notasAgregadas.size(), 2U);
    EXPECT_EQ(v.notasAgregadas[1].nota, "otra");
    ASSERT_EQ(v.archivos.size(), 1U);
    EXPECT_EQ(v.archivos[0].creadoPor, v.notasAgregadas[0].creadoPor);
}

TEST_P(Adjuntos, AHundredNotesAndNoMore) {
    for (std::int64_t i = 0; i < maximo_de_adjuntos; ++i) nota("nota");
    try {
        nota("una más");
        ADD_FAILURE() << "one more was taken";
    } catch (const Error& e) {
        EXPECT_EQ(e.faltas().front().codigo, Codigo::lista_muy_larga);
        EXPECT_EQ(e.faltas().front().campo, "/id");
    }
    EXPECT_EQ(leidos().version, maximo_de_adjuntos + 1);
}

TEST(Areas, EveryKindHasOne) {
    for (const Documento* tipo : todos_los_tipos()) {
        if (tipo->tipo.ends_with("DePrueba")) continue;  // a kind that only a test has
        EXPECT_NE(tipo->area, "") << tipo->tipo;
    }
}

}  // namespace
}  // namespace cacao::engine
