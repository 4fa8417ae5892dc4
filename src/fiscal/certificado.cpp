#include "fiscal/certificado.hpp"

#include "base/texto.hpp"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <ctime>

namespace cacao::fiscal {
namespace {

X509* como_x509(const std::shared_ptr<void>& p) { return static_cast<X509*>(p.get()); }
X509_STORE* como_almacen(const std::shared_ptr<void>& p) { return static_cast<X509_STORE*>(p.get()); }

std::shared_ptr<void> leer_der(std::string_view der) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
    const auto* const fin = bytes + der.size();
    std::shared_ptr<void> x{d2i_X509(nullptr, &bytes, static_cast<long>(der.size())),
                            [](void* p) { X509_free(static_cast<X509*>(p)); }};
    return bytes == fin ? x : nullptr;
}

Instante instante_de(const ASN1_TIME* tiempo) {
    std::tm tm{};
    if (ASN1_TIME_to_tm(tiempo, &tm) != 1) return {};
    return Instante::de_micros(static_cast<std::int64_t>(timegm(&tm)) * 1'000'000);
}

std::string campo_de(X509_NAME* quien, int nid) {
    const int lugar = X509_NAME_get_index_by_NID(quien, nid, -1);
    if (lugar < 0) return {};
    unsigned char* utf8 = nullptr;
    const int largo = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(quien, lugar)));
    if (largo < 0) return {};
    std::string texto{reinterpret_cast<const char*>(utf8), static_cast<std::size_t>(largo)};
    OPENSSL_free(utf8);
    return texto;
}

// The authority numbers its certificates with the characters of 20 digits.
std::string numero_de_serie(X509* x) {
    const ASN1_INTEGER* serie = X509_get0_serialNumber(x);
    const std::string texto{reinterpret_cast<const char*>(ASN1_STRING_get0_data(serie)),
                            static_cast<std::size_t>(ASN1_STRING_length(serie))};
    return texto.find_first_not_of("0123456789") == std::string::npos ? texto : std::string{};
}

}  // namespace

std::optional<Certificado> Certificado::leer(std::string_view der) {
    Certificado c;
    c.x509_ = leer_der(der);
    auto* x = como_x509(c.x509_);
    if (x == nullptr) return std::nullopt;
    c.numero_ = numero_de_serie(x);
    auto* sujeto = X509_get_subject_name(x);
    const auto quien = campo_de(sujeto, NID_x500UniqueIdentifier);
    c.rfc_ = recortado(std::string_view{quien}.substr(0, quien.find('/')));
    c.nombre_ = campo_de(sujeto, NID_commonName);
    c.desde_ = instante_de(X509_get0_notBefore(x));
    c.hasta_ = instante_de(X509_get0_notAfter(x));
    constexpr std::uint32_t de_persona = KU_DATA_ENCIPHERMENT | KU_KEY_AGREEMENT;
    const auto uso = X509_get_key_usage(x);  // all of them when the certificate does not say
    c.de_sello_ = uso == UINT32_MAX || (uso & de_persona) == 0;
    c.autoridad_ = X509_check_ca(x) > 0;
    return c;
}

bool Certificado::sello_de(std::string_view texto, std::string_view sello) const {
    std::string firma;
    if (!leer_base64(sello, firma)) return false;
    EVP_PKEY* llave = X509_get0_pubkey(como_x509(x509_));
    if (llave == nullptr || EVP_PKEY_base_id(llave) != EVP_PKEY_RSA) return false;
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> contexto{EVP_MD_CTX_new(), EVP_MD_CTX_free};
    return contexto != nullptr && EVP_DigestVerifyInit(contexto.get(), nullptr, EVP_sha256(), nullptr, llave) == 1 &&
           EVP_DigestVerify(contexto.get(), reinterpret_cast<const unsigned char*>(firma.data()), firma.size(),
                            reinterpret_cast<const unsigned char*>(texto.data()), texto.size()) == 1;
}

Autoridades::Autoridades() : almacen_(X509_STORE_new(), [](void* p) { X509_STORE_free(static_cast<X509_STORE*>(p)); }) {}

bool Autoridades::agregar(std::string_view der) {
    const auto x = leer_der(der);
    return x != nullptr && X509_STORE_add_cert(como_almacen(almacen_), como_x509(x)) == 1;
}

Autoridades::Firma Autoridades::firma_de(const Certificado& certificado) const {
    const std::unique_ptr<X509_STORE_CTX, decltype(&X509_STORE_CTX_free)> contexto{X509_STORE_CTX_new(), X509_STORE_CTX_free};
    if (contexto == nullptr ||
        X509_STORE_CTX_init(contexto.get(), como_almacen(almacen_), como_x509(certificado.x509_), nullptr) != 1)
        return Firma::desconocida;
    auto* reglas = X509_STORE_CTX_get0_param(contexto.get());
    X509_VERIFY_PARAM_set_time(reglas, static_cast<std::time_t>(certificado.desde().segundos()));
    // Whoever put an authority here trusts it, with or without its root; the oldest ones signed with what was good then.
    X509_VERIFY_PARAM_set_flags(reglas, X509_V_FLAG_PARTIAL_CHAIN);
    X509_VERIFY_PARAM_set_auth_level(reglas, 0);
    if (X509_verify_cert(contexto.get()) == 1) return Firma::buena;
    switch (X509_STORE_CTX_get_error(contexto.get())) {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
        case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: return Firma::desconocida;
        default: return Firma::mala;
    }
}

}  // namespace cacao::fiscal
