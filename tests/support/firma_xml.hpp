#pragma once
// The signature within a request of cancellation (XML-DSig, enveloped), judged as the authority judges it: C14N 1.0, SHA-1,
// RSA-SHA1, and the certificate beside it.

#include <string>
#include <string_view>

namespace cacao::test {

struct FirmaXml {
    std::string queja;        // "" when it holds
    std::string certificado;  // DER
};
FirmaXml juzgar_firma(std::string_view xml);

}  // namespace cacao::test
