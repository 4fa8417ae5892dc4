#include "support/pac_finkok.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "support/comprobantes.hpp"

#include <algorithm>
#include <array>

namespace cacao::test {
namespace {

constexpr std::string_view espacio_soap = "http://schemas.xmlsoap.org/soap/envelope/";
constexpr std::string_view tipo_soap = "text/xml; charset=utf-8";

struct Servicio {
    std::string_view nombre;
    std::array<std::string_view, 4> operaciones;
};
constexpr Servicio servicios[] = {
    {"stamp", {"stamp", "quick_stamp", "stamped", "query_pending"}},
    {"cancel", {"cancel_signature", "get_sat_status", "get_receipt", ""}},
    {"utilities", {"report_credit", "", "", ""}},
};

std::string escapado(std::string_view texto) {
    std::string s;
    for (const char c : texto) {
        if (c == '&') s += "&amp;";
        else if (c == '<') s += "&lt;";
        else if (c == '>') s += "&gt;";
        else s += c;
    }
    return s;
}

// A field of an answer, in the namespace that all of them are in.
std::string s0(std::string_view nombre, std::string_view texto) {
    const std::string n{nombre};
    return "<s0:" + n + '>' + escapado(texto) + "</s0:" + n + '>';
}
std::string s0_de(std::string_view nombre, std::string_view hijos) {
    const std::string n{nombre};
    return hijos.empty() ? "<s0:" + n + "/>" : "<s0:" + n + '>' + std::string{hijos} + "</s0:" + n + '>';
}

std::string sobre(std::string_view servicio, std::string_view cuerpo) {
    return "<?xml version='1.0' encoding='UTF-8'?>\n<senv:Envelope "
           "xmlns:wsa=\"http://schemas.xmlsoap.org/ws/2003/03/addressing\" "
           "xmlns:tns=\"http://facturacion.finkok.com/" +
           std::string{servicio} +
           "\" xmlns:s0=\"apps.services.soap.core.views\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
           "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
           "xmlns:senv=\"http://schemas.xmlsoap.org/soap/envelope/\"><senv:Body>" +
           std::string{cuerpo} + "</senv:Body></senv:Envelope>";
}

std::string caida(std::string_view que) {
    return respuesta_http(500, tipo_soap,
                          sobre("stamp", "<senv:Fault><faultcode>senv:Server</faultcode><faultstring>" + escapado(que) +
                                             "</faultstring><faultactor></faultactor></senv:Fault>"));
}

std::string valor_de(const fiscal::Nodo& pedido, std::string_view campo) {
    const auto* n = pedido.hijo(campo);
    return n == nullptr ? std::string{} : std::string{recortado(n->texto)};
}

// Nothing when it is no base64. Some writers break it into lines.
std::optional<std::string> xml_de(const fiscal::Nodo& pedido) {
    std::string texto = valor_de(pedido, "xml"), bytes;
    std::erase_if(texto, [](char c) { return c == ' ' || c == '\r' || c == '\n'; });
    if (!leer_base64(texto, bytes)) return std::nullopt;
    return bytes;
}

std::string_view frase_finkok(std::string_view codigo) {
    if (codigo == "300") return "Usuario y Contraseña Inválidos";
    if (codigo == "301") return "XML mal formado";
    if (codigo == "302") return "Sello mal formado o inválido";
    if (codigo == "303") return "Sello no corresponde a emisor";
    if (codigo == "307") return "El CFDI contiene un timbre previo";
    if (codigo == "401") return "Fecha y hora de generación fuera de rango";
    if (codigo == "603") return "El CFDI no contiene un timbre previo";
    if (codigo == "705") return "La estructura XML es inválida";
    if (codigo == "707") return "El CFDI ya contiene un timbre";
    if (codigo == "718") return "No hay timbres disponibles";
    return "";
}

std::string incidencias(std::string_view codigo, const std::string& rfc = {}, const std::string& uuid = {}) {
    if (codigo.empty()) return s0_de("Incidencias", {});
    return s0_de("Incidencias", s0_de("Incidencia", s0("IdIncidencia", "1") + s0("Uuid", uuid) + s0("CodigoError", codigo) +
                                                        s0("WorkProcessId", "") + s0("MensajeIncidencia", frase_finkok(codigo)) +
                                                        s0("ExtraInfo", "") + s0("RfcEmisor", rfc) +
                                                        s0("NoCertificadoPac", numero_pac) + s0("FechaRegistro", "")));
}

// With a stamp, or without one where there is none to give.
std::string recibo_de_timbre(const std::optional<Timbre>& t, std::string_view estatus, std::string_view codigo) {
    const Timbre nada;
    const Timbre& de = t ? *t : nada;
    return s0("xml", de.xml) + s0("UUID", de.uuid) + s0("Fecha", de.fecha) + s0("CodEstatus", estatus) +
           s0("SatSeal", de.selloSat) + incidencias(codigo, de.emisor, de.uuid) +
           s0("NoCertificadoSAT", t ? std::string_view{numero_pac} : std::string_view{});
}

}  // namespace

PacFinkok::PacFinkok(std::string usuario, std::string contrasena)
    : Pac(true),
      usuario_(std::move(usuario)),
      contrasena_(std::move(contrasena)),
      servidor_(Servidor::Atiende{[this](const Pedido& p) { return contestar(p); }}) {}

Contestacion PacFinkok::contestar(const Pedido& p) {
    const Xml xml{p.cuerpo, {.texto = std::size_t{10} << 20U}};
    const auto* cuerpo =
        xml.bien() && xml.raiz().nombre == "Envelope" && xml.raiz().espacio == espacio_soap ? xml.raiz().hijo("Body") : nullptr;
    if (p.metodo != "POST" || cuerpo == nullptr || cuerpo->primero == nullptr) return {.bytes = caida("no es SOAP 1.1")};
    const fiscal::Nodo& pedido = *cuerpo->primero;
    const std::string operacion{pedido.nombre};
    std::string accion = p.encabezado("SOAPAction");
    std::erase(accion, '"');
    for (const auto& s : servicios) {
        if (p.ruta != "/servicios/soap/" + std::string{s.nombre}) continue;
        if (operacion.empty() || std::ranges::find(s.operaciones, operacion) == s.operaciones.end() || accion != operacion ||
            pedido.espacio != "http://facturacion.finkok.com/" + std::string{s.nombre})
            break;
        return atender(operacion, caida("Internal Error"), [&](FallaPac f) {
            const std::string dicho = hacer(operacion, pedido, f);
            return respuesta_http(200, tipo_soap,
                                  sobre(s.nombre, "<tns:" + operacion + "Response><tns:" + operacion + "Result>" + dicho +
                                                      "</tns:" + operacion + "Result></tns:" + operacion + "Response>"));
        });
    }
    return {.bytes = caida("no hay tal operación: " + operacion)};
}

std::string PacFinkok::hacer(const std::string& operacion, const fiscal::Nodo& pedido, FallaPac f) {
    const bool conocido = valor_de(pedido, "username") == usuario_ && valor_de(pedido, "password") == contrasena_;
    if (operacion == "stamp" || operacion == "quick_stamp")
        return conocido ? estampar(operacion, pedido, f) : recibo_de_timbre({}, "", "300");
    if (operacion == "stamped") return conocido ? estampado(pedido, f) : recibo_de_timbre({}, "", "300");
    if (operacion == "cancel_signature")
        return conocido ? anular(pedido) : s0("CodEstatus", "300 - Usuario y Contraseña Inválidos");
    if (!conocido) return s0("error", "300 - Usuario y Contraseña Inválidos");
    if (operacion == "query_pending") return pendiente(pedido);
    if (operacion == "get_sat_status") return estado(pedido);
    if (operacion == "get_receipt") return recibo(pedido);
    return creditos(pedido);
}

std::string PacFinkok::estampar(const std::string& operacion, const fiscal::Nodo& pedido, FallaPac f) {
    const auto xml = xml_de(pedido);
    if (!xml) return recibo_de_timbre({}, "", "705");
    const bool pronto = operacion == "quick_stamp";
    const auto hecho = timbrar(*xml, {}, !pronto);
    std::optional<Timbre> t = hecho.timbre;
    if (t && f == FallaPac::ajeno) t = timbre_ajeno(*t);
    if (hecho.codigo.empty()) return recibo_de_timbre(t, "Comprobante timbrado satisfactoriamente", "");
    if (hecho.codigo != "307") return recibo_de_timbre({}, "", hecho.codigo);
    if (pronto || toca(FallaPac::sin_datos, operacion)) return recibo_de_timbre({}, "", "307");
    return recibo_de_timbre(t, "Comprobante timbrado previamente", "307");
}

std::string PacFinkok::estampado(const fiscal::Nodo& pedido, FallaPac f) const {
    const auto xml = xml_de(pedido);
    auto t = xml ? timbre_de(*xml) : std::nullopt;
    if (!t) return recibo_de_timbre({}, "", xml ? "603" : "705");
    if (f == FallaPac::ajeno) t = timbre_ajeno(*t);
    return recibo_de_timbre(t, "Comprobante recibido satisfactoriamente", "");
}

std::string PacFinkok::pendiente(const fiscal::Nodo& pedido) const {
    const auto uuid = valor_de(pedido, "uuid");
    if (!Uuid::leer(uuid)) return s0("error", "UUID con formato invalido");
    const auto t = timbre_por_uuid(uuid);
    if (!t) return s0("error", "UUID " + uuid + " No Encontrado");
    return s0("status", t->enviado ? "F" : "S") + (t->enviado ? s0("xml", t->xml) : std::string{}) + s0("uuid", t->uuid) +
           s0("error", "") + s0("date", t->fecha);
}

std::string PacFinkok::anular(const fiscal::Nodo& pedido) {
    const auto xml = xml_de(pedido);
    const auto c = xml ? cancelar(*xml, "cancel_signature") : PeticionCancelacion{.codigo = "301", .detalle = "no es base64"};
    if (!c.codigo.empty())
        return s0("CodEstatus",
                  c.codigo + " - " + std::string{frase_finkok(c.codigo)} + (c.detalle.empty() ? "" : ": ") + c.detalle);
    std::string folios, acuse;
    for (const auto& [uuid, codigo] : c.folios) {
        const auto estatus = codigo == "204" ? std::string{"no_cancelable"} : codigo;
        folios +=
            s0_de("Folio", s0("UUID", uuid) + s0("EstatusUUID", estatus) +
                               s0("EstatusCancelacion", codigo == "201" ? "Petición de cancelación realizada exitosamente" : ""));
        acuse += "<Folios><UUID>" + uuid + "</UUID><EstatusUUID>" + codigo + "</EstatusUUID></Folios>";
    }
    acuse =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><CancelaCFDResponse "
        "xmlns=\"http://cancelacfd.sat.gob.mx\"><CancelaCFDResult Fecha=\"" +
        c.fecha + "\" RfcEmisor=\"" + escapado(c.rfc) + "\">" + acuse +
        "</CancelaCFDResult></CancelaCFDResponse></s:Body></s:Envelope>";
    anotar_acuse(c, acuse);
    return s0_de("Folios", folios) + s0("Acuse", acuse) + s0("Fecha", c.fecha) + s0("RfcEmisor", c.rfc);
}

std::string PacFinkok::estado(const fiscal::Nodo& pedido) const {
    const auto d =
        en_el_sat({.re = valor_de(pedido, "taxpayer_id"),
                   .rr = valor_de(pedido, "rtaxpayer_id"),
                   .tt = valor_de(pedido, "total"),
                   .id = valor_de(pedido, "uuid"),
                   .fe = {}})
            .value_or(DichoSat{.codigo = "N - 602: Comprobante no encontrado.", .estado = "No Encontrado", .cancelable = ""});
    return s0_de("sat", s0("EsCancelable", d.cancelable) + s0("CodigoEstatus", d.codigo) + s0("Estado", d.estado) +
                            s0("EstatusCancelacion", d.cancelacion));
}

std::string PacFinkok::recibo(const fiscal::Nodo& pedido) const {
    const auto uuid = valor_de(pedido, "uuid");
    const auto rfc = valor_de(pedido, "taxpayer_id");
    const auto t = timbre_por_uuid(uuid);
    const auto acuse = t && t->emisor == rfc && valor_de(pedido, "type") == "C" ? acuse_de(uuid) : std::string{};
    return s0("uuid", uuid) + s0("success", acuse.empty() ? "false" : "true") + s0("receipt", acuse) + s0("taxpayer_id", rfc) +
           s0("date", acuse.empty() ? std::string{} : t->fecha);
}

std::string PacFinkok::creditos(const fiscal::Nodo& pedido) const {
    if (valor_de(pedido, "taxpayer_id").empty()) return s0("error", "702 - RFC no registrado");
    return s0_de("result", s0_de("ReportTotalCredit", s0("credit", std::to_string(saldo())) + s0("date", "2026-10-01T00:00:00")));
}

}  // namespace cacao::test
