// What scenarios cannot reach: how matches are ordered, and what readers see while a catalog is replaced.

#include "rooms/productos/producto.hpp"
#include "rooms/productos/unidad.hpp"
#include "rooms/sat/catalogos_sat.hpp"
#include "rooms/sat/importacion.hpp"
#include "rooms/sat/indice.hpp"
#include "support/mundo.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cacao::test {
namespace {

sat::Fila fila(std::string clave, std::string descripcion, std::string similares = "", std::string desde = "2022-01-01",
               std::string hasta = "") {
    sat::Fila f;
    f.clave = std::move(clave);
    f.desde = Fecha::leer_iso(desde).value();
    if (!hasta.empty()) f.hasta = Fecha::leer_iso(hasta);
    f.descripcion = std::move(descripcion);
    f.similares = std::move(similares);
    f.datos = R"({"estimuloFrontera":false})";
    return f;
}

// The keys that are found, the best first.
std::string claves(const sat::Indice& indice, std::string_view texto, const sat::Indice::Filtro& filtro = {}) {
    auto hallados = indice.buscar(texto, filtro);
    std::ranges::sort(hallados);
    std::vector<std::string> lista;
    for (const auto& h : hallados) lista.push_back(indice.fila(h.fila).clave);
    return fmt::format("{}", fmt::join(lista, " "));
}

TEST(IndiceSat, LaMejorCoincidenciaVaPrimero) {
    const sat::Indice indice{{
        fila("10000000", "Café"),
        fila("10000001", "Café de grano tostado"),
        fila("10000002", "Cafeteras"),
        fila("10000003", "Máquina para café"),
        fila("10000004", "Bebida caliente", "Café, té"),
        fila("20000000", "Motor eléctrico", "", "2022-01-01", "2023-12-31"),
        fila("20000001", "Reparación de motores"),
        fila("30000000", "Servicios de limpieza de oficinas"),
        fila("30000001", "Limpieza"),
    }};
    // The word itself before a longer one, fewer other words before more, the beginning before the middle, other words for it
    // last.
    EXPECT_EQ(claves(indice, "CAFE"), "10000000 10000001 10000002 10000003 10000004");
    EXPECT_EQ(claves(indice, "café tostado"), "10000001");
    EXPECT_EQ(claves(indice, "tostado cafe"), "10000001");
    EXPECT_EQ(claves(indice, "limpieza"), "30000001 30000000");
    EXPECT_EQ(claves(indice, "servicio de limpieza"), "30000000");
    // Plurals find singulars and the other way round.
    EXPECT_EQ(claves(indice, "motores"), "20000000 20000001");
    EXPECT_EQ(claves(indice, "motor"), "20000000 20000001");
    // Keys: the key, then what begins with it.
    EXPECT_EQ(claves(indice, "10000001"), "10000001");
    EXPECT_EQ(claves(indice, "2000"), "20000000 20000001");
    EXPECT_EQ(claves(indice, "2000", {Fecha::leer_iso("2024-01-01"), {}}), "20000001");
    EXPECT_EQ(claves(indice, "2000", {Fecha::leer_iso("2023-12-31"), {}}), "20000000 20000001");
    EXPECT_EQ(claves(indice, "2000", {{}, "MEX"}), "");
    // Words that say nothing count only when there is nothing else.
    EXPECT_EQ(claves(indice, "de"), "");
    EXPECT_EQ(claves(indice, "cafe de"), "10000000 10000001 10000002 10000003 10000004");
    EXPECT_EQ(claves(indice, "cafe nada"), "");
}

class CatalogoSatTest : public testing::TestWithParam<db::Motor> {
protected:
    Mundo m{GetParam(), {register_catalogos_sat, register_productos, register_unidades}};

    void importa(
        const std::vector<sat::Fila>& filas, const std::function<void()>& a_medias = [] {}) {
        sat::reemplazar(m.base.db(), "ClavesProducto", filas, m.reloj.ahora(), [&](std::int64_t, std::int64_t) { a_medias(); });
    }
    std::string total() { return m.pide("GET /api/CatalogosSAT/ClavesProducto?registrosPorPagina=1").en("/totalRegistros"); }
    static std::vector<sat::Fila> muchas(int n) {
        std::vector<sat::Fila> filas;
        for (int i = 0; i < n; ++i) filas.push_back(fila(fmt::format("{:08}", i), fmt::format("Cosa número {}", i)));
        return filas;
    }
    std::int64_t guardadas() { return m.cuenta("SELECT count(*) FROM satClave WHERE catalogo = 'ClavesProducto' AND $1 > 0"); }
};
CACAO_EN_AMBOS_MOTORES(CatalogoSatTest);

TEST_P(CatalogoSatTest, QuienLeeVeElCatalogoAnteriorOElNuevo) {
    EXPECT_EQ(total(), "245");
    int veces = 0;
    importa(muchas(2500), [&] {
        ++veces;
        EXPECT_EQ(total(), "245");
        EXPECT_EQ(m.pide("GET /api/CatalogosSAT/ClavesProducto?buscar=cosa").en("/totalRegistros"), "0");
    });
    EXPECT_EQ(veces, 3);
    EXPECT_EQ(total(), "2500");
    EXPECT_EQ(guardadas(), 2500);
    EXPECT_EQ(m.pide("GET /api/CatalogosSAT/ClavesProducto?buscar=cosa").en("/totalRegistros"), "2500");
    EXPECT_EQ(m.pide("GET /api/CatalogosSAT").en("/data/1/completo"), "true");
    EXPECT_EQ(m.pide("GET /api/CatalogosSAT").en("/data/1/importadoEn"), "2026-11-15T18:00:00Z");
    // Again, with less: what is searched follows.
    importa(muchas(10));
    EXPECT_EQ(total(), "10");
    EXPECT_EQ(guardadas(), 10);
    EXPECT_EQ(m.pide("GET /api/CatalogosSAT/ClavesProducto?buscar=cosa").en("/totalRegistros"), "10");
    EXPECT_EQ(m.diferencias(sat::verificar_catalogos), std::vector<std::string>{});
}

TEST_P(CatalogoSatTest, UnaImportacionInterrumpidaNoSeVeYLaSiguienteLaRecoge) {
    struct Corte {};
    EXPECT_THROW(importa(muchas(1500), [] { throw Corte{}; }), Corte);
    EXPECT_EQ(total(), "245");
    EXPECT_EQ(guardadas(), 1245);
    EXPECT_EQ(m.diferencias(sat::verificar_catalogos), std::vector<std::string>{});
    importa(muchas(3));
    EXPECT_EQ(total(), "3");
    EXPECT_EQ(guardadas(), 3);
}

TEST_P(CatalogoSatTest, DeDosImportacionesALaVezQuedaUnaEntera) {
    bool primera = true;
    EXPECT_THROW(importa(muchas(1500),
                         [&] {
                             if (std::exchange(primera, false)) importa(muchas(7));
                         }),
                 std::runtime_error);
    EXPECT_EQ(total(), "7");
    importa(muchas(2));
    EXPECT_EQ(guardadas(), 2);
}

TEST_P(CatalogoSatTest, VerificarCuentaLasClaves) {
    m.escribe([](Context& ctx) { ctx.db().run("DELETE FROM satClave WHERE catalogo = 'Meses' AND clave = '13'"); });
    EXPECT_EQ(m.diferencias(sat::verificar_catalogos), std::vector<std::string>{"satCatalogo: Meses has 17 keys instead of 18"});
}

// Every page of a search, by cursor and by number, gives the same walk as the whole.
TEST_P(CatalogoSatTest, LasPaginasDeUnaBusquedaRecorrenTodoUnaVez) {
    importa(muchas(250));
    const auto recorre = [&](bool por_cursor) {
        std::string claves, cursor;
        for (int pagina = 1; pagina <= 9; ++pagina) {
            const auto r = m.pide("GET /api/CatalogosSAT/ClavesProducto?buscar=cosa+numero&registrosPorPagina=30" +
                                  (!por_cursor   ? fmt::format("&pagina={}", pagina)
                                   : pagina == 1 ? std::string{}
                                                 : "&cursor=" + cursor));
            EXPECT_EQ(r.status, 200) << r.body;
            for (int i = 0; i < 30; ++i) claves += r.en(fmt::format("/data/{}/clave", i)) + ' ';
            cursor = r.en("/siguiente");
        }
        EXPECT_EQ(cursor, "null");
        return claves;
    };
    const auto por_numero = recorre(false);
    EXPECT_EQ(por_numero, recorre(true));
    for (int i = 0; i < 250; ++i) EXPECT_NE(por_numero.find(fmt::format("{:08} ", i)), std::string::npos) << i;
}

// Of a catalog that is there in part nothing can be said; of a whole one, that the key is not in force.
TEST_P(CatalogoSatTest, UnProductoConUnaClaveSinVigenciaSeAdvierte) {
    const auto producto = [&](std::string_view codigo, std::string_view clave) {
        return m.pide("POST /api/Productos",
                      fmt::format(R"({{"codigo":"{}","nombre":"x","claveProdServ":"{}","unidadMedidaId":{}}})", codigo, clave,
                                  m.empresa.sembrado.unidadMedidaId));
    };
    const auto advertencia = [](const Respuesta& r) { return r.en("/advertencias/0/codigo") + r.en("/advertencias/0/campo"); };
    EXPECT_EQ(advertencia(producto("A", "99999999")), "");
    importa({fila("00000001", "Una"), fila("00000002", "Otra", "", "2022-01-01", "2026-11-14"),
             fila("00000003", "Futura", "", "2026-11-16")});
    EXPECT_EQ(advertencia(producto("B", "00000001")), "");
    for (const auto* clave : {"99999999", "00000002", "00000003"}) {
        const auto r = producto(std::string{"C"} + clave, clave);
        EXPECT_EQ(r.status, 200);
        EXPECT_EQ(advertencia(r), "clave_sat_sin_vigencia/claveProdServ") << clave;
    }
    const auto id = producto("D", "00000001").en("/data/productoId");
    EXPECT_EQ(advertencia(m.pide("PUT /api/Productos/" + id, R"({"claveProdServ":"00000002"})")),
              "clave_sat_sin_vigencia/claveProdServ");
    EXPECT_EQ(advertencia(m.pide("PUT /api/Productos/" + id, R"({"nombre":"y"})")), "");
    EXPECT_EQ(advertencia(m.pide("POST /api/UnidadesMedida", R"({"codigo":"RARA","nombre":"x","claveUnidad":"ZZ9"})")), "");
    sat::reemplazar(m.base.db(), "ClavesUnidad", {fila("H87", "Pieza")}, m.reloj.ahora(), [](std::int64_t, std::int64_t) {});
    const auto unidad = m.pide("POST /api/UnidadesMedida", R"({"codigo":"RARA2","nombre":"x","claveUnidad":"ZZ9"})");
    EXPECT_EQ(advertencia(unidad), "clave_sat_sin_vigencia/claveUnidad");
    EXPECT_EQ(advertencia(m.pide("PUT /api/UnidadesMedida/" + unidad.en("/data/unidadMedidaId"), R"({"claveUnidad":"ZZ8"})")),
              "clave_sat_sin_vigencia/claveUnidad");
}

}  // namespace
}  // namespace cacao::test
