#include "fiscal/estado_sat.hpp"

#include "base/texto.hpp"
#include "fiscal/xml.hpp"

#include <algorithm>

namespace cacao::fiscal {
namespace {

constexpr std::string_view espacio_servicio = "http://tempuri.org/";
constexpr std::string_view espacio_sobre = "http://schemas.xmlsoap.org/soap/envelope/";
constexpr std::size_t largo_campo = 200;
// What an answer may be: a real one has half a kilobyte in a dozen nodes.
constexpr LimitesXml limites_respuesta{
    .bytes = 64U << 10U, .profundidad = 16, .nodos = 200, .atributos = 400, .texto = largo_campo};

// The mark inside the expression is written as in a document; the rest of an RFC stands as it is.
std::string en_expresion(std::string_view rfc) {
    std::string texto;
    for (const char c : rfc) c == '&' ? texto += "&amp;" : texto += c;
    return texto;
}

// At least one digit on each side of the point, and no zeros that say nothing.
std::string total_impreso(Importe total) {
    auto texto = total.texto();
    return texto.find('.') == std::string::npos ? texto + ".0" : texto;
}

// &fe= with its last letters; nothing of what is no seal.
std::string fin_del_sello(const std::string& sello) {
    constexpr std::size_t del_sello = 8;
    const auto fin = sello.substr(sello.size() - std::min(sello.size(), del_sello));
    return fin.empty() || !es_base64(fin) ? "" : "&fe=" + fin;
}

const Nodo* hijo_en(const Nodo& padre, std::string_view nombre, std::string_view espacio) {
    const Nodo* n = padre.primero;
    while (n != nullptr && (n->nombre != nombre || n->espacio != espacio)) n = n->siguiente;
    return n;
}

}  // namespace

bool es_base64(std::string_view texto) {
    return std::ranges::all_of(texto, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
    });
}

std::string expresion_impresa(const Consulta& c) {
    return "?re=" + en_expresion(c.rfcEmisor) + "&rr=" + en_expresion(c.rfcReceptor) + "&tt=" + total_impreso(c.total) +
           "&id=" + mayusculas(c.uuid) + fin_del_sello(c.sello);
}

std::string direccion_de_verificacion(const Consulta& c) {
    return "https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=" + mayusculas(c.uuid) +
           "&re=" + en_expresion(c.rfcEmisor) + "&rr=" + en_expresion(c.rfcReceptor) + "&tt=" + total_impreso(c.total) +
           fin_del_sello(c.sello);
}

std::string_view nombre(EstadoCfdi estado) {
    static constexpr std::string_view nombres[] = {"vigente", "cancelado", "no_encontrado", "no_valida"};
    return nombres[static_cast<std::size_t>(estado)];
}

std::optional<EstadoCfdi> estado_de(std::string_view suyo) {
    using enum EstadoCfdi;
    for (const auto estado : {vigente, cancelado, no_encontrado, no_valida})
        if (nombre(estado) == suyo) return estado;
    return std::nullopt;
}

std::optional<bool> RespuestaSat::en_lista() const {
    if (validacionEfos.empty()) return std::nullopt;
    return validacionEfos != "200" && validacionEfos != "201";
}

std::string escribir_consulta(std::string_view expresion) {
    // Marked as text rather than escaped: the service compares what it reads with what is printed.
    std::string dicho{expresion};
    for (auto i = dicho.find("]]>"); i != std::string::npos; i = dicho.find("]]>")) dicho.erase(i, 3);
    return R"(<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s=")" + std::string{espacio_sobre} +
           R"("><s:Body><Consulta xmlns=")" + std::string{espacio_servicio} + R"("><expresionImpresa><![CDATA[)" + dicho +
           "]]></expresionImpresa></Consulta></s:Body></s:Envelope>";
}

std::optional<RespuestaSat> leer_consulta(std::string_view cuerpo) {
    const Xml xml{cuerpo, limites_respuesta};
    if (!xml.bien() || xml.raiz().nombre != "Envelope" || xml.raiz().espacio != espacio_sobre) return std::nullopt;
    const Nodo* n = hijo_en(xml.raiz(), "Body", espacio_sobre);
    if (n != nullptr) n = hijo_en(*n, "ConsultaResponse", espacio_servicio);
    if (n != nullptr) n = hijo_en(*n, "ConsultaResult", espacio_servicio);
    if (n == nullptr) return std::nullopt;
    const auto campo = [&](std::string_view nombre) {
        const Nodo* c = n->primero;
        while (c != nullptr && c->nombre != nombre) c = c->siguiente;
        return c == nullptr ? std::string{} : std::string{recortado(c->texto)};
    };
    RespuestaSat r{{}, campo("CodigoEstatus"), campo("EsCancelable"), campo("EstatusCancelacion"), campo("ValidacionEFOS")};
    const auto estado = campo("Estado");
    const bool obtenido = r.codigoEstatus.starts_with("S - ");
    if (obtenido && estado == "Vigente") r.estado = EstadoCfdi::vigente;
    else if (obtenido && estado == "Cancelado") r.estado = EstadoCfdi::cancelado;
    else if (r.codigoEstatus.starts_with("N - 601")) r.estado = EstadoCfdi::no_valida;
    else if (r.codigoEstatus.starts_with("N - 602") && estado != "Vigente" && estado != "Cancelado")
        r.estado = EstadoCfdi::no_encontrado;
    else return std::nullopt;
    return r;
}

}  // namespace cacao::fiscal
