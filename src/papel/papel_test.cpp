// What is on the paper is read back by other programs: text by pdftotext, codes by zbarimg, colours from the picture of a page.

#include "fiscal/cfdi.hpp"
#include "papel/cfdi.hpp"
#include "papel/formulario.hpp"
#include "papel/qr.hpp"
#include "support/cfdi.hpp"
#include "support/comprobantes.hpp"
#include "support/pdf.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <filesystem>
#include <functional>
#include <random>

namespace cacao::papel {
namespace {

using test::lamina_de;
using test::paginas_de;
using test::qr_de;
using test::sin_blancos;
using test::texto_de_pdf;

const std::string carpeta = std::string{CACAO_SOURCE} + "/docs/impresos";

bool tiene(const std::string& texto, std::string_view que) { return texto.find(que) != std::string::npos; }
std::size_t veces(const std::string& texto, std::string_view que) {
    std::size_t n = 0;
    for (auto i = texto.find(que); i != std::string::npos; i = texto.find(que, i + que.size())) ++n;
    return n;
}

std::string impreso(const Formulario& f) {
    std::string bytes;
    imprimir(f, [&](std::string_view b) { bytes += b; });
    return bytes;
}
std::string cfdi_impreso(const std::string& xml, const Impresion& opciones = {}) {
    std::string bytes;
    EXPECT_TRUE(imprimir_cfdi(xml, opciones, [&](std::string_view b) { bytes += b; }));
    return bytes;
}

Formulario cotizacion(int renglones) {
    Formulario f;
    f.emisor = {{}, "Comercial Cacao, S.A. de C.V.", {"RFC XIA190128J61", "Av. Juárez 100, Centro, 06000 Cuauhtémoc"}};
    f.titulo = "Cotización";
    f.folio = "CT-12";
    f.datos = {{"Fecha", "18/11/2026"}, {"Vigencia", "30/11/2026"}, {"Vacío", ""}};
    f.partes = {{"Cliente", {{"", "Peña & Hijos"}, {"RFC", "PEH010101AB1"}}}, {"Condiciones", {{"Entregar en", "Bodega 4"}}}};
    TablaDeForma t;
    t.columnas = {{"codigo", "Código", 11},
                  {"", "Descripción", 40},
                  {"cantidad", "Cantidad", 9, Alineado::derecha},
                  {"", "Importe", 13, Alineado::derecha}};
    for (int i = 1; i <= renglones; ++i)
        t.renglones.push_back({fmt::format("P{:04}", i), fmt::format("Artículo número {}", i), "1", "100.00"});
    f.tablas.push_back(std::move(t));
    f.totales = {{"Subtotal", "1,000.00"}, {"IVA", "160.00"}, {"Total MXN", "1,160.00"}};
    f.en_letra = "MIL CIENTO SESENTA PESOS 00/100 M.N.";
    f.notas = {{"Notas", {{"", "Precios sujetos a cambio."}}}};
    f.estilo.pie = "Gracias por su preferencia";
    return f;
}

// A PNG of one colour sort, its rows by each filter in turn; what is decoded by the reader of the PDF must be what went in.
std::string trozo(std::string_view nombre, const std::string& datos) {
    const auto grande = [](std::uint32_t v) {
        return std::string{static_cast<char>(v >> 24U), static_cast<char>(v >> 16U), static_cast<char>(v >> 8U),
                           static_cast<char>(v)};
    };
    const auto cuerpo = std::string{nombre} + datos;
    const auto suma = crc32(0, reinterpret_cast<const Bytef*>(cuerpo.data()), static_cast<uInt>(cuerpo.size()));
    return grande(static_cast<std::uint32_t>(datos.size())) + cuerpo + grande(static_cast<std::uint32_t>(suma));
}
std::string png_de(int ancho, int alto, char clase, int muestras, const std::function<std::string(int, int)>& punto,
                   const std::string& mas = {}, bool entrelazado = false) {
    std::string crudo, anterior(static_cast<std::size_t>(ancho * muestras), '\0');
    const auto n = static_cast<std::size_t>(muestras);
    for (int y = 0; y < alto; ++y) {
        std::string fila;
        for (int x = 0; x < ancho; ++x) fila += punto(x, y);
        const int filtro = y % 5;
        crudo += static_cast<char>(filtro);
        for (std::size_t i = 0; i < fila.size(); ++i) {
            const auto de = [&](const std::string& s, std::size_t k) {
                return static_cast<int>(static_cast<unsigned char>(s[k]));
            };
            const int a = i >= n ? de(fila, i - n) : 0, b = de(anterior, i), c = i >= n ? de(anterior, i - n) : 0;
            const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
            const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
            const int menos[] = {0, a, b, (a + b) / 2, paeth};
            crudo += static_cast<char>(de(fila, i) - menos[filtro]);
        }
        anterior = fila;
    }
    auto cuanto = compressBound(crudo.size());
    std::string datos(cuanto, '\0');
    compress(reinterpret_cast<Bytef*>(datos.data()), &cuanto, reinterpret_cast<const Bytef*>(crudo.data()), crudo.size());
    datos.resize(cuanto);
    const auto medida = [](int v) { return std::string{'\0', '\0', static_cast<char>(v >> 8), static_cast<char>(v)}; };
    const std::string cabeza = medida(ancho) + medida(alto) + '\x08' + clase + '\0' + '\0' + (entrelazado ? '\1' : '\0');
    // In two pieces, as encoders do.
    return "\x89PNG\r\n\x1A\n" + trozo("IHDR", cabeza) + mas + trozo("IDAT", datos.substr(0, datos.size() / 2)) +
           trozo("IDAT", datos.substr(datos.size() / 2)) + trozo("IEND", "");
}

TEST(Partir, EnBlancosYDondeNoLosHay) {
    using tabla::Letra;
    const auto lineas = [](std::string_view texto, tabla::Medida ancho) {
        return tabla::partir(texto, Letra::normal, 10'000, ancho);
    };
    const auto ancho = tabla::ancho_de("uno dos", Letra::normal) * 10;
    EXPECT_EQ(lineas("uno dos tres", ancho), (std::vector<std::string>{"uno dos", "tres"}));
    EXPECT_EQ(lineas("uno\n\ndos", ancho), (std::vector<std::string>{"uno", "", "dos"}));
    EXPECT_EQ(lineas("", ancho), std::vector<std::string>{});
    EXPECT_EQ(lineas("  uno  ", ancho), std::vector<std::string>{"uno"});
    EXPECT_EQ(lineas("iiiiiiiiii", tabla::ancho_de("iiii", Letra::normal) * 10),
              (std::vector<std::string>{"iiii", "iiii", "ii"}));
    EXPECT_EQ(lineas("abc", 1), (std::vector<std::string>{"a", "b", "c"})) << "a letter at the least";
}

TEST(Formulario, LoQueDiceSeLee) {
    const auto bytes = impreso(cotizacion(3));
    const auto texto = texto_de_pdf(bytes);
    for (const auto* que :
         {"Comercial Cacao, S.A. de C.V.", "RFC XIA190128J61", "Cotización", "CT-12", "Fecha: 18/11/2026", "Peña & Hijos",
          "Entregar en: Bodega 4", "P0003", "Artículo número 3", "1,160.00", "MIL CIENTO SESENTA PESOS 00/100 M.N.",
          "Precios sujetos a cambio.", "Gracias por su preferencia", "Página 1 de 1"})
        EXPECT_TRUE(tiene(texto, que)) << que << "\n" << texto;
    EXPECT_FALSE(tiene(texto, "Vacío")) << "what has no value is not told";
    EXPECT_EQ(bytes, impreso(cotizacion(3))) << "the same document is the same file";
}

TEST(Formulario, LaTablaSigueEnOtrasPaginasConSuCabeza) {
    const auto texto = texto_de_pdf(impreso(cotizacion(500)));
    const auto paginas = paginas_de(texto);
    EXPECT_GT(paginas, 6);
    EXPECT_LT(paginas, 15);
    EXPECT_EQ(veces(texto, "Descripción"), static_cast<std::size_t>(paginas)) << "the head stands on every page";
    EXPECT_EQ(veces(texto, "Gracias por su preferencia"), static_cast<std::size_t>(paginas));
    for (int i = 1; i <= 500; ++i) ASSERT_EQ(veces(texto, fmt::format("P{:04} ", i)), 1U) << i;
    for (int p = 1; p <= paginas; ++p) EXPECT_TRUE(tiene(texto, fmt::format("Página {} de {}", p, paginas))) << p;
    EXPECT_GT(texto.find("MIL CIENTO"), texto.find("P0500")) << "totals close it";
}

// A page is written when it is full: what is held does not grow with the document.
TEST(Formulario, SaleComoSeHace) {
    std::size_t mayor = 0, todo = 0;
    const auto f = cotizacion(5000);
    imprimir(f, [&](std::string_view b) {
        mayor = std::max(mayor, b.size());
        todo += b.size();
    });
    EXPECT_GT(todo, 100'000U);
    EXPECT_LT(mayor, 20'000U);
}

TEST(Formulario, LosTextosHostilesSonTexto) {
    auto f = cotizacion(1);
    f.emisor.nombre = "Paréntesis ) ( y \\ diagonal (abierto";
    f.folio = "<< /Type /Catalog >> endobj";
    f.partes[0].datos[0].valor = "日本 Ω " + std::string("nulo\0fin", 8);
    f.tablas[0].renglones[0][1] = std::string(4000, 'W') + " fin de palabra larga";
    f.tablas[0].renglones.push_back({"", "renglón\nque\nparte", "", "123456789012345678901234567890.123456"});
    f.notas[0].datos[0].valor = ") Tj ET Q q (";
    const auto texto = texto_de_pdf(impreso(f));
    for (const auto* que : {"Paréntesis ) ( y \\ diagonal (abierto", "<< /Type /Catalog >> endobj", "?? ?", "que",
                            "123456789012345678901234567890.123456", ") Tj ET Q q ("})
        EXPECT_TRUE(tiene(texto, que)) << que;
    EXPECT_TRUE(tiene(sin_blancos(texto), "Wfindepalabralarga"));
    EXPECT_EQ(veces(texto, "W"), 4000U) << "a word that is too long is broken, not cut";
}

TEST(Formulario, UnRenglonMasAltoQueLaPaginaSigueEnLaOtra) {
    auto f = cotizacion(1);
    std::string alto;
    for (int i = 0; i < 200; ++i) alto += fmt::format("linea{:03}\n", i);
    f.tablas[0].renglones[0][1] = alto;
    const auto texto = texto_de_pdf(impreso(f));
    EXPECT_GT(paginas_de(texto), 1);
    for (int i = 0; i < 200; ++i) ASSERT_EQ(veces(texto, fmt::format("linea{:03}", i)), 1U) << i;
}

TEST(Formulario, LasColumnasSeEligen) {
    auto t = cotizacion(1).tablas[0];
    elegir_columnas(t, std::nullopt);
    EXPECT_EQ(t.columnas.size(), 4U);
    elegir_columnas(t, std::vector<std::string>{"cantidad", "otra"});
    ASSERT_EQ(t.columnas.size(), 3U);
    EXPECT_EQ(t.columnas[1].titulo, "Cantidad");
    EXPECT_EQ(t.renglones[0], (std::vector<std::string>{"Artículo número 1", "1", "100.00"}));
}

TEST(Formulario, ElColorEsDeLaOrganizacion) {
    EXPECT_EQ(leer_color("#FF8000"), (tabla::Color{255, 128, 0}));
    for (const auto* mal : {"", "FF8000", "#FF800", "#FF80000", "#GG0000", "#ff80-1"}) EXPECT_FALSE(leer_color(mal)) << mal;
    auto f = cotizacion(1);
    f.estilo.color = *leer_color("#00AA00");
    const auto l = lamina_de(impreso(f));
    EXPECT_EQ(l.en(612 - 40, 40), (std::array<int, 3>{0, 170, 0})) << "the band of the title";
}

TEST(Formulario, LaMarcaEstaEnCadaPagina) {
    auto f = cotizacion(100);
    f.marcas = {"CANCELADO", "SANDBOX"};
    const auto bytes = impreso(f);
    const auto texto = texto_de_pdf(bytes);
    const auto l = lamina_de(bytes);
    int de_marca = 0;
    for (int y = 0; y < l.alto; ++y)
        for (int x = 0; x < l.ancho; ++x) de_marca += l.en(x, y) == std::array<int, 3>{246, 214, 214} ? 1 : 0;
    EXPECT_GT(de_marca, 5'000);
    // Each letter of a text that rises stands by itself.
    EXPECT_GE(veces(sin_blancos(texto), "C"), static_cast<std::size_t>(2 * paginas_de(texto)));
}

TEST(Qr, SeLeeDeVuelta) {
    auto f = cotizacion(1);
    f.prueba = Prueba{"https://ejemplo.mx/?id=1&re=A&amp;B", {{"Sello", "abc"}}};
    EXPECT_EQ(qr_de(impreso(f)), "https://ejemplo.mx/?id=1&re=A&amp;B\n");
    EXPECT_EQ(codigo_qr(std::string(5000, 'x')).lado, 0U) << "no code holds that much";
    // On a mark it is read as well.
    f.marcas = {"CANCELADO", "SANDBOX"};
    EXPECT_EQ(qr_de(impreso(f)), "https://ejemplo.mx/?id=1&re=A&amp;B\n");
}

TEST(Logo, SeVeEnSuColorYSuTransparencia) {
    const auto rojo_y_nada = png_de(60, 30, 6, 4, [](int x, int) {
        return x < 30 ? std::string("\xC8\x10\x20\xFF", 4) : std::string("\x00\x00\xFF\x00", 4);
    });
    auto f = cotizacion(1);
    f.emisor.logo = tabla::imagen_para_pdf(rojo_y_nada);
    ASSERT_TRUE(f.emisor.logo);
    auto l = lamina_de(impreso(f));
    EXPECT_EQ(l.en(36 + 20, 36 + 20), (std::array<int, 3>{200, 16, 32}));
    EXPECT_EQ(l.en(36 + 100, 36 + 20), (std::array<int, 3>{255, 255, 255})) << "what is not there is not painted";

    // RGB, gray, palette with transparency; larger than paper shows, which is averaged.
    const auto rgb = png_de(2000, 1000, 2, 3, [](int x, int) {
        return x % 2 == 0 ? std::string("\xFF\x00\x00", 3) : std::string("\x00\x00\x00", 3);
    });
    f.emisor.logo = tabla::imagen_para_pdf(rgb);
    ASSERT_TRUE(f.emisor.logo);
    EXPECT_LE(f.emisor.logo->ancho, 800);
    EXPECT_LT(f.emisor.logo->datos.size(), 20'000U);
    const auto gris = png_de(10, 10, 0, 1, [](int, int) { return std::string("\x80"); });
    f.emisor.logo = tabla::imagen_para_pdf(gris);
    ASSERT_TRUE(f.emisor.logo);
    EXPECT_EQ(lamina_de(impreso(f)).en(60, 60), (std::array<int, 3>{128, 128, 128}));
    const auto paleta = png_de(
        10, 10, 3, 1, [](int x, int) { return std::string(1, static_cast<char>(x < 5 ? 0 : 1)); },
        trozo("PLTE", std::string("\x00\xFF\x00\xFF\x00\x00", 6)) + trozo("tRNS", std::string("\xFF\x00", 2)));
    f.emisor.logo = tabla::imagen_para_pdf(paleta);
    ASSERT_TRUE(f.emisor.logo);
    l = lamina_de(impreso(f));
    EXPECT_EQ(l.en(45, 60), (std::array<int, 3>{0, 255, 0}));
    EXPECT_EQ(l.en(90, 60), (std::array<int, 3>{255, 255, 255}));
}

TEST(Logo, LoQueNoPuedeImprimirseNoSeImprime) {
    const auto punto = [](int, int) { return std::string("\x80"); };
    EXPECT_FALSE(tabla::imagen_para_pdf(png_de(4, 4, 0, 1, punto, {}, true))) << "interlaced";
    EXPECT_FALSE(tabla::imagen_para_pdf("GIF89a"));
    auto rota = png_de(40, 40, 0, 1, [](int x, int y) { return std::string(1, static_cast<char>(x * y)); });
    for (const std::size_t en : {std::size_t{45}, std::size_t{60}, std::size_t{80}}) {
        auto otra = rota;
        otra[en] = static_cast<char>(otra[en] ^ 0x55);
        const auto i = tabla::imagen_para_pdf(otra);
        if (i) {
            EXPECT_EQ(i->alto, 40) << "whole, or nothing";
        }
    }
}

// Whatever bytes come, they are an image or they are not.
TEST(Logo, BytesCualesquiera) {
    const auto entera = png_de(12, 9, 6, 4, [](int x, int y) {
        return std::string{static_cast<char>(x), static_cast<char>(y), 'b', static_cast<char>(x * y)};
    });
    std::mt19937 azar{9};  // NOLINT(cert-msc51-cpp)
    for (int i = 0; i < 3'000; ++i) {
        auto otra = entera;
        for (int k = 0; k < 3; ++k) {
            const auto en = azar() % otra.size();
            otra[en] = static_cast<char>(azar());
        }
        const auto imagen = tabla::imagen_para_pdf(otra);
        if (imagen) {
            ASSERT_GT(imagen->datos.size(), 0U);
        }
    }
}

Impresion con_nombres() {
    Impresion o;
    o.nombres = [](const std::vector<ClaveImpresa>& claves) {
        NombresDeClaves nombres;
        for (const auto& c : claves) {
            if (c == ClaveImpresa{"c_FormaPago", "03"}) nombres[c] = "Transferencia electrónica de fondos";
            if (c == ClaveImpresa{"c_UsoCFDI", "G03"}) nombres[c] = "Gastos en general";
            if (c == ClaveImpresa{"c_ClaveUnidad", "H87"}) nombres[c] = "Pieza";
            if (c == ClaveImpresa{"c_RegimenFiscal", "601"}) nombres[c] = "General de Ley Personas Morales";
            if (c == ClaveImpresa{"c_TipoDeComprobante", "I"}) nombres[c] = "Ingreso";
        }
        return nombres;
    };
    return o;
}

// What RMF 2.7.1.7 asks for, and what people look for.
TEST(CfdiImpreso, UnaFacturaDeSuXmlSolo) {
    const auto xml = test::sellado(test::ingreso());
    const auto bytes = cfdi_impreso(xml, con_nombres());
    const auto texto = texto_de_pdf(bytes);
    for (const auto* que : {"Factura",
                            "A-1",
                            "Este documento es una representación impresa de un CFDI",
                            "ESCUELA KEMPER URGATE",
                            "RFC EKU9003173C9",
                            "601 General de Ley Personas Morales",
                            "INDISTRIA ILUMINADORA DE ALMACENES",
                            "IIA040805DZ4",
                            "G03 Gastos en general",
                            "03 Transferencia electrónica de fondos",
                            "PUE",
                            "30 días",
                            "d63b2d99-72b0-4ae9-a52f-d7bd5a186ab9",
                            "2026-10-01T12:00:00",
                            "2026-10-01T12:05:00",
                            "C.P. 42501",
                            "C.P. 62661",
                            "30001000000600001234",
                            "30001000000600009999",
                            "SPR190613I52",
                            "43211503",
                            "H87 Pieza",
                            "Uno",
                            "Dos",
                            "IVA 16%",
                            "40.00",
                            "Retención de ISR",
                            "ISH",
                            "6.50",
                            "5 al millar",
                            "280.50",
                            "DOSCIENTOS OCHENTA PESOS 50/100 M.N.",
                            "XOCHILT CASAS CHAVEZ",
                            "I Ingreso",
                            "Página 1 de"})
        EXPECT_TRUE(tiene(texto, que)) << que << "\n" << texto;
    const fiscal::Xml leido{xml};
    const auto c = fiscal::leer_cfdi(leido);
    const auto junto = sin_blancos(texto);
    EXPECT_TRUE(tiene(junto, c.sello)) << "whole, over as many lines as it takes";
    EXPECT_TRUE(tiene(junto, c.timbres.front().selloSat));
    EXPECT_TRUE(tiene(junto, sin_blancos(fiscal::cadena_original(*c.timbres.front().nodo, fiscal::Esquema::sat()).texto)));
    EXPECT_EQ(qr_de(bytes, static_cast<int>(paginas_de(texto))),
              "https://verificacfdi.facturaelectronica.sat.gob.mx/"
              "default.aspx?id=D63B2D99-72B0-4AE9-A52F-D7BD5A186AB9&re=EKU9003173C9&rr="
              "IIA040805DZ4&tt=280.5&fe=" +
                  c.sello.substr(c.sello.size() - 8) + "\n");
    test::retratar(bytes, carpeta, "cfdi-factura");
}

TEST(CfdiImpreso, UnPagoConSusDocumentos) {
    const auto bytes = cfdi_impreso(test::sellado(test::pago()), con_nombres());
    const auto texto = texto_de_pdf(bytes);
    for (const auto* que :
         {"Comprobante de pago", "232.00 USD", "Tipo de cambio", "6F35D3B5-3651-5370-BC2C-14CDBE384CD7",
          "6F35D3B5-3651-5370-BC2C-14CDBE384CD8", "116.00", "84.00", "1,972.00", "Parcialidad", "Total de los pagos MXN",
          "3,944.00", "TRES MIL NOVECIENTOS CUARENTA Y CUATRO PESOS 00/100 M.N.", "2026-09-30T12:00:00", "Trasladado"})
        EXPECT_TRUE(tiene(texto, que)) << que << "\n" << texto;
    EXPECT_TRUE(tiene(qr_de(bytes, static_cast<int>(paginas_de(texto))), "&tt=0.0&"));
    test::retratar(bytes, carpeta, "cfdi-pago");
}

TEST(CfdiImpreso, EgresosTrasladosYRelacionados) {
    auto egreso = test::cambiado(test::ingreso(), R"(TipoDeComprobante="I")", R"(TipoDeComprobante="E")");
    egreso = test::cambiado(
        egreso, "<cfdi:Emisor",
        R"(<cfdi:CfdiRelacionados TipoRelacion="01"><cfdi:CfdiRelacionado UUID="6F35D3B5-3651-5370-BC2C-14CDBE384CD7"/></cfdi:CfdiRelacionados><cfdi:Emisor)");
    const auto texto = texto_de_pdf(cfdi_impreso(test::sellado(egreso)));
    EXPECT_TRUE(tiene(texto, "Nota de crédito"));
    EXPECT_TRUE(tiene(texto, "CFDI relacionados: 01"));
    EXPECT_TRUE(tiene(texto, "6F35D3B5-3651-5370-BC2C-14CDBE384CD7"));
    const auto traslado = test::cambiado(test::ingreso(), R"(TipoDeComprobante="I")", R"(TipoDeComprobante="T")");
    EXPECT_TRUE(tiene(texto_de_pdf(cfdi_impreso(test::sellado(traslado))), "Comprobante de traslado"));
    const auto sin_valor =
        texto_de_pdf(cfdi_impreso(test::sellado(test::cambiado(traslado, R"(Moneda="MXN")", R"(Moneda="XXX")"))));
    for (const char* importe : {"Total XXX", "Subtotal", "00/100", "Valor unitario"})
        EXPECT_FALSE(tiene(sin_valor, importe)) << importe;
    EXPECT_TRUE(tiene(texto_de_pdf(cfdi_impreso(test::sellado(test::global()))), "Factura global: 01, 10 2026"));
}

TEST(CfdiImpreso, LasMarcasSonDeQuienImprime) {
    const auto xml = test::sellado(test::ingreso());
    auto o = con_nombres();
    o.cancelado = o.sandbox = true;
    const auto bytes = cfdi_impreso(xml, o);
    EXPECT_NE(bytes, cfdi_impreso(xml, con_nombres()));
    EXPECT_TRUE(tiene(texto_de_pdf(bytes), "Prueba sin validez fiscal"));
    EXPECT_NE(qr_de(bytes, static_cast<int>(paginas_de(texto_de_pdf(bytes)))), "") << "the code is read over the mark";
    test::retratar(bytes, carpeta, "cfdi-marcas");
    // A stamp that says so itself.
    const auto probado =
        test::cambiado(xml, "<tfd:TimbreFiscalDigital ", R"(<tfd:TimbreFiscalDigital Leyenda="SANDBOX: DE PRUEBA" )");
    const auto texto = texto_de_pdf(cfdi_impreso(probado));
    EXPECT_TRUE(tiene(texto, "Prueba sin validez fiscal"));
    EXPECT_TRUE(tiene(texto, "SANDBOX: DE PRUEBA"));
}

TEST(CfdiImpreso, LoQueNoEsCfdiNoSeImprime) {
    const auto nada = [](std::string_view) { FAIL() << "nothing is written"; };
    for (const auto* otra : {"", "hola", "<a/>", "<Comprobante Version='2.0'/>", "<cfdi:Comprobante"})
        EXPECT_FALSE(imprimir_cfdi(otra, {}, nada)) << otra;
    // One that is a CFDI and has nothing in it.
    EXPECT_GT(cfdi_impreso(R"(<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0"/>)").size(), 500U);
}

TEST(CfdiImpreso, SellosYNombresLarguisimos) {
    auto xml = test::cambiado(test::ingreso(), "%sello", std::string(20'000, 'S'));
    xml = test::cambiado(xml, "ESCUELA KEMPER URGATE", std::string(5'000, 'N'));
    xml = test::cambiado(xml, R"(Descripcion="Uno")", "Descripcion=\"" + std::string(9'000, 'D') + '"');
    const auto texto = texto_de_pdf(cfdi_impreso(xml));
    EXPECT_EQ(veces(texto, "D") > 9'000U, true);
    EXPECT_GT(paginas_de(texto), 2);
    EXPECT_TRUE(tiene(texto, "Dos"));
}

TEST(CfdiImpreso, QuinientosConceptos) {
    std::string conceptos;
    for (int i = 0; i < 500; ++i)
        conceptos += fmt::format(
            R"(<cfdi:Concepto ClaveProdServ="43211503" NoIdentificacion="N{:03}" Cantidad="1" ClaveUnidad="H87" Descripcion="Renglón {}" ValorUnitario="1.00" Importe="1.00" ObjetoImp="01"/>)",
            i, i);
    auto xml = test::ingreso();
    const auto desde = xml.find("<cfdi:Concepto "), hasta = xml.find("</cfdi:Conceptos>");
    xml.replace(desde, hasta - desde, conceptos);
    const auto texto = texto_de_pdf(cfdi_impreso(test::sellado(xml)));
    for (int i = 0; i < 500; ++i) ASSERT_EQ(veces(texto, fmt::format("N{:03} ", i)), 1U) << i;
    // The last page may have seals alone.
    EXPECT_GE(veces(texto, "Descripción") + 1, static_cast<std::size_t>(paginas_de(texto)));
}

TEST(CfdiImpreso, LosDeOtrosSeImprimen) {
    CACAO_SKIP_WITHOUT_CFDI;
    int impresos = 0;
    for (const auto& archivo : std::filesystem::recursive_directory_iterator{test::cfdi_folder() / "samples"}) {
        if (archivo.path().extension() != ".xml") continue;
        const auto xml = test::cfdi_file(archivo.path());
        std::string bytes;
        if (!imprimir_cfdi(xml, {}, [&](std::string_view b) { bytes += b; })) {
            EXPECT_TRUE(bytes.empty());
            continue;
        }
        ++impresos;
        if (archivo.path().filename().string().starts_with("ok-")) {
            const auto texto = texto_de_pdf(bytes);
            EXPECT_TRUE(tiene(texto, "Este documento es una representación impresa de un CFDI")) << archivo.path();
            if (tiene(archivo.path().filename().string(), "cartaporte")) {
                EXPECT_TRUE(tiene(texto, "Complemento CartaPorte")) << texto;
            }
        }
    }
    EXPECT_GT(impresos, 20);
}

}  // namespace
}  // namespace cacao::papel
