#include "fiscal/cadena.hpp"

#include "support/cfdi.hpp"
#include "support/hojas_sat.hpp"

#include <gtest/gtest.h>

#include <filesystem>

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

TEST(CadenaOriginal, ComoLasHojasDelSat) {
    CACAO_SKIP_WITHOUT_CFDI;
    const auto npm = test::hojas_folder();
    if (!test::hojas_there()) GTEST_SKIP() << "scripts/clients.sh install brings the stylesheets to " << npm;
    const test::Callados callados;
    const test::HojaDeEstilo de_40{npm / "cfdi40" / "cadenaoriginal_4_0.xslt", npm / "cfdi"};
    const test::HojaDeEstilo de_33{npm / "cfdi" / "cadenaoriginal_3_3.xslt", npm / "cfdi"};
    ASSERT_TRUE(de_40.lista() && de_33.lista());
    const auto vista = [&](const std::string& bytes, const test::HojaDeEstilo& hoja) {
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
    EXPECT_GE(vistas, 30);
}

}  // namespace
}  // namespace cacao::fiscal
