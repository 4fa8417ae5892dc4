#include "tabla/csv.hpp"
#include "tabla/escritor.hpp"
#include "tabla/zip.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <map>

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

// The parts of a ZIP by name, inflated; empty when its structure is broken anywhere.
std::map<std::string, std::string> partes(const std::string& zip) {
    const auto numero = [&](std::size_t en, int bytes) {
        std::size_t v = 0;
        for (int i = bytes; i-- > 0;) v = v << 8U | static_cast<unsigned char>(zip.at(en + static_cast<std::size_t>(i)));
        return v;
    };
    const std::size_t fin = zip.size() - 22;
    if (numero(fin, 4) != 0x06054B50) return {};
    std::map<std::string, std::string> lista;
    std::size_t en = numero(fin + 16, 4);
    for (std::size_t n = numero(fin + 10, 2); n > 0; --n) {
        if (numero(en, 4) != 0x02014B50) return {};
        const auto crc = numero(en + 16, 4), comprimido = numero(en + 20, 4), tamano = numero(en + 24, 4);
        const auto nombre = zip.substr(en + 46, numero(en + 28, 2));
        const auto local = numero(en + 42, 4);
        if (numero(local, 4) != 0x04034B50 || zip.substr(local + 30, nombre.size()) != nombre) return {};
        std::string texto(tamano, ' ');
        z_stream z{};
        inflateInit2(&z, -MAX_WBITS);
        auto datos = zip.substr(local + 30 + nombre.size(), comprimido);
        z.next_in = reinterpret_cast<unsigned char*>(datos.data());
        z.avail_in = static_cast<unsigned>(datos.size());
        z.next_out = reinterpret_cast<unsigned char*>(texto.data());
        z.avail_out = static_cast<unsigned>(texto.size());
        const int hecho = inflate(&z, Z_FINISH);
        inflateEnd(&z);
        if (hecho != Z_STREAM_END || crc32_z(0, reinterpret_cast<const unsigned char*>(texto.data()), texto.size()) != crc)
            return {};
        lista[nombre] = texto;
        en += 46 + nombre.size();
    }
    return lista;
}

TEST(Xlsx, UnaHojaConSusDigitos) {
    std::string bytes;
    const auto e = escritor_xlsx([&](std::string_view b) { bytes += b; }, "contactos");
    e->renglon({celda("codigo"), celda("importe")});
    e->renglon(
        {celda("A<&>\"1"), celda(*Importe::leer("1234567890.123456")), celda(*Fecha::de_civil(2026, 11, 15)), celda(false)});
    e->renglon({celda(""), celda(*Importe::leer("0.1")), celda(std::int64_t{9'007'199'254'740'991})});
    e->terminar();
    const auto p = partes(bytes);
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
    const auto p = partes(bytes);
    ASSERT_TRUE(p.contains("xl/worksheets/sheet1.xml"));
    EXPECT_NE(p.at("xl/worksheets/sheet1.xml").find("texto 49999"), std::string::npos);
}

}  // namespace
}  // namespace cacao::tabla
