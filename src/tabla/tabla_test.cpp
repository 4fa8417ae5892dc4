#include "support/zip.hpp"
#include "tabla/csv.hpp"
#include "tabla/escritor.hpp"
#include "tabla/zip.hpp"

#include <gtest/gtest.h>

namespace cacao::tabla {
namespace {

// Each record as line|cell|cell, "!" in front of a malformed one.
std::vector<std::string> leidos(std::string_view texto) {
    std::vector<std::string> lista;
    LectorCsv lector{texto};
    for (Renglon r; lector.siguiente(r);) {
        std::string uno = (r.mal_formado ? "!" : "") + std::to_string(r.linea);
        for (const auto& c : r.celdas) uno += '|' + c;
        lista.push_back(uno);
    }
    return lista;
}
using Lista = std::vector<std::string>;

TEST(Csv, CeldasComillasYFinesDeRenglon) {
    EXPECT_EQ(leidos("a,b\r\n1,2\n"), (Lista{"1|a|b", "2|1|2"}));
    EXPECT_EQ(leidos("a,b\n\"x,y\",\"di \"\"hola\"\"\"\n"), (Lista{"1|a|b", "2|x,y|di \"hola\""}));
    EXPECT_EQ(leidos("a,b\n\"uno\ndos\",3\n4,5"), (Lista{"1|a|b", "2|uno\ndos|3", "4|4|5"}));
    EXPECT_EQ(leidos("a,b\n1,\n,2\n"), (Lista{"1|a|b", "2|1|", "3||2"}));
    EXPECT_EQ(leidos("a,b\n\n,\n1,2"), (Lista{"1|a|b", "4|1|2"})) << "records without content are passed over";
    EXPECT_EQ(leidos(""), Lista{});
}

TEST(Csv, ComillasRotasSeDicen) {
    EXPECT_EQ(leidos("a,b\n\"sin fin,2\n3,4"), (Lista{"1|a|b", "!2|sin fin,2\n3,4"}));
    EXPECT_EQ(leidos("a,b\n\"x\"y,2\n3,4"), (Lista{"1|a|b", "!2|x|2", "3|3|4"}));
    EXPECT_EQ(leidos("a,b\n\"x\" ,2\n"), (Lista{"1|a|b", "2|x|2"}));
    EXPECT_EQ(leidos("a,b\nx\"y,2\n"), (Lista{"1|a|b", "2|x\"y|2"})) << "a quote inside is a character";
}

TEST(Csv, DelimitadorDelPrimerRenglon) {
    EXPECT_EQ(delimitador("a;b;c\n1,5;2;3"), ';');
    EXPECT_EQ(delimitador("a\tb\n"), '\t');
    EXPECT_EQ(delimitador("\"a;b;c\",d\n"), ',');
    EXPECT_EQ(delimitador("codigo\n"), ',');
    EXPECT_EQ(leidos("a;b\n1,5;2\n"), (Lista{"1|a|b", "2|1,5|2"}));
}

TEST(Csv, CodificacionDetectada) {
    EXPECT_EQ(en_utf8("\xEF\xBB\xBF"
                      "a,b"),
              "a,b");
    EXPECT_EQ(en_utf8("Peña"), "Peña");
    EXPECT_EQ(en_utf8("Pe\xF1"
                      "a \x80"),
              "Peña €")
        << "Windows-1252";
    EXPECT_EQ(en_utf8("\xBF"
                      "Qu\xE9?"),
              "¿Qué?");
}

std::string csv(const std::vector<std::vector<Celda>>& renglones, OpcionesCsv opciones = {}) {
    std::string out;
    const auto e = escritor_csv([&](std::string_view b) { out += b; }, opciones);
    for (const auto& r : renglones) e->renglon(r);
    e->terminar();
    return out;
}

TEST(Csv, LoEscritoSeLeeIgual) {
    const auto texto = csv({{celda("a"), celda("b,c")}, {celda("línea\nuna"), celda("di \"hola\"")}, {celda(" x "), celda("")}});
    EXPECT_EQ(texto, "a,\"b,c\"\r\n\"línea\nuna\",\"di \"\"hola\"\"\"\r\n\" x \",\r\n");
    EXPECT_EQ(leidos(texto), (Lista{"1|a|b,c", "2|línea\nuna|di \"hola\"", "4| x |"}));
    EXPECT_EQ(
        csv({{celda(Importe::de_micros(-1'500'000)), celda(std::int64_t{7}), celda(*Fecha::de_civil(2026, 1, 31)), celda(true)}}),
        "-1.5,7,2026-01-31,true\r\n");
    EXPECT_EQ(csv({{celda("a")}}, {true}),
              "\xEF\xBB\xBF"
              "a\r\n");
}

// Numbers are numbers; a text that a spreadsheet would work out is marked as one, and comes back as it was.
TEST(Csv, NingunTextoEsUnaFormula) {
    const std::vector<std::string> textos{"=1+1", "+52 55", "-x", "@sum", "\ta", "\ra", "'=1", "''-", "'", "a=1", ""};
    std::vector<Celda> celdas{celda(Importe::de_micros(-1'500'000))};
    for (const auto& t : textos) celdas.push_back(celda(t));
    const auto texto = csv({celdas});
    EXPECT_EQ(texto, "-1.5,'=1+1,'+52 55,'-x,'@sum,\"'\ta\",\"'\ra\",''=1,'''-,',a=1,\r\n");
    LectorCsv lector{texto};
    Renglon leido;
    ASSERT_TRUE(lector.siguiente(leido));
    leido.celdas.erase(leido.celdas.begin());
    EXPECT_EQ(leido.celdas, textos);
}

TEST(Xlsx, UnaHojaConSusDigitos) {
    std::string bytes;
    const auto e = escritor_xlsx([&](std::string_view b) { bytes += b; }, "contactos");
    e->renglon({celda("codigo"), celda("importe")});
    e->renglon(
        {celda("A<&>\"1"), celda(*Importe::leer("1234567890.123456")), celda(*Fecha::de_civil(2026, 11, 15)), celda(false)});
    e->renglon({celda(""), celda(*Importe::leer("0.1")), celda(std::int64_t{9'007'199'254'740'991})});
    e->terminar();
    const auto p = test::partes(bytes);
    ASSERT_EQ(p.size(), 6U);
    EXPECT_TRUE(p.contains("[Content_Types].xml") && p.contains("_rels/.rels") && p.contains("xl/styles.xml"));
    EXPECT_NE(p.at("xl/workbook.xml").find("name=\"contactos\""), std::string::npos);
    const auto& hoja = p.at("xl/worksheets/sheet1.xml");
    const auto tiene = [&](std::string_view que) { return hoja.find(que) != std::string::npos; };
    EXPECT_TRUE(tiene(R"(<c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">codigo</t></is></c>)")) << hoja;
    EXPECT_TRUE(tiene("A&lt;&amp;&gt;&quot;1")) << hoja;
    EXPECT_TRUE(tiene(R"(<c r="B3"><v>0.1</v></c>)")) << hoja;
    EXPECT_TRUE(tiene(R"(<c r="C2" s="2"><v>46341</v></c>)")) << hoja;
    EXPECT_TRUE(tiene(R"(<c r="D2" t="b"><v>0</v></c>)")) << hoja;
    EXPECT_TRUE(tiene("<t xml:space=\"preserve\">1234567890.123456</t>")) << "sixteen digits are more than a spreadsheet keeps";
    EXPECT_FALSE(tiene("r=\"A3\"")) << "an empty cell is none";
}

TEST(Xlsx, UnaTablaLargaSaleSinGuardarse) {
    std::size_t mayor = 0;
    std::string bytes;
    const auto e = escritor_xlsx(
        [&](std::string_view b) {
            mayor = std::max(mayor, b.size());
            bytes += b;
        },
        "x");
    for (std::int64_t i = 0; i < 50'000; ++i) e->renglon({celda(i), celda("texto " + std::to_string(i))});
    e->terminar();
    EXPECT_LE(mayor, 1U << 15U);
    const auto p = test::partes(bytes);
    ASSERT_TRUE(p.contains("xl/worksheets/sheet1.xml"));
    EXPECT_NE(p.at("xl/worksheets/sheet1.xml").find("texto 49999"), std::string::npos);
}

}  // namespace
}  // namespace cacao::tabla
