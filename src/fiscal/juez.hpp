#pragma once
// Judges a document that somebody sent, as far as that needs neither network nor database. What the caller can tell of the
// outside (catalogs, certificates, authorities) it is asked for; what nobody can tell is said to be not verified.

#include "base/function_ref.hpp"
#include "fiscal/catalogos.hpp"
#include "fiscal/certificado.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/esquema.hpp"
#include "fiscal/veredicto.hpp"

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cacao::fiscal {

struct Medios {
    BuscaClave catalogo;
    // By its number; null when it is not at hand. It lives at least as long as the call.
    FunctionRef<const Certificado*(std::string_view numero)> certificado_sat;
    bool debe_estar_timbrado = true;
};

// Nothing is known of the outside.
Medios sin_medios();

struct Juicio {
    Veredicto veredicto;
    std::shared_ptr<const Xml> xml;  // the tree that `cfdi` points into
    std::optional<Cfdi> cfdi;        // when it is one
};

// Steps of the judge that are also taken before a document is sealed: what an unreadable one is called, whether the RFCs can be,
// and whether the certificate is the issuer's and held at the time of the document.
Falla falla_de(FallaXml falla);
void revisar_rfcs(const Cfdi& cfdi, Veredicto& veredicto);
void revisar_certificado(const Cfdi& cfdi, const Certificado& certificado, Veredicto& veredicto);

class Juez {
public:
    // Without authorities nobody can tell who signed a certificate.
    explicit Juez(std::shared_ptr<const Autoridades> autoridades = nullptr, LimitesXml limites = {})
        : autoridades_(std::move(autoridades)), limites_(limites) {}

    // From any thread.
    Juicio juzgar(std::string_view bytes, const Medios& medios) const;

private:
    // A company seals all its documents with the same certificate: the last ones are kept, read and with who signed them.
    static constexpr std::size_t mas_certificados = 256;
    static constexpr std::size_t mas_base64 = 16 * 1024;  // those of the authority have two thousand
    struct Conocido {
        Certificado certificado;
        Autoridades::Firma firma{};
    };
    std::shared_ptr<const Conocido> certificado(std::string_view base64) const;

    void certificado_y_sello(const Cfdi& cfdi, Veredicto& veredicto) const;
    void timbre(const Cfdi& cfdi, const Medios& medios, Veredicto& veredicto) const;

    struct Guardado {
        std::string base64;
        std::shared_ptr<const Conocido> conocido;
    };
    const Esquema& esquema_ = Esquema::sat();
    std::shared_ptr<const Autoridades> autoridades_;
    LimitesXml limites_;
    mutable std::mutex mutex_;
    mutable std::list<Guardado> guardados_;  // last used first
    mutable std::map<std::string_view, std::list<Guardado>::iterator> por_texto_;
};

}  // namespace cacao::fiscal
