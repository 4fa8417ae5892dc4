#include "support/pac_sw.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "support/comprobantes.hpp"

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace cacao::test {
namespace {

std::string entre_comillas(std::string_view texto) {
    std::string s = "\"";
    for (const char c : texto) {
        if (c == '"' || c == '\\') s += '\\';
        if (static_cast<unsigned char>(c) >= 0x20U) {
            s += c;
            continue;
        }
        char codigo[8];
        std::snprintf(codigo, sizeof codigo, "\\u%04x", static_cast<unsigned>(c));
        s += codigo;
    }
    return s + '"';
}

std::string campo_json(std::string_view nombre, std::string_view valor) {
    return entre_comillas(nombre) + ':' + entre_comillas(valor);
}

std::string json_http(int estado, std::string_view cuerpo) {
    return respuesta_http(estado, "application/json; charset=utf-8", cuerpo);
}

std::string exito(std::string_view data) { return json_http(200, R"({"data":)" + std::string{data} + R"(,"status":"success"})"); }

std::string error_sw(int estado, std::string_view mensaje, std::string_view detalle = {}, std::string_view data = "null") {
    return json_http(estado, '{' + campo_json("message", mensaje) + ',' + campo_json("messageDetail", detalle) + R"(,"data":)" +
                                 std::string{data} + R"(,"status":"error"})");
}

// The contents of the part of that name; nothing when there is none.
std::optional<std::string> parte_de(const Pedido& p, std::string_view nombre) {
    const auto tipo = p.encabezado("Content-Type");
    const auto donde = tipo.find("boundary=");
    if (!tipo.starts_with("multipart/form-data") || donde == std::string::npos) return std::nullopt;
    std::string marca = tipo.substr(donde + 9);
    if (marca.starts_with('"')) marca = marca.substr(1, marca.find('"', 1) - 1);
    marca = marca.substr(0, marca.find(';'));
    const std::string corte = "--" + marca;
    const std::string cuerpo = "\r\n" + p.cuerpo;
    for (auto i = cuerpo.find("\r\n" + corte); i != std::string::npos;) {
        const auto desde = i + 2 + corte.size();
        const auto hasta = cuerpo.find("\r\n" + corte, desde);
        const auto cabeza = cuerpo.find("\r\n\r\n", desde);
        if (hasta == std::string::npos || cabeza == std::string::npos || cabeza > hasta) return std::nullopt;
        const auto encabezados = cuerpo.substr(desde, cabeza - desde);
        const auto llamada = "name=\"" + std::string{nombre} + '"';
        if (encabezados.find(' ' + llamada) != std::string::npos && encabezados.find("filename=") != std::string::npos)
            return cuerpo.substr(cabeza + 4, hasta - cabeza - 4);
        i = hasta;
    }
    return std::nullopt;
}

std::vector<std::string> tramos(std::string_view ruta) {
    std::vector<std::string> salida;
    ruta = ruta.substr(0, ruta.find('?'));
    while (!ruta.empty()) {
        ruta.remove_prefix(1);
        const auto fin = std::min(ruta.find('/'), ruta.size());
        salida.emplace_back(ruta.substr(0, fin));
        ruta.remove_prefix(fin);
    }
    return salida;
}

// What it gives back a second time.
std::string sin_addenda(std::string xml) {
    const auto desde = xml.rfind("Addenda>");
    if (desde == std::string::npos) return xml;
    const auto cierre = xml.rfind("</", desde);
    const auto nombre = xml.substr(cierre + 2, desde + 7 - cierre - 2);
    const auto abre = xml.find('<' + nombre);
    return xml.erase(abre, desde + 8 - abre);
}

std::string datos_v4(const Timbre& t) {
    return '{' + campo_json("cadenaOriginalSAT", t.cadena) + ',' + campo_json("noCertificadoSAT", numero_pac) + ',' +
           campo_json("noCertificadoCFDI", t.noCertificado) + ',' + campo_json("uuid", t.uuid) + ',' +
           campo_json("selloSAT", t.selloSat) + ',' + campo_json("selloCFDI", t.sello) + ',' +
           campo_json("fechaTimbrado", t.fecha) + ',' +
           // A picture with the real one; here what the picture says.
           campo_json("qrCode", base64("?id=" + t.uuid + "&re=" + t.emisor + "&rr=" + t.receptor + "&tt=" + t.total)) + ',' +
           campo_json("cfdi", t.xml) + '}';
}

std::string_view frase_sw(std::string_view codigo) {
    if (codigo == "301") return "301 - XML mal formado.";
    if (codigo == "302") return "302 - Sello mal formado o inválido.";
    if (codigo == "303") return "303 - Sello no corresponde a emisor.";
    if (codigo == "401")
        return "401 - El rango de la fecha de generación no debe de ser mayor a 72 horas para la emisión del timbre.";
    // In which words, no source tells.
    if (codigo == "718") return "El usuario no cuenta con timbres disponibles.";
    return "Error";
}

}  // namespace

PacSw::PacSw(std::string usuario, std::string contrasena)
    : Pac(false),
      usuario_(std::move(usuario)),
      contrasena_(std::move(contrasena)),
      permanente_("T2lYQ0t4L0R." + base64url(azar(24)) + ".fijo"),
      servidor_(Servidor::Atiende{[this](const Pedido& p) { return contestar(p); }}) {}

void PacSw::vencer_tokens() {
    const std::lock_guard lock{mutex_};
    tokens_.clear();
}

bool PacSw::con_permiso(const Pedido& p) const {
    const auto dicho = p.encabezado("Authorization");
    if (!dicho.starts_with("Bearer ")) return false;
    const auto token = dicho.substr(7);
    const std::lock_guard lock{mutex_};
    return token == permanente_ || tokens_.contains(token);
}

Contestacion PacSw::contestar(const Pedido& p) {
    const auto caida = json_http(500, R"({"message":"An error has occurred."})");
    const auto t = tramos(p.ruta);
    const bool post = p.metodo == "POST";
    const auto es = [&](std::initializer_list<std::string_view> ruta) { return std::ranges::equal(t, ruta); };
    if (post && es({"v2", "security", "authenticate"}))
        return atender("autenticar", caida, [&](FallaPac) { return autenticar(p); });
    // The address of a document is known to whom it was told.
    if (!post && t.size() == 2 && t[0] == "descarga") return atender("descargar", caida, [&](FallaPac) { return bajar(t[1]); });
    const auto permitido = [&](const std::string& operacion, const std::function<std::string(FallaPac)>& hacer) {
        return atender(operacion, caida, [&](FallaPac f) {
            return con_permiso(p) ? hacer(f) : error_sw(401, "El token es inválido o ha expirado.");
        });
    };
    const auto version = t.empty() ? std::string{} : t.back();
    const bool de_version = version.size() == 2 && version[0] == 'v' && version[1] >= '1' && version[1] <= '4';
    if (post && de_version && (es({"cfdi33", "stamp", version}) || es({"cfdi33", "v2", "stamp", version})))
        return permitido("timbrar", [&](FallaPac f) { return estampar(p, version, {}, f); });
    if (post && de_version && es({"v4", "cfdi33", "stamp", version}))
        return permitido("timbrar", [&](FallaPac f) { return estampar(p, version, p.encabezado("customid"), f); });
    if (post && es({"cfdi33", "cancel", "xml"})) return permitido("cancelar", [&](FallaPac) { return anular(p); });
    if (!post && t.size() == 4 && t[0] == "datawarehouse" && t[1] == "v1" && t[2] == "live")
        return permitido("buscar", [&](FallaPac f) { return buscar_uno(t[3], f); });
    if (!post && es({"account", "balance"})) return permitido("saldo", [&](FallaPac) { return cuenta(); });
    return {.bytes = error_sw(404, "No hay tal servicio.")};
}

std::string PacSw::autenticar(const Pedido& p) {
    simdjson::dom::parser lector;
    simdjson::dom::element cuerpo;
    std::string_view usuario, contrasena;
    if (lector.parse(p.cuerpo).get(cuerpo) != simdjson::SUCCESS || cuerpo["user"].get(usuario) != simdjson::SUCCESS ||
        cuerpo["password"].get(contrasena) != simdjson::SUCCESS || usuario != usuario_ || contrasena != contrasena_)
        return error_sw(400, "AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.");
    const std::string token = "T2lYQ0t4L0R." + base64url(azar(24)) + ".dos_horas";
    const auto vence = std::chrono::duration_cast<std::chrono::seconds>(
                           (std::chrono::system_clock::now() + std::chrono::hours{2}).time_since_epoch())
                           .count();
    {
        const std::lock_guard lock{mutex_};
        tokens_.insert(token);
    }
    return exito('{' + campo_json("token", token) + R"(,"expires_in":)" + std::to_string(vence) + R"(,"tokeny_type":"Bearer"})");
}

std::string PacSw::estampar(const Pedido& p, const std::string& version, const std::string& customid, FallaPac f) {
    const auto xml = parte_de(p, "xml");
    if (!xml) return error_sw(400, frase_sw("301"), "falta la parte xml");
    // In which words, no source tells.
    if (customid.size() > 100) return error_sw(400, "El customId no debe tener más de 100 caracteres.");
    const auto hecho = timbrar(*xml, customid, true);
    std::optional<Timbre> t = hecho.timbre;
    if (t && f == FallaPac::ajeno) t = timbre_ajeno(*t);
    if (hecho.codigo.empty()) {
        if (version == "v1") return exito('{' + campo_json("tfd", t->tfd) + '}');
        if (version == "v2") return exito('{' + campo_json("tfd", t->tfd) + ',' + campo_json("cfdi", t->xml) + '}');
        if (version == "v3") return exito('{' + campo_json("cfdi", t->xml) + '}');
        return exito(datos_v4(*t));
    }
    if (hecho.codigo == "3307")
        return error_sw(400, "CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.", {},
                        '{' + campo_json("tfd", t->tfd) + '}');
    if (hecho.codigo == "307" || hecho.codigo == "707")
        return error_sw(400, "307. El comprobante contiene un timbre previo.", {},
                        !t || toca(FallaPac::sin_datos, "timbrar")
                            ? "null"
                            : '{' + campo_json("tfd", t->tfd) + ',' + campo_json("cfdi", sin_addenda(t->xml)) + '}');
    return error_sw(400, frase_sw(hecho.codigo));
}

std::string PacSw::anular(const Pedido& p) {
    const auto xml = parte_de(p, "xml");
    if (!xml) return error_sw(400, "CACFDI33 - Problemas con los campos.", "falta la parte xml");
    const auto c = cancelar(*xml, "cancelar");
    if (c.codigo == "301") return error_sw(400, "CACFDI33 - Problemas con los campos.", c.detalle);
    if (!c.codigo.empty()) return error_sw(400, frase_sw(c.codigo), c.detalle);
    std::string folios, uuids;
    for (const auto& [uuid, codigo] : c.folios) {
        folios += "<Folios xmlns=\"http://cancelacfd.sat.gob.mx\"><UUID>" + uuid + "</UUID><EstatusUUID>" + codigo +
                  "</EstatusUUID></Folios>";
        uuids += (uuids.empty() ? "" : ",") + campo_json(uuid, codigo);
    }
    const std::string acuse = R"(<?xml version="1.0" encoding="utf-8"?><Acuse Fecha=")" + c.fecha + R"(" RfcEmisor=")" + c.rfc +
                              R"(">)" + folios + "</Acuse>";
    anotar_acuse(c, acuse);
    return exito('{' + campo_json("acuse", acuse) + R"(,"uuid":{)" + uuids + "}}");
}

std::string PacSw::buscar_uno(const std::string& uuid, FallaPac f) const {
    auto t = timbre_por_uuid(uuid);
    if (!t) return exito(R"({"metadata":{"totalResults":0},"records":[]})");
    const auto dicho = en_el_sat({.re = t->emisor, .rr = t->receptor, .tt = t->total, .id = t->uuid, .fe = {}});
    if (f == FallaPac::ajeno) t = timbre_ajeno(*t);
    const auto acuse = acuse_de(t->uuid).empty() ? std::string{} : servidor_.url("/descarga/" + t->uuid + ".acuse");
    return exito(R"({"metadata":{"totalResults":1},"records":[{)" + campo_json("uuid", t->uuid) + ',' +
                 campo_json("urlXml", servidor_.url("/descarga/" + t->uuid + ".xml")) + R"(,"urlPDF":null,)" +
                 campo_json("urlAckCancellation", acuse) + ',' + campo_json("statusSAT", dicho->estado) + "}]}");
}

std::string PacSw::bajar(const std::string& archivo) const {
    const auto punto = std::min(archivo.find('.'), archivo.size());
    const auto t = timbre_por_uuid(archivo.substr(0, punto));
    const auto acuse = acuse_de(archivo.substr(0, punto));
    if (t && archivo.ends_with(".xml")) return respuesta_http(200, "text/xml", t->xml);
    if (!acuse.empty() && archivo.ends_with(".acuse")) return respuesta_http(200, "text/xml", acuse);
    return respuesta_http(404, "text/plain", "NoSuchKey");
}

std::string PacSw::cuenta() const {
    return exito(R"({"saldoTimbres":)" + std::to_string(saldo()) + R"(,"timbresUtilizados":)" + std::to_string(timbrados()) +
                 R"(,"unlimited":)" + (sin_limite() ? "true" : "false") + '}');
}

}  // namespace cacao::test
