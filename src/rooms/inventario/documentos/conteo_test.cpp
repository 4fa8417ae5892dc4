// Counts: posting twice at once, and what the verification says of sheets that somebody changed by hand.

#include "rooms/inventario/documentos/conteo.hpp"
#include "rooms/inventario/verificar.hpp"
#include "support/libro.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace cacao::test {
namespace {

using namespace literales;

class ConteoTest : public testing::TestWithParam<db::Motor> {
protected:
    Libro l{GetParam(), {register_conteos}};
    std::int64_t taza = l.producto("TAZA");

    std::string abre() {
        const auto r = l.m.pide("POST /api/Inventario/Conteo", fmt::format(R"({{"almacenId":{}}})", l.almacenId));
        EXPECT_EQ(r.status, 200) << r.body;
        return r.en("/data/conteoId");
    }
    void captura(const std::string& conteo, int contado) {
        const auto r = l.m.pide("PUT /api/Inventario/Conteo/" + conteo,
                                fmt::format(R"({{"partidas":[{{"productoId":{},"contado":{}}}]}})", taza, contado));
        EXPECT_EQ(r.status, 200) << r.body;
    }
    void a_mano(std::string_view sql) {
        l.escribe([&](Context& ctx) { ctx.db().run(sql, ctx.organizacionId()); });
    }
};
CACAO_EN_AMBOS_MOTORES(ConteoTest);

TEST_P(ConteoTest, AplicarloVariasVecesALaVezLoAplicaUna) {
    l.entra(taza, 10_pza, 3_precio);
    const auto conteo = abre();
    captura(conteo, 7);
    std::atomic<int> hechos = 0;
    std::atomic<int> rechazados = 0;
    std::vector<std::thread> hilos;
    for (int i = 0; i < 4; ++i)
        hilos.emplace_back([&] {
            const auto r = l.m.pide("PUT /api/Inventario/ConteoAplicar/" + conteo, "{}");
            if (r.status == 200) ++hechos;
            if (r.faltas() == "estado_invalido /conteoId") ++rechazados;
        });
    for (auto& h : hilos) h.join();
    EXPECT_EQ(hechos, 1);
    EXPECT_EQ(rechazados, 3);
    EXPECT_EQ(l.existencia(taza), 7_pza);
}

TEST_P(ConteoTest, VerificarNombraLaHojaCambiadaAMano) {
    l.entra(taza, 10_pza, 3_precio);
    const auto primera = abre();
    captura(primera, 9);
    ASSERT_EQ(l.m.pide("PUT /api/Inventario/ConteoAplicar/" + primera, "{}").status, 200);
    abre();
    EXPECT_THAT(l.m.diferencias(verificar_inventario), testing::IsEmpty());
    a_mano(
        "UPDATE conteo SET estado = 'abierto', sobranteId = 0, faltanteId = 0 WHERE organizacionId = $1 AND estado = 'aplicado'");
    EXPECT_THAT(l.m.diferencias(verificar_inventario), testing::Contains(testing::HasSubstr("several open counts have it")));
    a_mano("UPDATE conteo SET estado = 'aplicado', faltanteId = 1 WHERE organizacionId = $1");
    EXPECT_THAT(l.m.diferencias(verificar_inventario),
                testing::Contains(testing::HasSubstr("its documents are none that post a count")));
}

}  // namespace
}  // namespace cacao::test
