#pragma once
// What the authority says of a document: its service of consultation (SOAP 1.1, without credentials), the question written and
// the answer read. Who is called, and for how long, is the caller's.

#include "base/decimal.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::fiscal {

// What names a document to the authority. Its folio alone does not.
struct Consulta {
    std::string rfcEmisor, rfcReceptor;
    Importe total;
    std::string uuid;
    std::string sello;  // at least its last eight characters; empty: not told
};

// Whether it has letters of base64 alone, as every seal has.
bool es_base64(std::string_view texto);
// As the printed document has it: ?re=…&rr=…&tt=…&id=…&fe=…
std::string expresion_impresa(const Consulta& consulta);
// What the code on a printed document says: the authority's page that shows it (Anexo 20, I.D).
std::string direccion_de_verificacion(const Consulta& consulta);

// `no_valida`: the authority does not understand the question, and will not the next time.
enum class EstadoCfdi : std::uint8_t { vigente, cancelado, no_encontrado, no_valida };
std::string_view nombre(EstadoCfdi estado);
// Nothing when it is the name of none.
std::optional<EstadoCfdi> estado_de(std::string_view nombre);

struct RespuestaSat {
    EstadoCfdi estado{};
    std::string codigoEstatus;       // "S - Comprobante obtenido satisfactoriamente."
    std::string esCancelable;        // "Cancelable con aceptación"
    std::string estatusCancelacion;  // "En proceso"; "" while nobody asked for it
    std::string validacionEfos;      // "200"; "" where it does not tell

    // Whether it says that the issuer, or the third party that it issued for, is on the list of 69-B; nothing when it does not
    // tell.
    std::optional<bool> en_lista() const;
};

inline constexpr std::string_view servicio_de_consulta =
    "https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc";
inline constexpr std::string_view accion_de_consulta = "http://tempuri.org/IConsultaCFDIService/Consulta";

std::string escribir_consulta(std::string_view expresion);
// Nothing when it is no answer, or one that contradicts itself: nobody answered then.
std::optional<RespuestaSat> leer_consulta(std::string_view cuerpo);

}  // namespace cacao::fiscal
