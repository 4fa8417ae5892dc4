// What scenarios cannot reach: several at once, and rows that do not agree.

#include "rooms/productos/producto.hpp"

#include "rooms/productos/producto_filas.hpp"
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
};
CACAO_EN_AMBOS_MOTORES(ProductoTest);

// Of two changes that read the same version, the one that is stored later is refused (version_distinta): none is lost.
TEST_P(ProductoTest, QuienLeyoUnaVersionAnteriorNoEscribeEncima) {
    const auto productoId = std::stoll(crea(producto("A")));
    Producto antes;
    m.lee([&](const Context& ctx) { antes = leer_producto(ctx.db(), productoId); });
    ASSERT_EQ(m.pide("PUT /api/Productos/NumeroParte/" + std::to_string(productoId), R"({"numeroParte":"N1"})").status, 200);
    m.escribe([&](Context& ctx) {
        try {
            modificar_producto(ctx.db(), antes, antes);
            ADD_FAILURE() << "written over";
        } catch (const Error& e) {
            EXPECT_EQ(e.faltas().front().codigo, Codigo::version_distinta);
        }
    });
}

TEST_P(ProductoTest, UnKitReuneALoMasQuinientosProductos) {
    const std::int64_t pieza = std::stoll(crea(producto("P")));
    std::vector<std::string> kits;
    for (int k = 0; k < 3; ++k) kits.push_back(crea(kit(fmt::format("K{}", k), std::to_string(pieza))));
    // As many components as each may have, all different: copies of one product.
    m.escribe([&](Context& ctx) {
        auto& tx = ctx.db();
        for (int i = 0; i < 600; ++i) {
            const auto id = tx.next_id();
            tx.run(R"(
                INSERT INTO producto (organizacionId, productoId, codigo, nombre, tipo, unidadMedidaId, clasificacionId, seguimiento,
                    metodoCosto, claveProdServ, precio, peso, volumen, iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido,
                    isrRetenido, activo, version, creadoEn, modificadoEn)
                SELECT organizacionId, $3, $4, nombre, tipo, unidadMedidaId, clasificacionId, seguimiento, metodoCosto, claveProdServ,
                    precio, peso, volumen, iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, activo, version, creadoEn,
                    modificadoEn
                FROM producto WHERE organizacionId = $1 AND productoId = $2)",
                   tx.organizacion(), pieza, id, "P" + std::to_string(i));
            tx.run(R"(INSERT INTO productoComponente (organizacionId, productoId, componenteId, cantidad, obligatorio)
                      VALUES ($1, $2, $3, 1000000, 1))",
                   tx.organizacion(), std::int64_t{std::stoll(kits[static_cast<std::size_t>(i / 200)])}, id);
        }
    });
    const auto de = [&](std::initializer_list<std::string> cuales) {
        std::string lista;
        for (const auto& c : cuales) lista += (lista.empty() ? "" : ",") + fmt::format(R"({{"productoId":{},"cantidad":1}})", c);
        return R"(,"tipo":"kit","componentes":[)" + lista + "]";
    };
    const auto r = m.pide("POST /api/Productos", producto("TODO", de({kits[0], kits[1], kits[2]})));
    EXPECT_EQ(r.faltas(), "kit_muy_grande /componentes");
    EXPECT_EQ(r.en("/errores/0/datos/maximo"), "500");
    const auto dos = m.pide("POST /api/Productos", producto("TODO", de({kits[0], kits[1]})));
    ASSERT_EQ(dos.status, 200) << dos.body;
    EXPECT_EQ(m.pide("PUT /api/Productos/" + dos.en("/data/productoId"), "{" + de({kits[0], kits[1], kits[2]}).substr(14) + "}")
                  .faltas(),
              "kit_muy_grande /componentes");
}

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

TEST_P(ProductoTest, LosTotalesSeGuardanPorTipoYUso) {
    const auto total = [&](const std::string& filtro) { return m.pide("GET /api/Productos?" + filtro).en("/totalRegistros"); };
    const auto base = crea(producto("BASE"));
    crea(producto("S", R"(,"tipo":"servicio")"));
    const auto k = crea(kit("K", base));
    EXPECT_EQ(m.pide("PUT /api/Productos/" + k, R"({"activo":false})").status, 200);
    EXPECT_EQ(total(""), "3");
    EXPECT_EQ(total("tipo=producto"), "1");
    EXPECT_EQ(total("tipo=servicio&activo=true"), "1");
    EXPECT_EQ(total("tipo=kit"), "1");
    EXPECT_EQ(total("activo=true"), "2");
    EXPECT_EQ(m.diferencias(verificar_productos), std::vector<std::string>{});
    m.escribe([&](Context& ctx) { ctx.db().run("DELETE FROM conteoRegistro WHERE organizacionId = $1", ctx.organizacionId()); });
    EXPECT_EQ(m.diferencias(verificar_productos).size(), 3U);
}

TEST_P(ProductoTest, VerificarEncuentraPalabrasYComponentesQueNoCorresponden) {
    const auto base = crea(producto("BASE"));
    const auto k = crea(kit("K", base));
    EXPECT_EQ(m.pide("PUT /api/Productos/" + base, R"({"nombre":"Nuez de Castilla","numeroParte":"N-7"})").status, 200);
    EXPECT_EQ(m.diferencias(verificar_productos), std::vector<std::string>{});
    m.escribe([&](Context& ctx) {
        ctx.db().run("DELETE FROM productoPalabra WHERE organizacionId = $1 AND palabra = 'nuez'", ctx.organizacionId());
        ctx.db().run("DELETE FROM productoComponente WHERE organizacionId = $1", ctx.organizacionId());
    });
    const auto lista = m.diferencias(verificar_productos);
    ASSERT_EQ(lista.size(), 2U);
    EXPECT_NE(lista[0].find("productoId " + base), std::string::npos) << lista[0];
    EXPECT_NE(lista[1].find("productoId " + k), std::string::npos) << lista[1];
}

// Of two at once that want a code, as their own or to be scanned by, one has it.
TEST_P(ProductoTest, UnCodigoEsDeUnSoloProducto) {
    const auto a = crea(producto("A")), b = crea(producto("B"));
    for (int i = 0; i < 8; ++i) {
        const auto codigo = fmt::format("750{}", i);
        auto suyo = std::async(std::launch::async, [&] {
            return m.pide("PUT /api/Productos/" + a, fmt::format(R"({{"codigo":"{}"}})", codigo)).status;
        });
        auto leido = std::async(std::launch::async, [&] {
            return m.pide("PUT /api/Productos/" + b, fmt::format(R"({{"codigosBarras":[{{"codigo":"{}"}}]}})", codigo)).status;
        });
        EXPECT_EQ(suyo.get() + leido.get(), 600);
        EXPECT_EQ(m.diferencias(verificar_productos), std::vector<std::string>{});
    }
}

TEST_P(ProductoTest, VerifyFindsCodesOfNobody) {
    const auto a = crea(producto("A", R"(,"codigosBarras":[{"codigo":"7501"}])"));
    const auto b = crea(producto("B"));
    ASSERT_EQ(m.diferencias(verificar_productos), std::vector<std::string>{});
    m.escribe([&](Context& ctx) {
        ctx.db().run("UPDATE codigoBarras SET codigo = 'B', unidadMedidaId = 7 WHERE organizacionId = $1", ctx.organizacionId());
    });
    EXPECT_EQ(m.diferencias(verificar_productos).size(), 2U);
}

}  // namespace
}  // namespace cacao::test
