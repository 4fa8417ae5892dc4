#include "command/catalog_file.hpp"

#include "command/installation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::command {
namespace {

CatalogFile read(std::string bytes, const std::string& catalogo = "") {
    return read_catalog(std::move(bytes), catalogo, [](const std::string& e, const std::string& m) { return m + " of " + e; });
}

std::string faults_of(const CatalogFile& file) {
    std::string text;
    for (const auto& b : file.broken) text += fmt::format("{} {}: {}\n", b.line, b.column, b.problem);
    return text;
}

// As the authority's workbook is saved on a Windows machine: titles above, semicolons, Latin-1, zeros eaten.
TEST(CatalogFile, AsPublished) {
    const auto file = read(
        "Cat\xE1logo de productos / servicios.;;;;;;;;\r\n"
        "Versi\xF3n CFDI;4.0;;;;;;;\r\n"
        "c_ClaveProdServ;Descripci\xF3n;Incluir IVA trasladado;Incluir IEPS trasladado;Complemento que debe incluir;"
        "FechaInicioVigencia;FechaFinVigencia;Est\xEDmulo Franja Fronteriza;Palabras similares\r\n"
        "1010101;No existe en el cat\xE1logo;Opcional;Opcional;;1/1/2022;;0;P\xFA"
        "blico en general\r\n"
        "15101506;Gasolina;Opcional;Opcional;;01/01/2019;15/01/2020;1;\r\n");
    EXPECT_EQ(file.catalogo, "ClavesProducto");
    EXPECT_EQ(faults_of(file), "");
    ASSERT_EQ(file.filas.size(), 2U);
    EXPECT_EQ(file.filas[0].clave, "01010101");
    EXPECT_EQ(file.filas[0].descripcion, "No existe en el catálogo");
    EXPECT_EQ(file.filas[0].similares, "Público en general");
    EXPECT_EQ(file.filas[0].desde.iso(), "2022-01-01");
    EXPECT_FALSE(file.filas[0].hasta);
    EXPECT_EQ(file.filas[0].datos, R"({"estimuloFrontera":false})");
    EXPECT_EQ(file.filas[1].hasta->iso(), "2020-01-15");
    EXPECT_EQ(file.filas[1].datos, R"({"estimuloFrontera":true})");
}

// The list of article 69-B as it is published: two lines of legend, Windows-1252, a taxpayer twice by two letters, names
// withheld.
TEST(CatalogFile, TheListOfPresumedOperations) {
    const std::string header =
        "\"Informaci\xF3n actualizada al 31 de julio de 2026; los listados son de car\xE1"
        "cter p\xFA"
        "blico.\",,,,,\r\n"
        "Listado completo de contribuyentes (Art\xED"
        "culo 69-B del CFF),,,,,\r\n"
        "No,RFC,Nombre del Contribuyente,Situaci\xF3n del contribuyente,N\xFAmero y fecha de oficio global de presunci\xF3n SAT,"
        "Publicaci\xF3n p\xE1gina SAT presuntos\r\n";
    const auto file = read(
        header +
        "1,AAA080808HL8,\"ASESORES, S.A. DE C.V.\",Sentencia Favorable,500-05-2018-1 de fecha 1 de abril de 2018,01/04/2018\r\n"
        "2,EKU9003173C9,PE\xD1"
        "A,Definitivo,500-05-2019-2,3/5/2019 y 4/5/2019\r\n"
        "3,EKU9003173C9,PE\xD1"
        "A,Presunto,500-05-2026-3,\r\n"
        "4,EKU9003173C9,PE\xD1"
        "A,Presunto,500-05-2026-3,\r\n"
        "5,XXXXXXXXXXXX,XXXXXXXXXX,Definitivo,500-05-2019-9,01/01/2019\r\n"
        "6,IIA040805DZ4,OTRA,Desvirtuado,,\r\n"
        "7,NO-ES,OTRA,Definitivo,1,\r\n"
        "8,IIA040805DZ4,OTRA,Definitivo,,\r\n"
        "9,AAA080808HL8,OTRA,Definitvo,2,\r\n");
    EXPECT_EQ(file.catalogo, "Lista69B");
    EXPECT_EQ(faults_of(file),
              "10 RFC: \"NO-ES\" is not an RFC\n11 RFC: stands in the file twice\n"
              "12 Situación del contribuyente: \"Definitvo\" is no situation of article 69-B\n");
    ASSERT_EQ(file.filas.size(), 4U);
    EXPECT_EQ(file.filas[0].clave, "AAA080808HL8");
    EXPECT_EQ(file.filas[0].padre, "500-05-2018-1 de fecha 1 de abril de 2018");
    EXPECT_EQ(file.filas[0].desde.iso(), "2018-04-01");
    EXPECT_EQ(file.filas[0].datos, R"({"situacion":"Sentencia Favorable"})");
    EXPECT_EQ(file.filas[1].descripcion, "PEÑA");
    EXPECT_EQ(file.filas[2].datos, R"({"situacion":"Presunto"})");
    EXPECT_EQ(file.filas[3].clave + file.filas[3].datos, R"(IIA040805DZ4{"situacion":"Desvirtuado"})");
}

TEST(CatalogFile, AsConvertedByOthers) {
    const auto products = read(
        "\xEF\xBB\xBFid,texto,vigencia_desde,vigencia_hasta,estimulo_frontera,similares\n10101501,\"Gatos, "
        "vivos\",2019-01-07,,1,\n");
    EXPECT_EQ(products.catalogo, "ClavesProducto");
    EXPECT_EQ(products.filas.at(0).descripcion, "Gatos, vivos");
    const auto units =
        read("id,texto,descripcion,notas,vigencia_desde,vigencia_hasta,simbolo\nMTK,Metro cuadrado,,\"a\nb\",2022-01-01,,m²\n");
    EXPECT_EQ(units.catalogo, "ClavesUnidad");
    EXPECT_EQ(units.filas.at(0).datos, R"({"simbolo":"m²"})");
    const auto towns = read("municipio\testado\ttexto\tvigencia_desde\n1\tAGU\tAguascalientes\t2022-01-01 00:00:00\n");
    EXPECT_EQ(towns.catalogo, "Municipios");
    EXPECT_EQ(towns.filas.at(0).clave + towns.filas.at(0).padre, "001AGU");
    EXPECT_EQ(read("localidad,estado,texto\n01,AGU,Aguascalientes\n").catalogo, "Localidades");
    EXPECT_EQ(read("id,vigencia_desde\n0101,2000-01-01\n", "PatentesAduanales").filas.at(0).clave, "0101");
    const auto codes = read("c_CodigoPostal,c_Estado,c_Municipio,c_Localidad,Estímulo Franja Fronteriza\n1000,CMX,010,01,0\n");
    EXPECT_EQ(codes.catalogo, "CodigosPostales");
    EXPECT_EQ(codes.filas.at(0).clave, "01000");
    EXPECT_EQ(codes.filas.at(0).padre, "CMX");
    EXPECT_EQ(codes.filas.at(0).descripcion, "010 of CMX");
    EXPECT_EQ(codes.filas.at(0).datos, R"({"estado":"CMX","municipio":"010","localidad":"01"})");
}

TEST(CatalogFile, FaultyRowsAreNamedByLineAndColumn) {
    const auto file = read(
        "title\nid,texto,vigencia_desde,vigencia_hasta,estimulo_frontera,similares\n"
        "10101501,Bien,2019-01-07,,1,\n"
        "1010150X,Letra,2019-01-07,,1,\n"
        "101015011,Larga,2019-01-07,,1,\n"
        ",Sin clave,2019-01-07,,1,\n"
        "10101502,,2019-02-30,,tal vez,\n"
        "10101503,Al revés,2019-01-07,2018-01-01,1,\n"
        "10101501,Otra vez,2019-01-07,,1,\n"
        "10101504,\"sin cerrar,2019-01-07,,1,\n");
    ASSERT_EQ(file.filas.size(), 1U);
    EXPECT_EQ(faults_of(file),
              "4 id: \"1010150X\" is not a key of 8 digits\n"
              "5 id: \"101015011\" is not a key of 8 digits\n"
              "6 id: is empty\n"
              "7 texto: is empty\n"
              "7 vigencia_desde: \"2019-02-30\" is not a day\n"
              "7 estimulo_frontera: \"tal vez\" is neither 1 nor 0\n"
              "8 vigencia_hasta: is before the day it begins\n"
              "9 id: stands in the file twice\n"
              "10 : a quote is not closed, or text follows one\n");
}

TEST(CatalogFile, AFileOfSomethingElseIsRefused) {
    EXPECT_THROW(read(""), Plain);
    EXPECT_THROW(read("hola\nmundo\n"), Plain);
    EXPECT_THROW(read("id,texto\n01,Efectivo\n"), Plain);
    EXPECT_THROW(read("id,texto\n01,Efectivo\n", "FormasPago"), Plain);
    EXPECT_EQ(read("id,texto\n01,Efectivo\n", "ClavesUnidad").filas.at(0).clave, "01");
}

}  // namespace
}  // namespace cacao::command
