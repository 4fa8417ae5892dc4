#include "rooms/timbrado/pac_sw.hpp"

#include "base/ascii.hpp"
#include "fiscal/xml.hpp"
#include "reflect/json_value.hpp"
#include "reflect/objeto.hpp"

#include <charconv>
#include <stdexcept>
#include <utility>

namespace cacao::timbrado {
namespace {

constexpr int http_no_autorizado = 401;
constexpr int http_falla_suya = 500;
constexpr int http_demasiadas = 429;

red::Peticion con_xml(std::string url, std::string_view xml) {
    // A boundary that no XML holds: it would have to be well formed around two hyphens and a name of ours.
    constexpr std::string_view borde = "----cacao-4f1a6b0c9d2e";
    red::Peticion p;
    p.metodo = "POST";
    p.url = std::move(url);
    p.encabezados.emplace_back("Content-Type", "multipart/form-data; boundary=" + std::string{borde});
    p.cuerpo.append("--").append(borde);
    p.cuerpo.append("\r\nContent-Disposition: form-data; name=\"xml\"; filename=\"xml\"\r\nContent-Type: text/xml\r\n\r\n");
    p.cuerpo.append(xml).append("\r\n--").append(borde).append("--\r\n");
    return p;
}

// "CFDI40108 - El TipoDeComprobante…", "307. El comprobante contiene un timbre previo."
std::pair<std::string, std::string> codigo_y_texto(std::string_view mensaje) {
    std::size_t fin = 0;
    while (fin < mensaje.size() && ((minuscula_ascii(mensaje[fin]) >= 'a' && minuscula_ascii(mensaje[fin]) <= 'z') ||
                                    (mensaje[fin] >= '0' && mensaje[fin] <= '9')))
        ++fin;
    auto resto = mensaje.substr(fin);
    const bool separado = resto.starts_with(". ") || resto.starts_with(" - ") || resto.starts_with(" -");
    if (fin == 0 || !separado) return {"", std::string{mensaje}};
    resto.remove_prefix(resto.find_first_not_of(" .-") == std::string_view::npos ? resto.size() : resto.find_first_not_of(" .-"));
    return {std::string{mensaje.substr(0, fin)}, std::string{resto}};
}

Callado callado(std::string_view dicho) {
    auto [codigo, mensaje] = codigo_y_texto(dicho);
    return {std::move(mensaje), std::move(codigo), false};
}

}  // namespace

struct ProveedorSw::Contestado {
    int http = 0;
    bool bien = false;
    std::string mensaje;
    std::string detalle;
    // Of `data`, by name.
    std::string token, cfdi, tfd, acuse, url_xml;
    std::string folio, estado_folio;  // of a cancellation
    std::optional<std::int64_t> saldo;
    bool sin_limite = false;

    static std::optional<Contestado> leer(const red::Respuesta& r);
};

namespace {

using reflect::JsonType;
using reflect::JsonValue;

std::string texto_json(JsonValue& v) { return v.type() == JsonType::string ? std::string{v.text()} : std::string{}; }

}  // namespace

std::optional<ProveedorSw::Contestado> ProveedorSw::Contestado::leer(const red::Respuesta& r) {
    Contestado c;
    c.http = r.estado;
    std::string estado;
    const auto de_datos = [&](std::string_view nombre, JsonValue& v) {
        if (nombre == "token") c.token = texto_json(v);
        else if (nombre == "cfdi") c.cfdi = texto_json(v);
        else if (nombre == "tfd") c.tfd = texto_json(v);
        else if (nombre == "acuse") c.acuse = texto_json(v);
        else if (nombre == "unlimited") c.sin_limite = v.type() == JsonType::boolean && v.boolean();
        else if (nombre == "saldoTimbres" && v.type() == JsonType::number) {
            const auto digitos = v.number();
            std::int64_t n = 0;
            if (std::from_chars(digitos.data(), digitos.data() + digitos.size(), n).ec == std::errc{}) c.saldo = n;
        } else if (nombre == "uuid" && v.type() == JsonType::object) {
            v.fields([&](std::string_view folio, JsonValue& codigo) {
                c.folio = folio;
                c.estado_folio = texto_json(codigo);
            });
        } else if (nombre == "records" && v.type() == JsonType::array) {
            v.items([&](JsonValue& renglon) {
                if (renglon.type() != JsonType::object || !c.url_xml.empty()) return;
                renglon.fields([&](std::string_view campo, JsonValue& valor) {
                    if (campo == "urlXml") c.url_xml = texto_json(valor);
                });
            });
        }
    };
    Faltas faltas;
    reflect::read_document(r.cuerpo, faltas, [&](JsonValue& raiz) {
        raiz.fields([&](std::string_view nombre, JsonValue& v) {
            if (nombre == "status") estado = texto_json(v);
            else if (nombre == "message") c.mensaje = texto_json(v);
            else if (nombre == "messageDetail") c.detalle = texto_json(v);
            else if (nombre == "data" && v.type() == JsonType::object) v.fields(de_datos);
        });
    });
    if (!faltas.vacia() || (estado != "success" && estado != "error")) return std::nullopt;
    c.bien = estado == "success";
    return c;
}

ProveedorSw::ProveedorSw(AccesoPac acceso, std::string datos, red::Salida salida, PreguntarAlSat preguntar)
    : PacEnRed(std::move(acceso), std::move(salida), std::move(preguntar)), datos_(std::move(datos)) {
    while (datos_.ends_with('/')) datos_.pop_back();
}

std::optional<std::string> ProveedorSw::token(const Abandonar& abandonar, bool nuevo, Callado& porque) const {
    if (acceso().usuario.empty()) return acceso().contrasena;
    const std::scoped_lock uno{uno_};
    if (!nuevo && !token_.empty()) return token_;
    token_.clear();
    red::Peticion p;
    p.metodo = "POST";
    p.url = acceso().url + "/v2/security/authenticate";
    p.encabezados.emplace_back("Content-Type", "application/json");
    p.cuerpo = reflect::objeto("user", acceso().usuario, "password", acceso().contrasena);
    const auto r = pedir(std::move(p), abandonar, porque);
    if (!r) return std::nullopt;
    const auto c = Contestado::leer(*r);
    if (!c || !c->bien || c->token.empty()) {
        porque = c && !c->mensaje.empty() ? callado(c->mensaje)
                                          : Callado{"SW no dio acceso (HTTP " + std::to_string(r->estado) + ").", {}, false};
        return std::nullopt;
    }
    token_ = c->token;
    return token_;
}

std::optional<ProveedorSw::Contestado> ProveedorSw::preguntar(red::Peticion peticion, const Abandonar& abandonar,
                                                              Callado& porque) const {
    bool llego = false;  // or may have
    for (const bool nuevo : {false, true}) {
        const auto acceso_dado = token(abandonar, nuevo, porque);
        if (!acceso_dado) {
            // However it went wrong: it was asked to let us in, and no more.
            porque.sin_entregar = !llego;
            return std::nullopt;
        }
        auto p = peticion;
        p.encabezados.emplace_back("Authorization", "Bearer " + *acceso_dado);
        const auto r = pedir(std::move(p), abandonar, porque);
        if (!r) {
            porque.sin_entregar = porque.sin_entregar && !llego;
            return std::nullopt;
        }
        auto c = Contestado::leer(*r);
        const bool fuera = r->estado == http_no_autorizado && c && !c->bien;
        llego = llego || !fuera;
        // A token ends after two hours; one that lasts does not get better by asking again.
        if (r->estado == http_no_autorizado && !nuevo && !acceso().usuario.empty()) continue;
        if (!c || r->estado >= http_falla_suya || r->estado == http_demasiadas || r->estado == http_no_autorizado) {
            porque = c && !c->mensaje.empty()
                         ? callado(c->mensaje)
                         : Callado{"SW contestó otra cosa (HTTP " + std::to_string(r->estado) + ").", {}, false};
            porque.sin_entregar = !llego;
            return std::nullopt;
        }
        return c;
    }
    return std::nullopt;
}

Respuesta ProveedorSw::guardado(const std::string& uuid, const Abandonar& abandonar) const {
    Callado porque;
    red::Peticion p;
    p.url = datos_ + "/datawarehouse/v1/live/" + por_ciento(uuid);
    const auto c = preguntar(std::move(p), abandonar, porque);
    if (!c) return nadie_contesto(porque.mensaje);
    if (c->url_xml.empty()) return nadie_contesto("SW no tiene todavía el comprobante " + uuid + ".");
    // The address is signed for itself: our token is none of its host's business.
    red::Peticion bajar;
    bajar.url = c->url_xml;
    const auto r = pedir(std::move(bajar), abandonar, porque);
    if (!r) return nadie_contesto(porque.mensaje);
    if (r->estado != 200) return nadie_contesto("SW no entregó el comprobante (HTTP " + std::to_string(r->estado) + ").");
    return {Respuesta::Como::previo, r->cuerpo, "307", {}};
}

Respuesta ProveedorSw::timbrar(const Envio& envio, const Abandonar& abandonar) const {
    Callado porque;
    auto p = con_xml(acceso().url + "/v4/cfdi33/stamp/v4", envio.xml);
    p.encabezados.emplace_back("customid", envio.id);
    const auto c = preguntar(std::move(p), abandonar, porque);
    if (!c) return sin_timbre(std::move(porque));
    if (c->bien)
        return c->cfdi.empty() ? nadie_contesto("SW dijo que timbró y no dio el comprobante.")
                               : Respuesta{Respuesta::Como::hecho, c->cfdi, {}, {}};
    auto [codigo, mensaje] = codigo_y_texto(c->mensaje);
    if (!c->detalle.empty()) mensaje += (mensaje.empty() ? "" : " ") + c->detalle;
    if (codigo == "307" && !c->cfdi.empty()) return {Respuesta::Como::previo, c->cfdi, codigo, mensaje};
    // The stamp alone, or none: what it stands in is kept under its folio.
    if ((codigo == "307" || codigo == "CFDI3307") && !c->tfd.empty()) {
        const fiscal::Xml tfd{c->tfd};
        const std::string uuid{tfd.bien() ? tfd.raiz().valor("UUID") : std::string_view{}};
        if (!uuid.empty()) return guardado(uuid, abandonar);
    }
    if (codigo == "307" || codigo == "CFDI3307") return {Respuesta::Como::previo, {}, codigo, mensaje};
    return {Respuesta::Como::rechazado, {}, codigo, mensaje};
}

Respuesta ProveedorSw::recuperar(const Envio& envio, const Abandonar& abandonar) const {
    return de_lo_enviado(timbrar(envio, abandonar));
}

Respuesta ProveedorSw::cancelar(const EnvioDeCancelacion& envio, const Abandonar& abandonar) const {
    Callado porque;
    const auto c = preguntar(con_xml(acceso().url + "/cfdi33/cancel/xml", envio.xml), abandonar, porque);
    if (!c) return nadie_contesto(porque.mensaje);
    auto [codigo, mensaje] = codigo_y_texto(c->mensaje);
    if (!c->detalle.empty()) mensaje += (mensaje.empty() ? "" : " ") + c->detalle;
    if (!c->bien) return de_cancelacion(codigo, mensaje, {});
    if (!iguales_ascii(c->folio, envio.uuid)) return nadie_contesto("SW contestó por otro folio fiscal.");
    return de_cancelacion(c->estado_folio, mensaje, c->acuse);
}

std::optional<std::int64_t> ProveedorSw::saldo(const Abandonar& abandonar) const {
    Callado porque;
    red::Peticion p;
    p.url = acceso().url + "/account/balance";
    const auto c = preguntar(std::move(p), abandonar, porque);
    if (!c) throw std::runtime_error(porque.mensaje);
    if (!c->bien) throw std::runtime_error(c->mensaje.empty() ? "SW no dijo cuántos timbres quedan." : c->mensaje);
    if (c->sin_limite) return std::nullopt;
    if (!c->saldo) throw std::runtime_error("SW no dijo cuántos timbres quedan.");
    return c->saldo;
}

}  // namespace cacao::timbrado
