// What scenarios cannot reach: several at once, and rows that do not agree.

#include "rooms/productos/producto.hpp"

#include "rooms/productos/verificar.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <future>

namespace cacao::test {
namespace {

class ProductoTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_productos}};

    std::string producto(std::string_view codigo, std::string_view mas = "") {
        return fmt::format(R"({{"codigo":"{}","nombre":"Piñón {}","claveProdServ":"50161813","unidadMedidaId":{}{}}})", codigo,
                           codigo, m.empresa.sembrado.unidadMedidaId, mas);
    }
    std::string kit(std::string_view codigo, const std::string& componenteId) {
        return producto(codigo, R"(,"tipo":"kit")" + componentes(componenteId));
    }
    static std::string componentes(const std::string& componenteId) {
        return R"(,"componentes":[{"productoId":)" + componenteId + R"(,"cantidad":1}])";
    }
    std::string crea(const std::string& cuerpo) { return m.pide("POST /api/Productos", cuerpo).en("/data/productoId"); }
    std::vector<std::string> diferencias() {
        std::vector<std::string> lista;
        m.lee([&](const Context& ctx) {
            verificar_productos(ctx.db(), [&](const std::string& texto) { lista.push_back(texto); });
        });
        return lista;
    }
};
CACAO_EN_AMBOS_MOTORES(ProductoTest);

TEST_P(ProductoTest, VariosALaVezConUnCodigoDanUnoYLosDemasDuplicados) {
    std::vector<std::future<Respuesta>> respuestas;
    for (int i = 0; i < 30; ++i)
        respuestas.push_back(std::async(std::launch::async, [this] { return m.pide("POST /api/Productos", producto("UNICO")); }));
    int creados = 0;
    for (auto& r : respuestas) {
        const auto respuesta = r.get();
        creados += static_cast<int>(respuesta.status == 200);
        EXPECT_EQ(respuesta.faltas(), respuesta.status == 200 ? "" : "duplicado /codigo") << respuesta.body;
    }
    EXPECT_EQ(creados, 1);
    EXPECT_EQ(m.cuenta("SELECT count(*) FROM producto WHERE organizacionId = $1"), 1);
}

// Each change alone is allowed; together they would close a circle.
TEST_P(ProductoTest, DosALaVezNoCierranUnCirculoDeKits) {
    const auto base = crea(producto("BASE"));
    for (int i = 0; i < 10; ++i) {
        const auto a = crea(kit(fmt::format("A{}", i), base));
        const auto b = crea(kit(fmt::format("B{}", i), base));
        const auto pone = [this](const std::string& kit, const std::string& dentro) {
            return std::async(std::launch::async, [this, kit, dentro] {
                return m.pide("PUT /api/Productos/" + kit, "{" + componentes(dentro).substr(1) + "}");
            });
        };
        auto una = pone(a, b);
        auto otra = pone(b, a);
        const auto primera = una.get();
        const auto segunda = otra.get();
        EXPECT_EQ(static_cast<int>(primera.status == 200) + static_cast<int>(segunda.status == 200), 1)
            << primera.body << segunda.body;
        const auto& rechazada = primera.status == 200 ? segunda : primera;
        EXPECT_EQ(rechazada.faltas(), "regla_incumplida /componentes/0/productoId");
    }
}

TEST_P(ProductoTest, VerificarEncuentraPalabrasYComponentesQueNoCorresponden) {
    const auto base = crea(producto("BASE"));
    const auto k = crea(kit("K", base));
    EXPECT_EQ(m.pide("PUT /api/Productos/" + base, R"({"nombre":"Nuez de Castilla","numeroParte":"N-7"})").status, 200);
    EXPECT_EQ(diferencias(), std::vector<std::string>{});
    m.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM productoPalabra WHERE organizacionId = $1 AND palabra = 'nuez'", ctx.organizacionId());
        ctx.db().run("DELETE FROM productoComponente WHERE organizacionId = $1", ctx.organizacionId());
    });
    const auto lista = diferencias();
    ASSERT_EQ(lista.size(), 2U);
    EXPECT_NE(lista[0].find("productoId " + base), std::string::npos) << lista[0];
    EXPECT_NE(lista[1].find("productoId " + k), std::string::npos) << lista[1];
}

}  // namespace
}  // namespace cacao::test
