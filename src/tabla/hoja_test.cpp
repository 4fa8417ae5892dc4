#include "tabla/hoja.hpp"
#include "support/pdf.hpp"
#include "support/zip.hpp"
#include "tabla/csv.hpp"
#include "tabla/pdf.hpp"

#include <gtest/gtest.h>

namespace cacao::tabla {
namespace {

const Fecha dia = *Fecha::de_civil(2026, 11, 15);

Importe mxn(std::string_view digitos) { return *Importe::leer(digitos); }
bool tiene(const std::string& texto, std::string_view que) { return texto.find(que) != std::string::npos; }

using Fabrica = std::unique_ptr<Hoja> (*)(Salida, Membrete);
template <class Llenar>
std::string hecha(Fabrica fabrica, Llenar llenar) {
    std::string bytes;
    const auto hoja =
        fabrica([&](std::string_view b) { bytes += b; }, {"Peña & Hijos", "PEH010101AB1", "Calle 5, C.P. 64000", "Prueba", dia});
    llenar(*hoja);
    hoja->terminar();
    return bytes;
}

void chica(Hoja& hoja) {
    hoja.encabezar({"Reporte de año", *Fecha::de_civil(2026, 1, 31), dia, "Nota (a) \\ b"},
                   {texto("Nombre", 12), fecha("Día"), entero("Días"), importe("Saldo"), si_no("Canc.")});
    hoja.renglon({celda("Ñandú"), celda(dia), celda(std::int64_t{-3}), monto(mxn("1234567.5"), 2), celda(true)});
    hoja.renglon({celda("Un nombre que no cabe en su columna"), celda(""), celda(""), monto(mxn("-0.125"), 2), celda(false)});
    hoja.total({celda("Total"), celda(""), celda(""), monto(mxn("1234567.375"), 2), celda("")});
}

TEST(Monto, LosDecimalesDeSuMonedaYNingunDigitoMenos) {
    const auto digitos = [](std::string_view n, int decimales) { return std::get<Numero>(monto(mxn(n), decimales)).digitos; };
    EXPECT_EQ(digitos("5", 2), "5.00");
    EXPECT_EQ(digitos("0", 2), "0.00");
    EXPECT_EQ(digitos("-5.1", 2), "-5.10");
    EXPECT_EQ(digitos("5.125", 2), "5.125");
    EXPECT_EQ(digitos("5", 0), "5");
    EXPECT_EQ(digitos("5.5", 0), "5.5");
    EXPECT_EQ(std::get<Numero>(monto(mxn("5.125"), 2)).decimales, 3);
    EXPECT_EQ(std::get<Numero>(monto(mxn("7"), 0)).decimales, 0);
}

TEST(Hoja, ComoCsvSonTitulosYRenglonesSinTotales) {
    EXPECT_EQ(hecha(hoja_csv, chica),
              "Nombre,Día,Días,Saldo,Canc.\r\nÑandú,2026-11-15,-3,1234567.50,true\r\n"
              "Un nombre que no cabe en su columna,,,-0.125,false\r\n");
}

TEST(Hoja, ComoLibroConEncabezadoYTotales) {
    const auto partes = test::partes(hecha(hoja_xlsx, chica));
    ASSERT_TRUE(partes.contains("xl/worksheets/sheet1.xml"));
    const auto& hoja = partes.at("xl/worksheets/sheet1.xml");
    EXPECT_TRUE(tiene(hoja, R"(<pane ySplit="6" topLeftCell="A7")")) << hoja;
    EXPECT_TRUE(tiene(hoja, R"(<c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">Peña &amp; Hijos</t>)")) << hoja;
    EXPECT_TRUE(tiene(hoja, ">RFC PEH010101AB1  Calle 5, C.P. 64000<")) << hoja;
    EXPECT_TRUE(tiene(hoja, ">Del 31/01/2026 al 15/11/2026<")) << hoja;
    EXPECT_TRUE(tiene(hoja, R"(<c r="B7" s="2"><v>46341</v></c>)")) << "a day is a day";
    EXPECT_TRUE(tiene(hoja, R"(<c r="C7"><v>-3</v></c>)")) << hoja;
    EXPECT_TRUE(tiene(hoja, R"(<c r="D7" s="5"><v>1234567.50</v></c>)")) << "two decimals";
    EXPECT_TRUE(tiene(hoja, R"(<c r="D8" s="6"><v>-0.125</v></c>)")) << "three, because it has them";
    EXPECT_TRUE(tiene(hoja, R"(<c r="D9" s="13"><v>1234567.375</v></c>)")) << "bold";
    EXPECT_TRUE(tiene(partes.at("xl/styles.xml"), R"(<numFmt numFmtId="167" formatCode="#,##0.00"/>)"));
}

TEST(Hoja, ComoPdfLoQueSeLee) {
    const auto bytes = hecha(hoja_pdf, chica);
    EXPECT_TRUE(bytes.starts_with("%PDF-1.4\n")) << "so that every reader knows it";
    EXPECT_TRUE(tiene(bytes, "/MediaBox [0 0 612 792]")) << "a narrow table stands upright";
    const auto texto = test::texto_de_pdf(bytes);
    EXPECT_EQ(test::paginas_de(texto), 1);
    for (const char* que : {"Peña & Hijos", "RFC PEH010101AB1", "Calle 5, C.P. 64000", "Reporte de año",
                            "Del 31/01/2026 al 15/11/2026", "Nota (a) \\ b", "Página 1 de 1", "Ñandú", "15/11/2026",
                            "1,234,567.50", "-0.125", "1,234,567.375", "Sí", "No", "Un nombre", "…"})
        EXPECT_TRUE(tiene(texto, que)) << que << "\n" << texto;
    EXPECT_FALSE(tiene(texto, "columna")) << "what does not fit is cut";
    EXPECT_EQ(bytes, hecha(hoja_pdf, chica)) << "the same report is the same file";
}

TEST(Hoja, ElNombreDeUnTotalOcupaLasCeldasVacias) {
    const auto texto = test::texto_de_pdf(hecha(hoja_pdf, [](Hoja& hoja) {
        hoja.encabezar({"x", {}, dia, ""}, {tabla::texto("Moneda", 5), entero("N"), importe("Total")});
        hoja.total({celda("Saldo contable"), celda(""), monto(mxn("7"), 2)});
    }));
    EXPECT_TRUE(tiene(texto, "Saldo contable")) << texto;
}

TEST(Hoja, LoQueNoCabeEnLaPaginaEsLoUltimoQueNoEsCifra) {
    const auto texto_de = [](int cuantas) {
        return test::texto_de_pdf(hecha(hoja_pdf, [&](Hoja& hoja) {
            std::vector<Columna> columnas;
            std::vector<Celda> celdas;
            for (int i = 0; i < cuantas; ++i) {
                columnas.push_back(texto("T" + std::to_string(i), 20));
                celdas.push_back(celda("t" + std::to_string(i)));
            }
            columnas.push_back(importe("Total"));
            celdas.push_back(monto(mxn("7"), 2));
            hoja.encabezar({"Ancho", {}, dia, ""}, std::move(columnas));
            hoja.renglon(celdas);
        }));
    };
    EXPECT_TRUE(tiene(texto_de(11), "t10"));
    const auto ancho = texto_de(40);
    EXPECT_TRUE(tiene(ancho, "t10")) << ancho;
    EXPECT_FALSE(tiene(ancho, "t20")) << ancho;
    EXPECT_TRUE(tiene(ancho, "7.00")) << ancho;
}

TEST(Hoja, UnaCifraNuncaSeRecorta) {
    const auto bytes = hecha(hoja_pdf, [](Hoja& hoja) {
        std::vector<Columna> columnas{texto("Nombre", 60)};
        std::vector<Celda> celdas{celda("x")};
        for (int i = 0; i < 16; ++i) {
            columnas.push_back(importe("Rango"));
            celdas.push_back(monto(mxn("-1234567890123.123456"), 2));
        }
        hoja.encabezar({"Ancho", {}, dia, ""}, std::move(columnas));
        hoja.renglon(celdas);
    });
    EXPECT_TRUE(tiene(bytes, "/MediaBox [0 0 792 612]")) << "a wide one lies";
    const auto texto = test::texto_de_pdf(bytes);
    std::size_t veces = 0;
    for (auto en = texto.find("1,234,567,890,123.123456"); en != std::string::npos;
         en = texto.find("1,234,567,890,123.123456", en + 1))
        ++veces;
    EXPECT_EQ(veces, 16U) << texto;
}

// Rows leave as they come: what is held at any moment is a page, or a buffer, and not the table.
TEST(Hoja, CincoMilRenglonesSalenPorPartes) {
    for (const Fabrica fabrica : {hoja_csv, hoja_xlsx, hoja_pdf}) {
        std::size_t mayor = 0, total = 0, antes_del_fin = 0;
        std::string bytes;
        const auto hoja = fabrica(
            [&](std::string_view b) {
                mayor = std::max(mayor, b.size());
                total += b.size();
                bytes += b;
            },
            {"Empresa", "", "", "Prueba", dia});
        hoja->encabezar({"Largo", {}, dia, ""}, {texto("Nombre", 30), importe("Saldo")});
        for (int i = 1; i <= 5000; ++i)
            hoja->renglon(
                {celda("Contacto " + std::to_string(i * 7919 % 100'003)), monto(Importe::de_micros(i * 7'919'000'001LL), 2)});
        antes_del_fin = total;
        hoja->terminar();
        EXPECT_LE(mayor, 70'000U);
        EXPECT_GT(antes_del_fin, total / 4) << "most had left before the end";
        if (fabrica != hoja_pdf) continue;
        const auto texto = test::texto_de_pdf(bytes);
        const auto paginas = test::paginas_de(texto);
        EXPECT_GT(paginas, 50);
        EXPECT_TRUE(tiene(texto, "Página 7 de " + std::to_string(paginas))) << texto.substr(0, 500);
        std::size_t titulos = 0;
        for (auto en = texto.find("Saldo"); en != std::string::npos; en = texto.find("Saldo", en + 1)) ++titulos;
        EXPECT_EQ(titulos, static_cast<std::size_t>(paginas)) << "column titles on every page";
        EXPECT_TRUE(tiene(texto, "39,595,000.005")) << "the last row";
    }
}

TEST(Hoja, UnRenglonConOtrasColumnasEsUnErrorNuestro) {
    EXPECT_THROW(hecha(hoja_csv,
                       [](Hoja& hoja) {
                           hoja.encabezar({"x", {}, dia, ""}, {texto("a", 5), texto("b", 5)});
                           hoja.renglon({celda("1")});
                       }),
                 std::logic_error);
}

TEST(Hoja, ElArchivoSeLlamaComoLoQueEs) {
    const auto nombre = [](std::optional<Fecha> desde) {
        const auto hoja = hoja_csv([](std::string_view) {}, {"E", "", "", "IVAcobradoTasas", dia});
        hoja->encabezar({"x", desde, dia, ""}, {texto("a", 5)});
        return hoja->archivo();
    };
    EXPECT_EQ(nombre({}), "IVAcobradoTasas-2026-11-15");
    EXPECT_EQ(nombre(dia + -14), "IVAcobradoTasas-2026-11-01-2026-11-15");
}

TEST(Windows, IdaYVuelta) {
    EXPECT_EQ(en_utf8(en_windows("Peña €… “x” ÿ")), "Peña €… “x” ÿ");
    EXPECT_EQ(en_windows("漢😀a"), "??a");
}

TEST(Pdf, RecortaConPuntosSuspensivos) {
    EXPECT_EQ(recortar("corto", Letra::normal, 10'000, 100'000), "corto");
    EXPECT_EQ(en_utf8(recortar("iiiiiiiiii", Letra::normal, 10'000, 20'000)), "iiii…") << "10 points are an ellipsis, 2.22 an i";
    EXPECT_EQ(en_utf8(recortar("abc", Letra::normal, 10'000, 1'000)), "…");
    EXPECT_EQ(ancho_de("\xD1", Letra::normal), ancho_de("N", Letra::normal));
    EXPECT_GT(ancho_de("a b", Letra::negrita), ancho_de("a", Letra::negrita) * 2);
}

}  // namespace
}  // namespace cacao::tabla
