// The examples of CONTRIBUTING.md, as they stand there: a kind and an event are the lines that it shows, and nothing else.

#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/verbos/emitir.hpp"
#include "support/cuadre.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::engine {
namespace evento {
#include "examples/evento.inc"
template <>
inline constexpr bool listado<Recibido> = true;
}  // namespace evento

namespace {
// In the order of the text.
// clang-format off
#include "examples/tipo.inc"
#include "examples/registrar.inc"
#include "examples/avisar.inc"
// clang-format on

const bool agregado = agregar_tipo(Donativo);

using namespace literales;
using test::Libro;

class Contributing : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(Contributing);

TEST_P(Contributing, AKindAndAnEventAreTheLinesThatItShows) {
    ASSERT_TRUE(agregado);
    Libro l{GetParam()};
    const auto p = l.producto("DULCE");
    l.entra(p, 5_pza, 8_precio);
    SolicitudInventario pedida;
    PartidaInventario& partida = pedida.partidas.emplace_back();
    partida.productoId = p;
    partida.cantidad = 2_pza;
    Emitido donado;
    l.escribe([&](Context& ctx) { donado = registrar_donativo(ctx, pedida); });
    EXPECT_EQ(donado.serie, "DN");
    EXPECT_EQ(l.asientos(donado.transaccionId), "abono inventario 16\ncargo gastos 16\n");
    EXPECT_EQ(l.existencia(p), 3_pza);

    l.escribe([&](Context& ctx) { EXPECT_EQ(recibir_donativo(ctx, donado.transaccionId, "Casa Hogar"), 2); });
    std::string eventos;
    l.m.lee([&](const Context& ctx) {
        ctx.db().each(R"(SELECT consecutivo, evento, datos FROM evento WHERE organizacionId = $1 AND transaccionId = $2
                         ORDER BY consecutivo)",
                      [&](const db::Row& r) { eventos += fmt::format("{} {} {}\n", r.integer(0), r.text(1), r.text(2)); },
                      ctx.organizacionId(), donado.transaccionId);
    });
    EXPECT_EQ(eventos, "1 registrado {\"tipo\":\"Donativo\",\"total\":0}\n2 cambiado {\"recibio\":\"Casa Hogar\"}\n");
    l.cancela(donado.transaccionId);
    EXPECT_EQ(l.existencia(p), 5_pza);
    EXPECT_EQ(test::descuadres(l.m.base.db(), l.m.empresa.organizacionId), "");
}

}  // namespace
}  // namespace cacao::engine
