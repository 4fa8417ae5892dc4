#include "fiscal/esquema.hpp"

#include "base/sat.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

namespace cacao::fiscal {
namespace {

// Each match of an expression in the catalogs that come with the service, of one catalog.
template <class F>
int cada_clave(const std::string& catalogo, const char* expresion, F ver) {
    std::ifstream archivo{std::string{CACAO_SOURCE} + "/sql/0010_catalogos_sat.sql"};
    std::string texto{std::istreambuf_iterator<char>{archivo}, std::istreambuf_iterator<char>{}};
    const auto desde = texto.find("SELECT '" + catalogo + "'");
    texto = texto.substr(desde, texto.find("AS v;", desde) - desde);
    const std::regex cual{expresion};
    int cuantas = 0;
    for (std::sregex_iterator it{texto.begin(), texto.end(), cual}, fin; it != fin; ++it, ++cuantas) ver(*it);
    return cuantas;
}

// What callers are told of the catalogs, and what documents are judged by, is the same.
TEST(Esquema, LasTablasDicenLoQueLosCatalogos) {
    const auto& esquema = Esquema::sat();
    const int usos =
        cada_clave("UsosCFDI", R"re(\('(\w+)', '[^']*', '[^']*"regimenes":\[([^\]]*)\])re", [&](const std::smatch& m) {
            for (const auto regimen : sat::regimenes_fiscales)
                EXPECT_EQ(esquema.es_uso_de(m[1].str(), regimen), m[2].str().find(regimen) != std::string::npos)
                    << m[1] << ' ' << regimen;
        });
    EXPECT_EQ(usos, 24);
    const int regimenes = cada_clave("RegimenesFiscales", R"re(\('(\d+)', '[^']*', '\{"fisica":(\w+),"moral":(\w+)\})re",
                                     [&](const std::smatch& m) {
                                         EXPECT_EQ(esquema.es_regimen_de(m[1].str(), "CACX7605101P8"), m[2] == "true") << m[0];
                                         EXPECT_EQ(esquema.es_regimen_de(m[1].str(), "EKU9003173C9"), m[3] == "true") << m[0];
                                     });
    EXPECT_EQ(regimenes, 19);
    EXPECT_TRUE(esquema.es_regimen_de("601", "ÑAD9003173C9"));
    EXPECT_FALSE(esquema.es_regimen_de("601", "CACX7605101P8"));
    EXPECT_FALSE(esquema.es_regimen_de("612", "EKU9003173C9"));
    const int monedas = cada_clave("Monedas", R"re(\('([A-Z]{3})', '[^{]*\{"decimales":(\d))re", [&](const std::smatch& m) {
        EXPECT_TRUE(esquema.tiene("c_Moneda", m[1].str())) << m[1];
        EXPECT_EQ(esquema.decimales(m[1].str()), std::stoi(m[2])) << m[1];
    });
    EXPECT_EQ(monedas, 183);
    const auto* expresion =
        R"re("minimo":"([^"]*)","maximo":"([^"]*)","impuesto":"(\d+)","factor":"(\w+)","traslado":(\w+),"retencion":(\w+))re";
    const int tasas = cada_clave("TasasCuotas", expresion, [&](const std::smatch& m) {
        for (const bool retencion : {false, true})
            for (const auto& limite : {m[1].str(), m[2].str()})
                if (!limite.empty() && m[retencion ? 6 : 5] == "true") {
                    EXPECT_TRUE(esquema.es_tasa(m[3].str(), m[4].str(), retencion, Tasa::leer(limite).value())) << m[0];
                }
    });
    EXPECT_EQ(tasas, 19);
    EXPECT_FALSE(esquema.es_tasa("002", "Tasa", false, Tasa::leer("0.15").value()));
    EXPECT_TRUE(esquema.es_tasa("002", "Tasa", true, Tasa::leer("0.106667").value()));
}

}  // namespace
}  // namespace cacao::fiscal
