#pragma once
// The authority's schemas, from the folder of cfdi.hpp. For programs that link libxml2.

#include "support/cfdi.hpp"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include <memory>
#include <string>
#include <string_view>

namespace cacao::test {

// The authority's own schemas, judged by libxml2.
class Oraculo {
public:
    Oraculo() {
        xmlInitParser();
        xmlSetStructuredErrorFunc(nullptr,
                                  [](void*, xmlErrorPtr error) { dice_ = error->message == nullptr ? "" : error->message; });
        if (antes_ == nullptr) antes_ = xmlGetExternalEntityLoader();
        // Whatever a document says of where its schemas are, nothing is fetched.
        xmlSetExternalEntityLoader([](const char* url, const char* id, xmlParserCtxtPtr contexto) -> xmlParserInputPtr {
            return std::string_view{url}.starts_with("http") ? nullptr : antes_(url, id, contexto);
        });
        const auto archivo = (test::cfdi_folder() / "xsd" / "todo2.xsd").string();
        auto* lector = xmlSchemaNewParserCtxt(archivo.c_str());
        esquema_.reset(xmlSchemaParse(lector));
        xmlSchemaFreeParserCtxt(lector);
    }
    ~Oraculo() {
        xmlSetExternalEntityLoader(antes_);
        xmlSetStructuredErrorFunc(nullptr, nullptr);
    }
    Oraculo(const Oraculo&) = delete;
    Oraculo& operator=(const Oraculo&) = delete;
    bool listo() const { return esquema_ != nullptr; }
    const std::string& dice() const { return dice_; }
    bool valido(const std::string& bytes) const {
        const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> documento{
            xmlReadMemory(bytes.data(), static_cast<int>(bytes.size()), "d.xml", nullptr, XML_PARSE_NONET), xmlFreeDoc};
        if (documento == nullptr) return false;
        const std::unique_ptr<xmlSchemaValidCtxt, decltype(&xmlSchemaFreeValidCtxt)> contexto{
            xmlSchemaNewValidCtxt(esquema_.get()), xmlSchemaFreeValidCtxt};
        return xmlSchemaValidateDoc(contexto.get(), documento.get()) == 0;
    }

private:
    static inline std::string dice_;  // what was wrong last
    static inline xmlExternalEntityLoader antes_ = nullptr;
    std::unique_ptr<xmlSchema, decltype(&xmlSchemaFree)> esquema_{nullptr, xmlSchemaFree};
};

}  // namespace cacao::test
