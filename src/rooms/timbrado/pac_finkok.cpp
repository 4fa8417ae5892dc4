#include "rooms/timbrado/pac_finkok.hpp"

#include "base/ascii.hpp"
#include "base/texto.hpp"
#include "fiscal/escritura.hpp"
#include "fiscal/xml.hpp"

#include <charconv>
#include <stdexcept>
#include <utility>

namespace cacao::timbrado {
namespace {

using fiscal::Nodo;

constexpr std::string_view sobre_soap = "http://schemas.xmlsoap.org/soap/envelope/";
// The stamped document travels as a text inside of the answer.
constexpr fiscal::LimitesXml limites_finkok{.bytes = maximo_pac, .profundidad = 24, .nodos = 20'000, .texto = maximo_pac};
constexpr int http_bien_finkok = 200;

// By its name alone: the answer has two namespaces, whichever the version.
const Nodo* dentro(const Nodo* padre, std::string_view nombre) {
    const Nodo* n = padre == nullptr ? nullptr : padre->primero;
    while (n != nullptr && n->nombre != nombre) n = n->siguiente;
    return n;
}
std::string texto_en(const Nodo* padre, std::string_view nombre) {
    const auto* n = dentro(padre, nombre);
    return n == nullptr ? std::string{} : std::string{recortado(n->texto)};
}

// opResponse/opResult of the envelope.
const Nodo* resultado_de(const fiscal::Xml& xml, std::string_view operacion) {
    if (!xml.bien() || xml.raiz().nombre != "Envelope" || xml.raiz().espacio != sobre_soap) return nullptr;
    const std::string op{operacion};
    return dentro(dentro(dentro(&xml.raiz(), "Body"), op + "Response"), op + "Result");
}

// What has nothing to do with the document: the account, the stamps that are left, the authority that is away. It is asked again.
bool es_de_la_cuenta(std::string_view codigo) {
    for (const std::string_view suyo : {"300", "702", "703", "708", "718"})
        if (codigo == suyo) return true;
    return false;
}

// Of those, what is said before the document is looked at: who asks, for whom, and with how many stamps. Whether the authority
// that is away (708) has it already nobody knows.
bool no_deja_entrar(std::string_view codigo) { return es_de_la_cuenta(codigo) && codigo != "708"; }

}  // namespace

ProveedorFinkok::ProveedorFinkok(AccesoPac acceso, std::string rfc, red::Salida salida, PreguntarAlSat preguntar)
    : PacEnRed(std::move(acceso), std::move(salida), std::move(preguntar)), rfc_(std::move(rfc)) {}

std::optional<std::string> ProveedorFinkok::llamar(std::string_view servicio, std::string_view operacion, const Campos& campos,
                                                   const Abandonar& abandonar, Callado& porque) const {
    red::Peticion p;
    p.metodo = "POST";
    p.url = acceso().url + '/' + std::string{servicio};
    p.encabezados = {{"Content-Type", "text/xml; charset=utf-8"}, {"SOAPAction", '"' + std::string{operacion} + '"'}};
    p.cuerpo.append(R"(<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv=")").append(sobre_soap);
    p.cuerpo.append(R"(" xmlns:t="http://facturacion.finkok.com/)").append(servicio).append("\"><soapenv:Body><t:");
    p.cuerpo.append(operacion).append(">");
    const auto campo = [&](std::string_view nombre, std::string_view valor) {
        p.cuerpo.append("<t:").append(nombre).append(">");
        fiscal::agregar_escapado(p.cuerpo, valor);
        p.cuerpo.append("</t:").append(nombre).append(">");
    };
    for (const auto& [nombre, valor] : campos) campo(nombre, valor);
    campo("username", acceso().usuario);
    campo("password", acceso().contrasena);
    p.cuerpo.append("</t:").append(operacion).append("></soapenv:Body></soapenv:Envelope>");
    auto r = pedir(std::move(p), abandonar, porque);
    if (!r) return std::nullopt;
    if (r->estado != http_bien_finkok) {
        porque = {"Finkok contestó otra cosa (HTTP " + std::to_string(r->estado) + ").", {}, false};
        return std::nullopt;
    }
    return std::move(r->cuerpo);
}

Respuesta ProveedorFinkok::de_timbrado(std::string_view operacion, const Envio& envio, const Abandonar& abandonar) const {
    using enum Respuesta::Como;
    Callado porque;
    const auto cuerpo = llamar("stamp", operacion, {{"xml", base64(envio.xml)}}, abandonar, porque);
    if (!cuerpo) return sin_timbre(std::move(porque));
    const fiscal::Xml xml{*cuerpo, limites_finkok};
    const auto* r = resultado_de(xml, operacion);
    if (r == nullptr) return nadie_contesto("Finkok contestó otra cosa que un timbrado.");
    // The document is what was sent, byte by byte: it is not trimmed.
    const auto* dado = dentro(r, "xml");
    std::string estampado{dado == nullptr ? std::string_view{} : dado->texto};
    const auto* incidencia = dentro(dentro(r, "Incidencias"), "Incidencia");
    auto codigo = texto_en(incidencia, "CodigoError");
    auto mensaje = texto_en(incidencia, "MensajeIncidencia");
    if (const auto mas = texto_en(incidencia, "ExtraInfo"); !mas.empty()) mensaje += (mensaje.empty() ? "" : " ") + mas;
    if (incidencia == nullptr) {
        if (!estampado.empty()) return {hecho, std::move(estampado), {}, {}};
        return nadie_contesto("Finkok no dio el comprobante: " + texto_en(r, "CodEstatus"));
    }
    if (codigo == "307" || codigo == "707") return {previo, std::move(estampado), std::move(codigo), std::move(mensaje)};
    if (codigo == "603") return {desconocido, {}, std::move(codigo), std::move(mensaje)};
    if (no_deja_entrar(codigo)) return {sin_entregar, {}, std::move(codigo), std::move(mensaje)};
    if (es_de_la_cuenta(codigo)) return nadie_contesto(std::move(mensaje), std::move(codigo));
    return {rechazado, {}, std::move(codigo), std::move(mensaje)};
}

Respuesta ProveedorFinkok::timbrar(const Envio& envio, const Abandonar& abandonar) const {
    return de_timbrado("stamp", envio, abandonar);
}

Respuesta ProveedorFinkok::recuperar(const Envio& envio, const Abandonar& abandonar) const {
    return de_lo_enviado(de_timbrado("stamped", envio, abandonar));
}

Respuesta ProveedorFinkok::cancelar(const EnvioDeCancelacion& envio, const Abandonar& abandonar) const {
    Callado porque;
    const auto cuerpo =
        llamar("cancel", "cancel_signature", {{"xml", base64(envio.xml)}, {"store_pending", "false"}}, abandonar, porque);
    if (!cuerpo) return nadie_contesto(porque.mensaje);
    const fiscal::Xml xml{*cuerpo, limites_finkok};
    const auto* r = resultado_de(xml, "cancel_signature");
    if (r == nullptr) return nadie_contesto("Finkok contestó otra cosa que una cancelación.");
    const auto* folio = dentro(dentro(r, "Folios"), "Folio");
    // A code of the whole call stands there only when it went wrong.
    if (folio == nullptr) {
        auto codigo = texto_en(r, "CodEstatus");
        if (codigo.empty()) return nadie_contesto("Finkok no dijo qué fue de la cancelación.");
        if (es_de_la_cuenta(codigo)) return nadie_contesto("Finkok no canceló.", std::move(codigo));
        return {Respuesta::Como::rechazado, {}, std::move(codigo), "Finkok rechazó la solicitud de cancelación."};
    }
    if (!iguales_ascii(texto_en(folio, "UUID"), envio.uuid)) return nadie_contesto("Finkok contestó por otro folio fiscal.");
    const auto* acuse = dentro(r, "Acuse");
    auto codigo = texto_en(folio, "EstatusUUID");
    auto mensaje = texto_en(folio, "EstatusCancelacion");
    if (es_de_la_cuenta(codigo)) return nadie_contesto(std::move(mensaje), std::move(codigo));
    return de_cancelacion(std::move(codigo), std::move(mensaje), acuse == nullptr ? std::string{} : std::string{acuse->texto});
}

std::optional<std::int64_t> ProveedorFinkok::saldo(const Abandonar& abandonar) const {
    Callado porque;
    const auto cuerpo = llamar("utilities", "report_credit", {{"taxpayer_id", rfc_}}, abandonar, porque);
    if (!cuerpo) throw std::runtime_error(porque.mensaje);
    const fiscal::Xml xml{*cuerpo, limites_finkok};
    const auto* respuesta = resultado_de(xml, "report_credit");
    const auto* lista = dentro(respuesta, "result");
    std::optional<std::int64_t> queda;
    std::string dia;
    for (const auto* n = lista == nullptr ? nullptr : lista->primero; n != nullptr; n = n->siguiente) {
        const auto cuanto = texto_en(n, "credit");
        auto cuando = texto_en(n, "date");
        std::int64_t numero = 0;
        if (std::from_chars(cuanto.data(), cuanto.data() + cuanto.size(), numero).ec != std::errc{}) continue;
        if (queda && cuando < dia) continue;
        queda = numero;
        dia = std::move(cuando);
    }
    if (queda) return queda;
    const auto error = texto_en(respuesta, "error");
    throw std::runtime_error(error.empty() ? "Finkok no dijo cuántos timbres quedan." : error);
}

}  // namespace cacao::timbrado
