#include "fiscal/timbre.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/escritura.hpp"

namespace cacao::fiscal {
namespace {

std::string folio_al_azar() {
    auto b = azar(16);
    b[6] = static_cast<char>((static_cast<unsigned char>(b[6]) & 0x0FU) | 0x40U);
    b[8] = static_cast<char>((static_cast<unsigned char>(b[8]) & 0x3FU) | 0x80U);
    const auto h = mayusculas(hexadecimal(b));
    return h.substr(0, 8) + '-' + h.substr(8, 4) + '-' + h.substr(12, 4) + '-' + h.substr(16, 4) + '-' + h.substr(20);
}

}  // namespace

Sandbox Sandbox::nuevo(Instante desde, Instante hasta) {
    return Sandbox{Csd::hacer(numero_sandbox, rfc_sandbox, "SANDBOX", desde, hasta)};
}

std::optional<Sandbox> Sandbox::de(std::string_view cer, std::string_view llave) {
    auto csd = Csd::de(cer, llave);
    if (std::holds_alternative<FallaCsd>(csd)) return std::nullopt;
    return Sandbox{std::get<Csd>(std::move(csd))};
}

std::optional<Timbre> Sandbox::timbrar(std::string_view bytes, std::string_view hora) const {
    const Xml documento{bytes};
    if (!documento.bien() || documento.raiz().nombre != "Comprobante") return std::nullopt;
    const auto cfdi = leer_cfdi(documento);
    if (cfdi.sello.empty() || !cfdi.timbres.empty()) return std::nullopt;

    const auto& esquema = Esquema::sat();
    Timbre timbre{.uuid = folio_al_azar(),
                  .fechaTimbrado = std::string{hora},
                  .noCertificadoSat = csd_.certificado().numero(),
                  .selloSat = {},
                  .xml = {}};
    Elemento e{"TimbreFiscalDigital", espacio_timbre};
    e.pon("Version", "1.1");
    e.pon("UUID", timbre.uuid);
    e.pon("FechaTimbrado", timbre.fechaTimbrado);
    e.pon("RfcProvCertif", rfc_sandbox);
    e.pon("Leyenda", leyenda_sandbox);
    e.pon("SelloCFD", cfdi.sello);
    e.pon("NoCertificadoSAT", timbre.noCertificadoSat);
    const auto sin_sello = escribir_elemento(e, esquema);
    const Xml leido{sin_sello};
    timbre.selloSat = csd_.sello(cadena_original(leido.raiz(), esquema).texto);
    e.pon("SelloSAT", timbre.selloSat);
    timbre.xml = escribir_elemento(e, esquema);
    return timbre;
}

std::string hora_de_timbrado(Instante ahora) { return hora_local(ahora, zona_predeterminada); }

std::optional<Instante> momento_de_timbrado(const std::string& fechaTimbrado) {
    // The centre had summer time until 2022: of the two, that which reads there as it is written.
    const auto verano = Instante::leer_iso(fechaTimbrado + "-05:00");
    if (verano && hora_de_timbrado(*verano) == fechaTimbrado) return verano;
    return Instante::leer_iso(fechaTimbrado + "-06:00");
}

bool es_de_sandbox(const Cfdi& cfdi) {
    if (cfdi.timbres.size() != 1) return false;
    const auto& timbre = cfdi.timbres.front();
    return timbre.noCertificadoSat == numero_sandbox || timbre.leyenda.starts_with("SANDBOX");
}

}  // namespace cacao::fiscal
