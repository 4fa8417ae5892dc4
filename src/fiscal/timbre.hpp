#pragma once
// The stamp of the sandbox: made like the authority's, by a key of its own, and marked so that nobody takes it for one. No
// network, no clock.

#include "fiscal/certificado.hpp"
#include "fiscal/sellado.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cacao::fiscal {

// What the stamp of the sandbox says of itself (`Leyenda`), and who certifies: the RFC that the authority gives providers for
// their tests, and a number that no certificate of it has.
inline constexpr std::string_view leyenda_sandbox = "SANDBOX: DOCUMENTO DE PRUEBA, SIN VALIDEZ FISCAL";
inline constexpr std::string_view rfc_sandbox = "SPR190613I52";
inline constexpr std::string_view numero_sandbox = "99999999999999999999";

struct Timbre {
    std::string uuid;  // in capitals
    std::string fechaTimbrado;
    std::string noCertificadoSat;
    std::string selloSat;
    std::string xml;  // the TimbreFiscalDigital
};

class Sandbox {
public:
    // A new pair, and one from what `llave` and `cer` gave; nothing when these are none.
    static Sandbox nuevo(Instante desde, Instante hasta);
    static std::optional<Sandbox> de(std::string_view cer, std::string_view llave);

    const std::string& cer() const { return csd_.cer(); }
    std::string llave() const { return csd_.llave(); }
    // For whoever verifies its stamps: `certificado_sat` of the judge.
    const Certificado& certificado() const { return csd_.certificado(); }

    // A stamp with a random folio (UUID v4) for a sealed document, at an hour of the centre (yyyy-MM-ddTHH:mm:ss). Nothing when
    // the document has no seal, or is stamped already. `con_timbre` puts it in.
    std::optional<Timbre> timbrar(std::string_view xml, std::string_view hora) const;

private:
    explicit Sandbox(Csd csd) : csd_(std::move(csd)) {}
    Csd csd_;
};

// FechaTimbrado tells the time of the centre of the country, wherever the document was issued (TimbreFiscalDigitalv11.xsd:
// "debe corresponder con la hora de la Zona Centro"). Nothing for what is no moment.
std::string hora_de_timbrado(Instante ahora);
std::optional<Instante> momento_de_timbrado(const std::string& fechaTimbrado);

// Whether the stamp of a document is the sandbox's.
bool es_de_sandbox(const Cfdi& cfdi);

}  // namespace cacao::fiscal
