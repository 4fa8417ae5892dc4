#pragma once
// Certificates of the authority: whose they are, since when and until when, who signed them, and what they seal.

#include "base/fecha.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cacao::fiscal {

class Certificado {
public:
    // Nothing when the bytes (DER) are no certificate, or more than one.
    static std::optional<Certificado> leer(std::string_view der);

    const std::string& numero() const { return numero_; }  // its 20 digits, which are the bytes of its serial number
    const std::string& rfc() const { return rfc_; }        // of its holder; of a company, not that of who signs for it
    const std::string& nombre() const { return nombre_; }
    Instante desde() const { return desde_; }
    Instante hasta() const { return hasta_; }
    // Whether it seals documents. One of e.firma (FIEL) is for persons: its key may also encipher and log in.
    bool es_de_sello() const { return de_sello_; }
    // Whether it signs other certificates.
    bool es_autoridad() const { return autoridad_; }

    // Whether the seal (base64; RSA with SHA-256) is of this text.
    bool sello_de(std::string_view texto, std::string_view sello) const;

private:
    friend class Autoridades;
    std::shared_ptr<void> x509_;  // X509*
    std::string numero_, rfc_, nombre_;
    Instante desde_, hasta_;
    bool de_sello_ = false;
    bool autoridad_ = false;
};

// Those whose signature under a certificate counts.
class Autoridades {
public:
    Autoridades();
    // False when the bytes (DER) are no certificate.
    bool agregar(std::string_view der);

    enum class Firma { buena, mala, desconocida };
    // Who signed it, as of the moment from which it holds; `desconocida` when a link of its chain is not here.
    Firma firma_de(const Certificado& certificado) const;

private:
    std::shared_ptr<void> almacen_;  // X509_STORE*
};

}  // namespace cacao::fiscal
