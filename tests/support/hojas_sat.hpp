#pragma once
// The authority's stylesheets, which make a cadena original. For programs that link libxml2 and libxslt.

#include <libxml/parser.h>
#include <libxslt/transform.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <string>

namespace cacao::test {

inline std::filesystem::path hojas_folder() {
    return std::filesystem::path{CACAO_SOURCE} / "tests" / "clients" / "node_modules" / ".cadenas";
}
inline bool hojas_there() { return std::filesystem::exists(hojas_folder() / "cfdi40"); }

// They say version 2.0, of which they use nothing; libxslt would tell each time.
class Callados {
public:
    Callados() {
        xmlSetGenericErrorFunc(nullptr, nada);
        xsltSetGenericErrorFunc(nullptr, nada);
    }
    ~Callados() {
        xmlSetGenericErrorFunc(nullptr, nullptr);
        xsltSetGenericErrorFunc(nullptr, nullptr);
    }
    Callados(const Callados&) = delete;
    Callados& operator=(const Callados&) = delete;

private:
    static void nada(void*, const char*, ...) {}  // NOLINT(cert-dcl50-cpp): the library calls it so
};

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

}  // namespace cacao::test
