#include "fiscal/xml.hpp"

#include "support/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace cacao::fiscal {
namespace {

FallaXml falla_de(std::string_view bytes) { return Xml{bytes}.falla(); }

TEST(Xml, LeeNodosAtributosYEspacios) {
    const Xml xml{
        "<?xml version='1.0' encoding='utf-8'?>\n<!-- c --><a:R xmlns:a='u' x='1' a:x='2'><a:H "
        "v='&amp;&#241;&#38;amp;&lt;\n'/>\n<H>t</H>"
        "<a:H v=''/></a:R>"};
    ASSERT_TRUE(xml.bien());
    const auto& r = xml.raiz();
    EXPECT_EQ(r.nombre, "R");
    EXPECT_EQ(r.espacio, "u");
    EXPECT_EQ(r.valor("x"), "1");
    EXPECT_EQ(r.atributos.size(), 2U);
    EXPECT_FALSE(r.tiene("y"));
    EXPECT_FALSE(r.con_texto);
    const auto* h = r.hijo("H");
    ASSERT_NE(h, nullptr);
    EXPECT_EQ(h->valor("v"), "&ñ&amp;< ");
    EXPECT_TRUE(h->siguiente->con_texto);
    ASSERT_NE(h->hermano(), nullptr);
    EXPECT_TRUE(h->hermano()->tiene("v"));
    EXPECT_EQ(ruta(*h->hermano(), "v"), "/a:R/a:H[2]/@v");
    EXPECT_EQ(ruta(*h->siguiente), "/a:R/H");
}

TEST(Xml, LoQueNoEsXmlDiceDonde) {
    for (const auto* malo : {"", " ", "hola", "<a>", "<a></b>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&nada;</a>", "<a/><b/>",
                             "<a:b/>", "<a>&#0;</a>", "<a b='<'/>", "<a\x01/>"})
        EXPECT_EQ(falla_de(malo), FallaXml::mal_formado) << malo;
    const Xml xml{"<a>\n\n<b></c></a>"};
    EXPECT_EQ(xml.renglon(), 3);
    // Frequent in real documents, and harmless: a prefix that stands for no address.
    EXPECT_EQ(falla_de("<a xmlns:schemaLocation='http://a http://b'/>"), FallaXml::ninguna);
}

TEST(Xml, NingunaDeclaracionDeTipo) {
    for (const auto* malo :
         {"<!DOCTYPE a><a/>", "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
          "<!-- <a> --><!DOCTYPE a SYSTEM 'http://127.0.0.1/x.dtd'><a/>", "<a><!ELEMENT b></a>"})
        EXPECT_EQ(falla_de(malo), FallaXml::doctype) << malo;
    // Where it is only text it is text.
    EXPECT_EQ(falla_de("<a><!-- <!DOCTYPE a> --><![CDATA[<!DOCTYPE a>]]><?p <!DOCTYPE a> ?></a>"), FallaXml::ninguna);
}

TEST(Xml, SoloUtf8) {
    EXPECT_EQ(falla_de("<?xml version='1.0' encoding='ISO-8859-1'?><a/>"), FallaXml::codificacion);
    EXPECT_EQ(falla_de("<?xml version='1.0' encoding='UTF-7'?><a/>"), FallaXml::codificacion);
    EXPECT_EQ(falla_de("<a>\xF1</a>"), FallaXml::codificacion);
    EXPECT_EQ(falla_de(std::string_view{"\xFF\xFE<\0a\0/\0>\0", 10}), FallaXml::codificacion);
    const Xml marca{"\xEF\xBB\xBF<a/>"};
    EXPECT_TRUE(marca.bien() && marca.con_marca());
}

std::string repetido(std::string_view texto, std::size_t veces) {
    std::string todo;
    todo.reserve(texto.size() * veces);
    for (std::size_t i = 0; i < veces; ++i) todo += texto;
    return todo;
}

// What strangers may send costs what its limits say, whatever it is.
TEST(Xml, LoHostilSeRechazaConMemoriaAcotada) {
    std::string bomba = "<!DOCTYPE b [<!ENTITY a0 'x'>";
    for (int i = 1; i < 40; ++i)
        bomba += "<!ENTITY a" + std::to_string(i) + " '&a" + std::to_string(i - 1) + ";&a" + std::to_string(i - 1) + ";'>";
    bomba += "]><b>&a39;</b>";
    const std::string muchos = "<a>" + repetido("<b/>", 400'000) + "</a>";
    std::string atributos = "<a";
    for (int i = 0; i < 300; ++i) atributos += " a" + std::to_string(i) + "=''";
    atributos += "/>";
    // Prefixes of many nodes at once: ten tags of fifty.
    std::string espacios;
    for (int i = 0; i < 10; ++i) {
        espacios += "<a";
        for (int k = 0; k < 50; ++k) espacios += " xmlns:p" + std::to_string(50 * i + k) + "='u'";
        espacios += '>';
    }
    const std::string grande(std::size_t{50} << 20U, 'x');
    const std::string hondo = repetido("<a>", 3'000'000);

    const auto antes = test::memory(getpid(), "VmRSS");
    test::forget_peak(getpid());
    EXPECT_EQ(falla_de(bomba), FallaXml::doctype);
    EXPECT_EQ(falla_de(grande), FallaXml::muy_grande);
    EXPECT_EQ(falla_de(hondo), FallaXml::muy_profundo);
    EXPECT_EQ(falla_de(repetido("<a>", 100) + repetido("</a>", 100)), FallaXml::muy_profundo);
    EXPECT_EQ(falla_de(muchos), FallaXml::muchos_nodos);
    EXPECT_EQ(falla_de(atributos), FallaXml::muchos_nodos);
    EXPECT_EQ(falla_de(espacios + repetido("</a>", 10)), FallaXml::muchos_nodos);
    if (test::memory_tells) {
        EXPECT_LT(test::memory(getpid(), "VmHWM") - antes, 80);
    }
}

}  // namespace
}  // namespace cacao::fiscal
