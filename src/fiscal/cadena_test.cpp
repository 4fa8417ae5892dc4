#include "fiscal/cadena.hpp"

#include "support/cfdi.hpp"

#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>

#include <filesystem>
#include <memory>
#include <regex>
#include <set>

namespace cacao::fiscal {
namespace {

std::string cadena_de(std::string_view bytes) {
    const Xml xml{bytes};
    return xml.bien() ? cadena_original(xml.raiz(), Esquema::sat()).texto : "";
}

TEST(CadenaOriginal, ComoLasPublicadas) {
    CACAO_SKIP_WITHOUT_CFDI;
    int vistas = 0;
    for (const auto& archivo : std::filesystem::recursive_directory_iterator{test::cfdi_folder() / "samples"}) {
        const auto ruta = archivo.path().string();
        const auto fin = ruta.find("-cadena.txt");
        if (fin == std::string::npos) continue;
        auto esperada = test::cfdi_file(ruta);
        while (esperada.ends_with('\n')) esperada.pop_back();
        EXPECT_EQ(cadena_de(test::cfdi_file(ruta.substr(0, fin) + ".xml")), esperada) << ruta;
        ++vistas;
    }
    EXPECT_GE(vistas, 3);
}

TEST(CadenaOriginal, BlancosOpcionalesYLoQueNoSeConoce) {
    const std::string doc =
        "<c:Comprobante xmlns:c='http://www.sat.gob.mx/cfd/4' Version='4.0' Serie='' Folio=' a \t b&#10;c\xC2\xA0 ' "
        "Sello='s'><c:Complemento>"
        "<t:TimbreFiscalDigital xmlns:t='http://www.sat.gob.mx/TimbreFiscalDigital' Version='1.1' UUID='u' FechaTimbrado='f' "
        "RfcProvCertif='r' SelloCFD='s' NoCertificadoSAT='n' "
        "SelloSAT='x'/></c:Complemento><c:Addenda><x/></c:Addenda></c:Comprobante>";
    // An optional attribute that is there and empty prints; a required one that is missing too.
    EXPECT_EQ(cadena_de(doc), "||4.0||a b c\xC2\xA0||||||||||");
    const Xml xml{doc};
    EXPECT_EQ(cadena_original(*xml.raiz().primero->primero, Esquema::sat()).texto, "||1.1|u|f|r|s|n||");
    const Xml otro{
        "<c:Comprobante xmlns:c='http://www.sat.gob.mx/cfd/4'><c:Complemento><n:Nomina "
        "xmlns:n='u'/></c:Complemento></c:Comprobante>"};
    EXPECT_NE(cadena_original(otro.raiz(), Esquema::sat()).sin_tabla, nullptr);
}

// The authority's stylesheets, as npm packages carry them (scripts/clients.sh brings them). Those of 4.0 name the others by their
// address: they are taken from beside it, and one that no package has is empty, which leaves out the documents that need it.
class HojaDeEstilo {
public:
    HojaDeEstilo(const std::filesystem::path& hoja, const std::filesystem::path& junto) {
        const auto aparte = std::filesystem::path{testing::TempDir()} / ("cadenas-" + hoja.stem().string());
        std::filesystem::create_directories(aparte);
        for (const auto& f : std::filesystem::directory_iterator{junto})
            if (f.path().extension() == ".xslt")
                std::filesystem::copy_file(f.path(), aparte / f.path().filename(),
                                           std::filesystem::copy_options::overwrite_existing);
        std::ifstream archivo{hoja, std::ios::binary};
        const std::string texto{std::istreambuf_iterator<char>{archivo}, std::istreambuf_iterator<char>{}};
        const std::regex incluida{R"re(href="[^"]*/([^"/]+)")re"};
        for (std::sregex_iterator it{texto.begin(), texto.end(), incluida}, fin; it != fin; ++it) {
            if (std::filesystem::exists(aparte / (*it)[1].str())) continue;
            vacias_.insert((*it)[1]);
            std::ofstream{aparte / (*it)[1].str()}
                << "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>";
        }
        std::ofstream{aparte / "hoja.xslt"} << std::regex_replace(texto, incluida, "href=\"$1\"");
        hoja_ = xsltParseStylesheetFile(reinterpret_cast<const xmlChar*>((aparte / "hoja.xslt").c_str()));
        std::filesystem::remove_all(aparte);
    }
    ~HojaDeEstilo() { xsltFreeStylesheet(hoja_); }
    HojaDeEstilo(const HojaDeEstilo&) = delete;
    HojaDeEstilo& operator=(const HojaDeEstilo&) = delete;
    bool lista() const { return hoja_ != nullptr; }
    bool le_falta(const std::string& nombre) const { return vacias_.contains(nombre); }

    std::string aplicar(const std::string& bytes) const {
        const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> documento{
            xmlReadMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr, XML_PARSE_NONET), xmlFreeDoc};
        const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> salida{xsltApplyStylesheet(hoja_, documento.get(), nullptr),
                                                                    xmlFreeDoc};
        xmlChar* texto = nullptr;
        int largo = 0;
        if (salida == nullptr || xsltSaveResultToString(&texto, &largo, salida.get(), hoja_) != 0) return "";
        std::string cadena{reinterpret_cast<const char*>(texto), static_cast<std::size_t>(largo)};
        xmlFree(texto);
        return cadena;
    }

private:
    std::set<std::string> vacias_;
    xsltStylesheetPtr hoja_ = nullptr;
};

void callar(void*, const char*, ...) {}  // NOLINT(cert-dcl50-cpp): the library calls it so

TEST(CadenaOriginal, ComoLasHojasDelSat) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto npm = std::filesystem::path{CACAO_SOURCE} / "tests" / "clients" / "node_modules" / ".cadenas";
    if (!std::filesystem::exists(npm / "cfdi40")) GTEST_SKIP() << "scripts/clients.sh install brings the stylesheets to " << npm;
    // They say version 2.0, of which they use nothing; libxslt would tell each time.
    xmlSetGenericErrorFunc(nullptr, callar);
    xsltSetGenericErrorFunc(nullptr, callar);
    const HojaDeEstilo de_40{npm / "cfdi40" / "cadenaoriginal_4_0.xslt", npm / "cfdi"};
    const HojaDeEstilo de_33{npm / "cfdi" / "cadenaoriginal_3_3.xslt", npm / "cfdi"};
    ASSERT_TRUE(de_40.lista() && de_33.lista());
    const auto vista = [&](const std::string& bytes, const HojaDeEstilo& hoja) {
        if (bytes.find(":CartaPorte ") != std::string::npos) return false;  // of another version than these
        return bytes.find("<pago20:Pagos") == std::string::npos || !hoja.le_falta("Pagos20.xslt");
    };
    int vistas = 0;
    for (const auto& archivo : std::filesystem::recursive_directory_iterator{test::cfdi_folder() / "samples"}) {
        if (archivo.path().extension() != ".xml") continue;
        const auto bytes = test::cfdi_file(archivo.path());
        const Xml xml{bytes};
        if (!xml.bien() || xml.raiz().nombre != "Comprobante") continue;
        const auto& hoja = xml.raiz().espacio.ends_with("/3") ? de_33 : de_40;
        const auto cadena = cadena_original(xml.raiz(), Esquema::sat());
        if (cadena.sin_tabla != nullptr || !vista(bytes, hoja)) continue;
        EXPECT_EQ(cadena.texto, hoja.aplicar(bytes)) << archivo.path();
        ++vistas;
    }
    xmlSetGenericErrorFunc(nullptr, nullptr);
    xsltSetGenericErrorFunc(nullptr, nullptr);
    EXPECT_GE(vistas, 30);
}

}  // namespace
}  // namespace cacao::fiscal
