// `cacao catalogs import` beside a running service, and search over the authority's whole catalog where its files are at hand.

#include "http/service.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cacao::test {
namespace {

class CatalogsTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};
    TemporaryFolder folder;

    std::string file(const std::string& name, const std::string& content) const {
        const auto path = folder.path() + "/" + name;
        std::ofstream{path, std::ios::binary} << content;
        return path;
    }
    Ended import(const std::vector<std::string>& arguments) const {
        return service.installation().run({"catalogs", "import"}, arguments);
    }
    std::string keys(const std::string& query, int n = 3) {
        const auto r = service.ask("admin", "GET", "/api/CatalogosSAT/ClavesProducto?" + query);
        EXPECT_EQ(r.status, 200) << r.body;
        std::string list;
        for (int i = 0; i < n; ++i) list += (i == 0 ? "" : " ") + r.at(fmt::format("/data/{}/clave", i));
        return list;
    }
    // The authority's file, unpacked; "" where it is not at hand.
    std::string published(const std::string& name) const {
        const auto packed = std::filesystem::path{CACAO_SOURCE} / "../shared/cfdi/catalogs" / name;
        const auto path = folder.path() + "/publicado.csv";
        const bool xz = name.ends_with(".xz");
        if (!std::filesystem::exists(packed)) return {};
        const auto command = fmt::format("{} '{}' > '{}' 2>/dev/null", xz ? "xz -dc" : "cat", packed.string(), path);
        return std::system(command.c_str()) == 0 ? path : std::string{};
    }
};
CACAO_EN_AMBOS_MOTORES(CatalogsTest);

TEST_P(CatalogsTest, ARunningServiceFindsTheNewKeys) {
    EXPECT_EQ(keys("buscar=cafe", 1), "50201706");
    const auto good = file(
        "a.csv", "id,texto,vigencia_desde,vigencia_hasta,estimulo_frontera,similares\n10000001,Caf\xE9 molido,2022-01-01,,1,\n");
    for (int i = 0; i < 2; ++i) {
        const auto done = import({good});
        ASSERT_EQ(done.exit, 0) << done.err;
        EXPECT_EQ(done.out, "ClavesProducto: 1 keys\n");
        EXPECT_EQ(done.err, "");
    }
    const auto found = service.ask("admin", "GET", "/api/CatalogosSAT/ClavesProducto?buscar=cafe");
    EXPECT_EQ(found.at("/totalRegistros"), "1");
    EXPECT_EQ(found.at("/data/0/descripcion"), "Café molido");
    // They belong to nobody, so every company's log tells of them.
    for (const char* who : {"admin", "otra"})
        EXPECT_EQ(service.ask(who, "GET", "/api/Bitacora?operacion=cacao%20catalogs%20import").at("/totalRegistros"), "2") << who;
    EXPECT_EQ(service.stop(), 0);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

TEST_P(CatalogsTest, FaultyRowsAreListedAndNothingIsStoredUnlessAsked) {
    const auto half = file("b.csv", "id,texto,similares\n10000001,Uno,\n1000000X,Dos,\n");
    const auto refused = import({half});
    EXPECT_EQ(refused.exit, 1);
    EXPECT_EQ(
        refused.err,
        "line 3, column id: \"1000000X\" is not a key of 8 digits\ncacao: 1 faults: nothing was changed. --parcial brings in the "
        "rest.\n");
    const auto tried = import({half, "--dry-run"});
    EXPECT_EQ(tried.exit, 1);
    EXPECT_EQ(tried.out, "ClavesProducto: 1 keys, 1 faults; nothing was changed\n");
    EXPECT_EQ(service.ask("admin", "GET", "/api/CatalogosSAT/ClavesProducto").at("/totalRegistros"), "245");
    EXPECT_EQ(import({half, "--parcial"}).exit, 0);
    EXPECT_EQ(service.ask("admin", "GET", "/api/CatalogosSAT/ClavesProducto").at("/totalRegistros"), "1");

    const auto refusal = [&](const std::vector<std::string>& arguments) { return import(arguments).err; };
    EXPECT_NE(refusal({folder.path() + "/no.csv"}).find("cannot be read"), std::string::npos);
    EXPECT_NE(refusal({file("c.csv", "a,b\n1,2\n")}).find("--catalog"), std::string::npos);
    EXPECT_NE(refusal({file("d.csv", "id,texto,similares\n")}).find("no key"), std::string::npos);
    EXPECT_NE(refusal({file("e.xz",
                            "\xFD"
                            "7zXZ")})
                  .find("compressed"),
              std::string::npos);
}

TEST_P(CatalogsTest, TheWholePublishedCatalog) {
    const auto products = published("cfdi_40_productos_servicios.csv.xz");
    if (products.empty()) GTEST_SKIP() << "the authority's files are not beside this source, or xz is not installed";
    const auto done = import({products});
    ASSERT_EQ(done.exit, 0) << done.err;
    EXPECT_EQ(done.out, "ClavesProducto: 52514 keys\n");
    EXPECT_EQ(service.ask("admin", "GET", "/api/CatalogosSAT/ClavesProducto?registrosPorPagina=1").at("/totalRegistros"),
              "52514");
    EXPECT_EQ(keys("buscar=50201706", 1), "50201706");
    EXPECT_EQ(keys("buscar=gatos+vivos", 1), "10101501");
    EXPECT_EQ(keys("buscar=yeguas", 1), "10101506");
    EXPECT_EQ(keys("buscar=caf%C3%A9", 1), keys("buscar=CAFE", 1));
    EXPECT_EQ(keys("clave=15101506&fecha=2020-01-15", 1), "15101506");
    EXPECT_EQ(keys("clave=15101506&fecha=2020-01-16", 1), "");
    const auto unit = service.ask("admin", "GET", "/api/UnidadesMedida").at("/data/0/unidadMedidaId");
    const auto product = [&](const std::string& key) {
        return service
            .ask("admin", "POST", "/api/Productos",
                 fmt::format(R"({{"codigo":"K{0}","nombre":"x","claveProdServ":"{0}","unidadMedidaId":{1}}})", key, unit))
            .at("/advertencias/0/codigo");
    };
    EXPECT_EQ(product("50201706"), "");
    EXPECT_EQ(product("15101506"), "clave_sat_sin_vigencia");

    for (const auto& [name, said] :
         std::map<std::string, std::string>{{"cfdi_40_claves_unidades.csv.xz", "ClavesUnidad: 2418 keys\n"},
                                            {"cfdi_40_municipios.csv.xz", "Municipios: 2478 keys\n"},
                                            {"cfdi_40_localidades.csv", "Localidades: 664 keys\n"}}) {
        const auto other = import({published(name)});
        EXPECT_EQ(other.exit, 0) << other.err;
        EXPECT_EQ(other.out, said);
    }
    const auto customs = import({published("cfdi_40_patentes_aduanales.csv.xz"), "--catalog", "PatentesAduanales"});
    EXPECT_EQ(customs.out, "PatentesAduanales: 3413 keys\n") << customs.err;
    EXPECT_EQ(service.ask("admin", "GET", "/api/CatalogosSAT/Municipios?buscar=monterrey").at("/data/0/padre"), "NLE");
    EXPECT_EQ(service.stop(), 0);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

}  // namespace
}  // namespace cacao::test
