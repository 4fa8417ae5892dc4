#pragma once
// Sealing: the certificate of an issuer (CSD) with its key, and what goes into a document once it is written: the seal, the
// stamp of the authority, the addendum.

#include "base/fecha.hpp"
#include "fiscal/catalogos.hpp"
#include "fiscal/certificado.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/esquema.hpp"
#include "fiscal/veredicto.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cacao::fiscal {

enum class FallaCsd : std::uint8_t {
    certificado_ilegible,  // no certificate (DER), or one without the authority's number or an RFC
    no_es_de_sello,        // an e.firma: it is of a person and seals no documents
    no_es_de_efirma,       // one of seal, where an e.firma is asked for
    llave_ilegible,        // no encrypted private key (DER, PKCS #8) of RSA
    contrasena,            // not that of the key
    llave_ajena,           // the key is not that of the certificate
    aun_no_vigente,
    vencido,
};
std::string_view nombre(FallaCsd falla);

// The key stands in memory only as the library holds it.
class Csd {
public:
    // From the two files that the authority hands out, and the password, at a moment.
    static std::variant<Csd, FallaCsd> leer(std::string_view cer, std::string_view key, std::string_view contrasena,
                                            Instante ahora);
    // An e.firma comes in the same two files. It seals no documents: it signs requests to the authority's services.
    static std::variant<Csd, FallaCsd> leer_efirma(std::string_view cer, std::string_view key, std::string_view contrasena,
                                                   Instante ahora);
    // From what `cer` and `llave` gave. Whether it holds today is not asked: what was sealed stays sealed.
    static std::variant<Csd, FallaCsd> de(std::string_view cer, std::string_view llave);
    // A pair of its own for trying out, signed by nobody but itself: nobody takes it for the authority's.
    static Csd de_prueba(std::string_view rfc, std::string_view nombre, Instante desde, Instante hasta);

    const Certificado& certificado() const { return certificado_; }
    const std::string& base64_de_cer() const { return base64_; }  // as a document carries it
    const std::string& cer() const { return cer_; }               // DER
    std::string llave() const;                        // DER, PKCS #8, not encrypted: to be kept sealed, never to be shown
    std::string sello(std::string_view texto) const;  // RSA with SHA-256, base64

    // The same with SHA-1, which nothing but the authority's services that cancel and hand out documents still ask for.
    std::string firma_sha1(std::string_view texto) const;

private:
    friend class Sandbox;
    friend class SelloPorPartes;
    explicit Csd(Certificado certificado) : certificado_(std::move(certificado)) {}
    // A new pair with a certificate of that number, signed by itself.
    static Csd hacer(std::string_view numero, std::string_view rfc, std::string_view nombre, Instante desde, Instante hasta);
    static std::variant<Csd, FallaCsd> leer_par(std::string_view cer, std::string_view key, std::string_view contrasena,
                                                Instante ahora, bool de_sello);
    static std::variant<Csd, FallaCsd> con_llave(std::string_view cer, std::shared_ptr<void> llave);
    Certificado certificado_;
    std::string cer_;
    std::string base64_;
    std::shared_ptr<void> llave_;  // EVP_PKEY*
};

// The same seal of a text that comes in parts, which are not kept.
class SelloPorPartes {
public:
    explicit SelloPorPartes(const Csd& csd);
    void agregar(std::string_view parte);
    std::string terminar();  // once

private:
    std::shared_ptr<void> llave_;
    std::shared_ptr<void> contexto_;  // EVP_MD_CTX*
};

struct Sellado {
    std::string xml;  // "" when it cannot be
    // What is wrong with it, by the same judge that looks at what others send: structure, catalogs, certificate, arithmetic and
    // rules. Only what is wrong; nothing that is merely worth a warning.
    std::vector<Hallazgo> hallazgos;
    bool bien() const { return hallazgos.empty(); }
};
// Fills in NoCertificado, Certificado and Sello. Nothing is sealed that the judge refuses. `catalogo` tells of the large
// catalogs; without it, those are not asked.
Sellado sellar(Cfdi cfdi, const Csd& csd, const Esquema& esquema = Esquema::sat(), std::optional<BuscaClave> catalogo = {});

// The document with the stamp (the TimbreFiscalDigital as XML) in its only Complemento, and with an addendum behind everything;
// no other byte changes. Nothing when the document has no place for it: it is no CFDI, has a stamp or an addendum already.
std::optional<std::string> con_timbre(std::string_view xml, std::string_view timbre);
std::optional<std::string> con_addenda(std::string_view xml, std::string_view addenda);
// Whether it can be put behind any document.
bool sirve_de_addenda(std::string_view addenda);

}  // namespace cacao::fiscal
