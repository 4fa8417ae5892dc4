#include "base/archivo.hpp"

#include "base/texto.hpp"

#include <gtest/gtest.h>

namespace cacao {
namespace {

using namespace std::string_view_literals;

std::string entero(std::string_view nombre, std::string_view extension = {}, std::string_view tipo = {}) {
    const auto n = nombre_de_archivo(nombre, extension, tipo);
    return con_extension(n.nombre, n.extension);
}

TEST(Archivo, ItsTypeIsWhatItsBytesSay) {
    EXPECT_EQ(tipo_de_archivo("%PDF-1.7\n..."), "application/pdf");
    std::string gif;
    ASSERT_TRUE(leer_base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", gif));
    EXPECT_EQ(tipo_de_archivo(gif), "image/gif");
    EXPECT_EQ(tipo_de_archivo("PK\x03\x04...."), "application/zip");
    EXPECT_EQ(tipo_de_archivo("PK\x03\x04....xl/workbook.xml"),
              "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    EXPECT_EQ(tipo_de_archivo("<?xml version=\"1.0\"?><a/>"), "application/xml");
    EXPECT_EQ(tipo_de_archivo("\xEF\xBB\xBF \n<?xml version=\"1.0\"?>"), "application/xml");
    EXPECT_EQ(tipo_de_archivo("\xFF\xFE<\0?\0x\0"sv), "application/xml");
    // What runs in a browser is text like any other.
    EXPECT_EQ(tipo_de_archivo("<html><script>alert(1)</script></html>"), "text/plain");
    EXPECT_EQ(tipo_de_archivo("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), "text/plain");
    EXPECT_EQ(tipo_de_archivo("a;b\r\n1;2\r\n"), "text/plain");
    EXPECT_EQ(tipo_de_archivo("MZ\x90\0\x03"sv), "application/octet-stream");
    EXPECT_EQ(tipo_de_archivo("ca\xF1on"), "application/octet-stream");
    // An image that is cut short is none.
    EXPECT_EQ(tipo_de_archivo("\x89PNG\r\n\x1A\n\0\0"sv), "application/octet-stream");
}

TEST(Archivo, WhatIsSaidOfItMustFit) {
    for (const auto* dicho : {"", "application/xml", "text/xml; charset=utf-8", "XML", ".xml", "application/octet-stream"})
        EXPECT_TRUE(dice_el_tipo(dicho, "application/xml")) << dicho;
    for (const auto* dicho : {"application/pdf", "pdf", "image/png", "text/plain", "zip"})
        EXPECT_FALSE(dice_el_tipo(dicho, "application/xml")) << dicho;
    EXPECT_TRUE(dice_el_tipo("text/csv", "text/plain"));
    EXPECT_TRUE(dice_el_tipo("jpeg", "image/jpeg"));
    EXPECT_TRUE(dice_el_tipo("application/vnd.oasis.opendocument.text", "application/zip"));
    EXPECT_TRUE(dice_el_tipo("audio/mpeg", "application/octet-stream"));
    EXPECT_FALSE(dice_el_tipo("audio/mpeg", "application/pdf"));
    EXPECT_FALSE(dice_el_tipo("application/pdf", "application/octet-stream"));
    // A word of the caller's own, as "factura", says nothing of the bytes.
    EXPECT_TRUE(dice_el_tipo("factura", "application/pdf"));
}

TEST(Archivo, ItsNameHarmsNobody) {
    EXPECT_EQ(entero("A-15.pdf"), "A-15.pdf");
    EXPECT_EQ(entero("A-15.PDF", "pdf"), "A-15.pdf");
    EXPECT_EQ(entero("A-15", ".pdf"), "A-15.pdf");
    EXPECT_EQ(entero("Factura del año.xml"), "Factura del año.xml");
    EXPECT_EQ(entero("../../etc/passwd"), "passwd");
    EXPECT_EQ(entero("C:\\Windows\\nota.txt"), "nota.txt");
    EXPECT_EQ(entero("..", {}, "application/pdf"), "archivo.pdf");
    EXPECT_EQ(entero("", {}, "application/octet-stream"), "archivo");
    EXPECT_EQ(entero("a\r\nSet-Cookie: x\x01.pdf"), "aSet-Cookie_ x.pdf");
    EXPECT_EQ(entero("a\"b<c>|?*.pdf"), "a_b_c____.pdf");
    EXPECT_EQ(entero("factura\u202Efdp.exe"), "facturafdp.exe");
    EXPECT_EQ(entero("a\u200B\u2066\u00A0b\u2028.xml"), "a\u00A0b.xml");
    EXPECT_EQ(entero(".htaccess"), "htaccess");
    EXPECT_EQ(entero("a.", {}, "image/png"), "a.png");
    EXPECT_EQ(entero("sin extensión.de tipo", {}, "text/plain"), "sin extensión.de tipo.txt");
    EXPECT_EQ(entero("a", "p d f", "application/pdf"), "a.pdf");
    EXPECT_EQ(entero("a", "../x", "application/pdf"), "a.pdf");
    const auto largo = nombre_de_archivo(std::string(500, 'x') + "\u00F1.pdf", {}, {});
    EXPECT_EQ(largo.nombre, std::string(200, 'x'));
    EXPECT_EQ(largo.extension, "pdf");
    std::string enes;
    for (int i = 0; i < 300; ++i) enes += "\u00F1";
    EXPECT_EQ(largo_utf8(nombre_de_archivo(enes, {}, {}).nombre), 200U);
}

TEST(Archivo, AnExtensionIsSaidOnce) {
    std::string nombre = "acuse.PDF";
    quitar_extension(nombre, "pdf");
    EXPECT_EQ(nombre, "acuse");
    nombre = ".pdf";
    quitar_extension(nombre, "pdf");
    EXPECT_EQ(nombre, ".pdf");
    nombre = "xpdf";
    quitar_extension(nombre, "pdf");
    EXPECT_EQ(nombre, "xpdf");
}

}  // namespace
}  // namespace cacao
