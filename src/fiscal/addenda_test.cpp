#include "fiscal/addenda.hpp"

#include <gtest/gtest.h>

namespace cacao::fiscal {
namespace {

const std::vector<CampoAddenda> campos{{"orden", TipoCampo::texto, NivelCampo::encabezado, 10, true, {}},
                                       {"tienda", TipoCampo::texto, NivelCampo::encabezado, 0, false, {"001", "002"}},
                                       {"upc", TipoCampo::texto, NivelCampo::partida, 0, false, {}}};

std::string escribir(std::string_view plantilla, const ValoresAddenda& encabezado, const std::vector<ValoresAddenda>& partidas) {
    Faltas faltas;
    const PlantillaAddenda p{plantilla, campos, "/plantilla", faltas};
    EXPECT_TRUE(faltas.vacia()) << plantilla;
    return p.escribir(encabezado, partidas, 1U << 20U).value();
}

// The codes and what they tell, in order.
std::string faltas_de(std::string_view plantilla) {
    Faltas faltas;
    const PlantillaAddenda p{plantilla, campos, "/plantilla", faltas};
    std::string lista;
    for (const auto& f : faltas.lista()) {
        EXPECT_EQ(f.campo, "/plantilla");
        lista += (lista.empty() ? "" : "; ") + std::string{nombre(f.codigo)} + ' ' + f.datos;
    }
    return lista;
}

TEST(Addenda, LosValoresLleganIntactosYEscapados) {
    EXPECT_EQ(escribir(R"(<A o="{{orden}}">{{ orden }}</A>)", {{"orden", "R&D <\"'> 🍫 ñ\n"}}, {}),
              R"(<A o="R&amp;D &lt;&quot;&apos;&gt; 🍫 ñ&#10;">R&amp;D &lt;&quot;&apos;&gt; 🍫 ñ&#10;</A>)");
    // A value that looks like a template is a value.
    EXPECT_EQ(escribir("<A>{{orden}}</A>", {{"orden", "{{tienda}}{{#partidas}}"}}, {}), "<A>{{tienda}}{{#partidas}}</A>");
}

TEST(Addenda, ElLazoRepiteCadaPartida) {
    const auto* plantilla = "<A>{{#partidas}}<L u=\"{{upc}}\" o=\"{{orden}}\"/>{{/partidas}}</A>";
    EXPECT_EQ(escribir(plantilla, {{"orden", "7"}}, {}), "<A></A>");
    EXPECT_EQ(escribir(plantilla, {{"orden", "7"}}, {{{"upc", "1"}}, {{"upc", "2"}, {"orden", "8"}}, {}}),
              R"(<A><L u="1" o="7"/><L u="2" o="8"/><L u="" o="7"/></A>)");
    EXPECT_EQ(escribir("<A/>{{#partidas}}x{{/partidas}}<B>{{#partidas}}<C/>{{/partidas}}</B>", {}, {{}, {}}),
              "<A/>xx<B><C/><C/></B>");
}

TEST(Addenda, UnCampoDesconocidoODeOtroNivelSeRechaza) {
    EXPECT_EQ(faltas_de("<A>{{nada}}</A>"), R"(plantilla_campo {"campo":"nada"})");
    EXPECT_EQ(faltas_de("<A>{{upc}}</A>"), R"(plantilla_campo {"campo":"upc"})");
    EXPECT_EQ(faltas_de("<A>{{a\"b}}{{}}</A>"), R"(plantilla_campo {"campo":"a\"b"}; plantilla_campo {"campo":""})");
}

TEST(Addenda, LoQueNoSeriaXmlSeRechaza) {
    for (const auto* mala : {"<A>",
                             "</A>",
                             "<A></B>",
                             "<A><B></A></B>",
                             "<A",
                             "<A b=1/>",
                             "<A b='1' b='2'/>",
                             "<A b=\"<\"/>",
                             "<A b='1'c='2'/>",
                             "< A/>",
                             "<A>&</A>",
                             "<A>&otra;</A>",
                             "<!DOCTYPE a>",
                             "<!-- c -->",
                             "<![CDATA[x]]>",
                             "<?xml version='1.0'?>",
                             "<A>{{orden</A>",
                             "<{{orden}}",
                             "<A {{orden}}/>",
                             "<{{orden}}/>",
                             "<A {{orden}}='1'/>",
                             "<A></A{{orden}}>",
                             "<A{{#partidas}} b='1'{{/partidas}}/>",
                             "<A b='>{{#partidas}}' c='{{/partidas}}'/>",
                             "<A b='{{#partidas}}x{{/partidas}}'/>",
                             "{{#partidas}}<A/>",
                             "{{/partidas}}",
                             "{{#partidas}}{{#partidas}}{{/partidas}}{{/partidas}}",
                             "{{#partidas}}<A>{{/partidas}}</A>",
                             "<A>{{#partidas}}</A><A>{{/partidas}}</A>",
                             "<A b='{{orden}}\"/>",
                             "<A/ >"})
        EXPECT_TRUE(faltas_de(mala).starts_with("plantilla_invalida")) << mala << ' ' << faltas_de(mala);
    for (const auto* buena : {"", "texto", "<A/>", "<A />", "<a:B xmlns:a='u' c = \"&#10;&amp;\" >x</a:B >", "<Año n=''/>"})
        EXPECT_EQ(faltas_de(buena), "") << buena;
}

// A small request may ask for a large text: it stops where nobody would read on, and is counted without being written.
TEST(Addenda, CreceHastaSuLimiteYNoMas) {
    Faltas f;
    const std::string texto(60'000, 'x');
    const PlantillaAddenda larga{"<A>{{#partidas}}<B>" + texto + "</B>{{/partidas}}</A>", campos, "/plantilla", f};
    const PlantillaAddenda vacia{"{{#partidas}}{{orden}}{{orden}}{{/partidas}}", campos, "/plantilla", f};
    ASSERT_TRUE(f.vacia());
    const std::vector<ValoresAddenda> pocas(10), muchas(5000);
    constexpr std::size_t maximo = 1'000'000;
    EXPECT_TRUE(larga.cabe({}, pocas, maximo));
    EXPECT_EQ(larga.escribir({}, pocas, maximo)->size(), 600'077U);
    EXPECT_FALSE(larga.cabe({}, muchas, maximo));
    EXPECT_EQ(larga.escribir({}, muchas, maximo), std::nullopt);
    // What writes nothing takes its time too.
    EXPECT_EQ(vacia.escribir({}, pocas, maximo), "");
    EXPECT_TRUE(vacia.cabe({}, muchas, maximo));
    EXPECT_FALSE(vacia.cabe({}, muchas, 5000 * 2 * 16 - 1));
    // Escaping counts.
    EXPECT_FALSE(vacia.cabe({{"orden", std::string(100, '"')}}, pocas, 10 * 2 * 100));
    EXPECT_TRUE(vacia.cabe({{"orden", std::string(100, '"')}}, pocas, 10 * 2 * 600));
}

TEST(Addenda, CadaTipoReconoceSusValores) {
    const auto faltas = [](TipoCampo tipo, std::string_view valor, std::int64_t longitud = 0, bool requerido = false) {
        Faltas f;
        revisar_valor({"c", tipo, {}, longitud, requerido, {}}, valor, "/v", f);
        return f.vacia() ? std::string{} : std::string{nombre(f.lista().front().codigo)};
    };
    EXPECT_EQ(faltas(TipoCampo::texto, ""), "");
    EXPECT_EQ(faltas(TipoCampo::texto, "", 0, true), "requerido");
    EXPECT_EQ(faltas(TipoCampo::texto, "ñandú", 5), "");
    EXPECT_EQ(faltas(TipoCampo::texto, "ñandúes", 5), "texto_muy_largo");
    EXPECT_EQ(faltas(TipoCampo::entero, "-12"), "");
    EXPECT_EQ(faltas(TipoCampo::entero, "1.5"), "valor_no_permitido");
    EXPECT_EQ(faltas(TipoCampo::decimal, "1.5"), "");
    EXPECT_EQ(faltas(TipoCampo::decimal, "uno"), "valor_no_permitido");
    EXPECT_EQ(faltas(TipoCampo::fecha, "2026-11-15"), "");
    EXPECT_EQ(faltas(TipoCampo::fecha, "2026-02-30"), "fecha_invalida");
    EXPECT_EQ(faltas(TipoCampo::booleano, "true"), "");
    EXPECT_EQ(faltas(TipoCampo::booleano, "sí"), "valor_no_permitido");
    Faltas f;
    revisar_valor(campos[1], "003", "/v", f);
    EXPECT_EQ(nombre(f.lista().at(0).codigo), "valor_no_permitido");
    EXPECT_TRUE(es_nombre_de_campo("orden_2") && !es_nombre_de_campo("2orden") && !es_nombre_de_campo("a b") &&
                !es_nombre_de_campo(""));
}

}  // namespace
}  // namespace cacao::fiscal
