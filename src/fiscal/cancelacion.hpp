#pragma once
// What asks the authority to cancel a document, signed by its issuer (XML-DSig as the authority's service takes it: enveloped,
// inclusive C14N 1.0, RSA with SHA-1).

#include "fiscal/sellado.hpp"

#include <string>
#include <string_view>

namespace cacao::fiscal {

struct SolicitudDeCancelacion {
    std::string rfc;    // of the issuer
    std::string fecha;  // yyyy-MM-ddTHH:mm:ss
    std::string uuid;
    std::string motivo;       // 01 with a substitute, 02 without, 03 did not take place, 04 named in a global one
    std::string sustitucion;  // folio of the substitute; of motive 01 alone
};
// Without declaration, in one line.
std::string solicitud_de_cancelacion(const SolicitudDeCancelacion& solicitud, const Csd& csd);

}  // namespace cacao::fiscal
