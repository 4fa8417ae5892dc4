#include "rooms/seguridad/identidad.hpp"

#include "base/ascii.hpp"
#include "base/digest.hpp"
#include "base/renglones.hpp"
#include "base/texto.hpp"
#include "reflect/describe.hpp"
#include "reflect/json_value.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace cacao::identidad {

DESCRIBE_ENUM(Motivo, malformado, proveedor, tipo, algoritmo, llave, firma, emisor, audiencia, vencido, futuro, antiguo, nonce,
              repetido)

namespace {

using reflect::JsonType;
using reflect::JsonValue;

constexpr std::int64_t holgura_s = 60;           // between two clocks
constexpr std::int64_t edad_maxima_s = 10 * 60;  // of a token: it is made for one login
constexpr std::int64_t llaves_frescas_s = 10 * 60;
constexpr std::int64_t llaves_a_falta_s = 24 * 3600;  // while their provider is away
constexpr std::int64_t espera_entre_s = 30;           // between one look for an unknown key and the next
constexpr std::chrono::milliseconds limite{5'000};
constexpr std::size_t maximo = 256U << 10U;
constexpr std::size_t token_maximo = 8000;
constexpr std::size_t fichas_maximas = 1000;
constexpr std::size_t audiencias_maximas = 10;
constexpr std::size_t sub_maximo = 255;  // OpenID Connect Core, §2

struct Valor {
    JsonType tipo = JsonType::null;
    std::string texto;  // of a text, or the digits of a number
    bool si = false;
    std::vector<std::string> lista;  // the texts of a list of texts alone
    bool de_textos = false;
};
using Miembros = std::map<std::string, Valor, std::less<>>;

Valor valor_de(JsonValue& v) {
    Valor valor{.tipo = v.type()};
    switch (v.type()) {
        case JsonType::string: valor.texto = v.text(); break;
        case JsonType::number: valor.texto = v.number(); break;
        case JsonType::boolean: valor.si = v.boolean(); break;
        case JsonType::array:
            valor.de_textos = true;
            v.items([&](JsonValue& uno) {
                valor.de_textos = valor.de_textos && uno.type() == JsonType::string;
                if (valor.de_textos) valor.lista.emplace_back(uno.text());
            });
            break;
        case JsonType::object:
        case JsonType::null: break;
    }
    return valor;
}

// A member twice is read by each reader in its own way: none reads it here.
std::optional<Miembros> miembros_de(JsonValue& objeto) {
    Miembros miembros;
    bool dos_veces = false;
    objeto.fields([&](std::string_view nombre, JsonValue& v) {
        dos_veces = !miembros.emplace(std::string{nombre}, valor_de(v)).second || dos_veces;
    });
    if (dos_veces) return std::nullopt;
    return miembros;
}

std::optional<Miembros> leer_objeto(std::string_view json) {
    std::optional<Miembros> miembros;
    Faltas faltas;
    reflect::read_document(json, faltas, [&](JsonValue& raiz) { miembros = miembros_de(raiz); });
    return faltas.vacia() ? miembros : std::nullopt;
}

std::optional<Miembros> leer_parte(std::string_view codificada) {
    std::string json;
    if (!leer_base64url(codificada, json)) return std::nullopt;
    return leer_objeto(json);
}

const Valor* en(const Miembros& m, std::string_view nombre) {
    const auto i = m.find(nombre);
    return i == m.end() || i->second.tipo == JsonType::null ? nullptr : &i->second;
}

std::optional<std::string> texto_en(const Miembros& m, std::string_view nombre) {
    const auto* v = en(m, nombre);
    return v != nullptr && v->tipo == JsonType::string ? std::optional{v->texto} : std::nullopt;
}

// A NumericDate may have a fraction, which says nothing here.
std::optional<std::int64_t> segundos_en(const Miembros& m, std::string_view nombre) {
    const auto* v = en(m, nombre);
    if (v == nullptr || v->tipo != JsonType::number) return std::nullopt;
    const auto entero = std::string_view{v->texto}.substr(0, v->texto.find('.'));
    std::int64_t s = 0;
    const auto [fin, error] = std::from_chars(entero.data(), entero.data() + entero.size(), s);
    constexpr std::int64_t lejos = 100'000'000'000;
    if (error != std::errc{} || fin != entero.data() + entero.size() || s < 0 || s > lejos) return std::nullopt;
    return s;
}

std::optional<std::vector<std::string>> audiencias_de(const Miembros& m) {
    const auto* v = en(m, "aud");
    if (v == nullptr) return std::nullopt;
    if (v->tipo == JsonType::string) return std::vector{v->texto};
    if (!v->de_textos || v->lista.empty() || v->lista.size() > audiencias_maximas) return std::nullopt;
    return v->lista;
}

std::optional<std::string> bytes_en(const Miembros& m, std::string_view nombre) {
    const auto texto = texto_en(m, nombre);
    std::string bytes;
    if (!texto || !leer_base64url(*texto, bytes)) return std::nullopt;
    return bytes;
}

std::optional<auth::ForeignKey> llave_de(const Miembros& m) {
    const auto tipo = texto_en(m, "kty").value_or("");
    const auto curva = texto_en(m, "crv").value_or("");
    if (tipo == "RSA") {
        const auto n = bytes_en(m, "n");
        const auto e = bytes_en(m, "e");
        return n && e ? auth::ForeignKey::rsa(*n, *e) : std::nullopt;
    }
    const auto x = bytes_en(m, "x");
    if (tipo == "OKP" && curva == "Ed25519") return x ? auth::ForeignKey::ed25519(*x) : std::nullopt;
    const auto y = bytes_en(m, "y");
    return tipo == "EC" && curva == "P-256" && x && y ? auth::ForeignKey::p256(*x, *y) : std::nullopt;
}

[[noreturn]] void sin_respuesta(const std::string& emisor, const std::string& porque) {
    reject(Codigo::proveedor_identidad_sin_respuesta, "/emisor", reflect::objeto("emisor", emisor, "mensaje", porque));
}

std::string pares(std::initializer_list<std::pair<std::string_view, std::string_view>> todos) {
    std::string s;
    for (const auto& [nombre, valor] : todos) {
        if (!s.empty()) s += '&';
        s.append(nombre).append("=").append(por_ciento(valor));
    }
    return s;
}

}  // namespace

std::string_view nombre(Motivo motivo) { return reflect::enum_name(motivo); }

void rechazar(Motivo motivo, std::string_view campo) {
    reject(Codigo::token_invalido, std::string{campo}, reflect::objeto("motivo", nombre(motivo)));
}

std::optional<Reclamado> leer_reclamado(std::string_view token) {
    if (token.size() > token_maximo) return std::nullopt;
    const auto partes = auth::split_token(token);
    if (!partes) return std::nullopt;
    const auto m = leer_parte(partes->payload);
    if (!m) return std::nullopt;
    auto emisor = texto_en(*m, "iss");
    auto audiencias = audiencias_de(*m);
    if (!emisor || !audiencias) return std::nullopt;
    return Reclamado{std::move(*emisor), std::move(*audiencias)};
}

std::shared_ptr<Proveedores::Ficha> Proveedores::ficha(const std::string& emisor) {
    const std::scoped_lock lock{mutex_};
    if (const auto i = fichas_.find(emisor); i != fichas_.end()) return i->second;
    // Those of administrators alone come here; whoever is forgotten is asked anew.
    if (fichas_.size() >= fichas_maximas) fichas_.clear();
    return fichas_.emplace(emisor, std::make_shared<Ficha>()).first->second;
}

std::string Proveedores::bajar(const std::string& emisor, const std::string& url) const {
    red::Peticion p;
    p.url = url;
    p.limite = limite;
    p.maximo = maximo;
    p.encabezados.emplace_back("Accept", "application/json");
    std::string porque;
    const auto r = cliente_.intentar(p, porque);
    if (!r) sin_respuesta(emisor, porque);
    if (r->estado != 200) sin_respuesta(emisor, url + ": HTTP " + std::to_string(r->estado));
    return r->cuerpo;
}

Proveedores::Conocido Proveedores::leer(const std::string& emisor, Instante ahora) const {
    auto base = emisor;
    if (base.ends_with('/')) base.pop_back();
    const auto m = leer_objeto(bajar(emisor, base + "/.well-known/openid-configuration"));
    // Byte by byte (Discovery 1.0, §4.3): another's document could be served here.
    if (!m || texto_en(*m, "issuer") != emisor) sin_respuesta(emisor, "The discovery document is not that of this issuer.");
    const auto llaves = texto_en(*m, "jwks_uri");
    if (!llaves) sin_respuesta(emisor, "The discovery document names no jwks_uri.");
    Conocido c;
    c.leido = ahora;
    c.direccion_de_canje = texto_en(*m, "token_endpoint").value_or("");
    const auto* formas = en(*m, "token_endpoint_auth_methods_supported");
    c.secreto_en_cuerpo = formas != nullptr && formas->de_textos &&
                          std::ranges::find(formas->lista, "client_secret_basic") == formas->lista.end() &&
                          std::ranges::find(formas->lista, "client_secret_post") != formas->lista.end();
    Faltas faltas;
    reflect::read_document(bajar(emisor, *llaves), faltas, [&](JsonValue& raiz) {
        raiz.fields([&](std::string_view nombre, JsonValue& lista) {
            if (nombre != "keys" || lista.type() != JsonType::array) return;
            lista.items([&](JsonValue& una) {
                if (una.type() != JsonType::object) return;
                const auto k = miembros_de(una);
                if (!k || texto_en(*k, "use").value_or("sig") != "sig") return;
                auto llave = llave_de(*k);
                const auto alg = texto_en(*k, "alg");
                const auto algoritmo = alg ? auth::jose_algorithm(*alg) : std::nullopt;
                // What it says to be for is nothing that is taken here.
                if (!llave || (alg && !algoritmo)) return;
                c.llaves.push_back({texto_en(*k, "kid").value_or(""), algoritmo, std::move(*llave)});
            });
        });
    });
    if (!faltas.vacia() || c.llaves.empty()) sin_respuesta(emisor, "The provider has no key that is taken here.");
    return c;
}

std::shared_ptr<const Proveedores::Conocido> Proveedores::conocido(const std::string& emisor, Instante ahora, bool de_nuevo) {
    const auto f = ficha(emisor);
    const auto lo_que_hay = [&] {
        const std::scoped_lock lock{f->mutex};
        return f->conocido;
    };
    const auto sirve = [&](const std::shared_ptr<const Conocido>& c, std::int64_t s) {
        return c != nullptr && ahora < c->leido.mas_segundos(s);
    };
    auto c = lo_que_hay();
    if (!de_nuevo && sirve(c, llaves_frescas_s)) return c;
    // One asks; whoever comes meanwhile has what there is, or is told to come again.
    const std::unique_lock uno{f->uno, std::try_to_lock};
    if (!uno) {
        if (sirve(c, llaves_a_falta_s)) return c;
        reject(Codigo::saturado, "");
    }
    c = lo_que_hay();
    {
        const std::scoped_lock lock{f->mutex};
        const bool hace_nada = f->intentado.micros() != 0 && ahora < f->intentado.mas_segundos(espera_entre_s);
        if (hace_nada && sirve(c, llaves_a_falta_s)) return c;
        f->intentado = ahora;
    }
    try {
        auto nuevo = std::make_shared<const Conocido>(leer(emisor, ahora));
        const std::scoped_lock lock{f->mutex};
        f->conocido = nuevo;
        return nuevo;
    } catch (const Error&) {
        if (sirve(c, llaves_a_falta_s)) return c;
        throw;
    }
}

struct Proveedores::Leido {
    Miembros dicho;
    std::vector<std::string> audiencias;
    std::string sub;
    std::int64_t hecho = 0, vence = 0;
    std::string huella;
};

// A token of that issuer's, with what holds of each: the signature, who made it and when.
Proveedores::Leido Proveedores::leer_firmado(std::string_view token, const std::string& emisor, bool de_agente, Instante ahora,
                                             std::string_view campo) {
    const auto partes = token.size() > token_maximo ? std::nullopt : auth::split_token(token);
    const auto cabeza = partes ? leer_parte(partes->header) : std::nullopt;
    const auto m = partes ? leer_parte(partes->payload) : std::nullopt;
    std::string firma;
    if (!cabeza || !m || !leer_base64url(partes->signature, firma)) rechazar(Motivo::malformado, campo);
    // A key that comes along with the token is whoever's wrote it; what is critical and unknown is not passed over.
    for (const char* prohibido : {"crit", "jku", "jwk", "x5u", "b64", "zip"})
        if (en(*cabeza, prohibido) != nullptr) rechazar(Motivo::malformado, campo);
    const auto* tipo = en(*cabeza, "typ");
    const bool de_acceso =
        tipo != nullptr && (iguales_ascii(tipo->texto, "at+jwt") || iguales_ascii(tipo->texto, "application/at+jwt"));
    if (tipo != nullptr && !iguales_ascii(tipo->texto, "JWT") && !(de_agente && de_acceso)) rechazar(Motivo::tipo, campo);
    const auto algoritmo = auth::jose_algorithm(texto_en(*cabeza, "alg").value_or(""));
    if (!algoritmo) rechazar(Motivo::algoritmo, campo);
    const auto kid = texto_en(*cabeza, "kid").value_or("");

    bool hay = false;
    bool bien = false;
    // Keys go round: one that is not known may be new.
    for (const bool de_nuevo : {false, true}) {
        if (hay) break;
        const auto c = conocido(emisor, ahora, de_nuevo);
        for (const auto& l : c->llaves) {
            const bool suya =
                (kid.empty() || l.kid == kid) && (!l.algoritmo || *l.algoritmo == *algoritmo) && l.llave.makes(*algoritmo);
            hay = hay || suya;
            bien = bien || (suya && l.llave.verify(*algoritmo, partes->signed_text, firma));
        }
    }
    if (!hay) rechazar(Motivo::llave, campo);
    if (!bien) rechazar(Motivo::firma, campo);

    if (texto_en(*m, "iss") != emisor) rechazar(Motivo::emisor, campo);
    auto audiencias = audiencias_de(*m);
    if (!audiencias) rechazar(Motivo::audiencia, campo);
    const auto sub = texto_en(*m, "sub");
    const auto vence = segundos_en(*m, "exp");
    const auto hecho = segundos_en(*m, "iat");
    if (!sub || sub->empty() || sub->size() > sub_maximo || !vence || !hecho) rechazar(Motivo::malformado, campo);
    const auto s = ahora.segundos();
    if (s >= *vence + holgura_s) rechazar(Motivo::vencido, campo);
    if (*hecho > s + holgura_s) rechazar(Motivo::futuro, campo);
    if (en(*m, "nbf") != nullptr) {
        const auto desde = segundos_en(*m, "nbf");
        if (!desde) rechazar(Motivo::malformado, campo);
        if (*desde > s + holgura_s) rechazar(Motivo::futuro, campo);
    }
    return {*m, std::move(*audiencias), *sub, *hecho, *vence, hexadecimal(sha256(partes->signed_text))};
}

Persona Proveedores::juzgar(std::string_view token, const Esperado& esperado, Instante ahora, std::string_view campo) {
    const auto t = leer_firmado(token, esperado.emisor, false, ahora, campo);
    if (std::ranges::find(t.audiencias, esperado.idCliente) == t.audiencias.end()) rechazar(Motivo::audiencia, campo);
    const auto* azp = en(t.dicho, "azp");
    if ((t.audiencias.size() > 1 && azp == nullptr) || (azp != nullptr && texto_en(t.dicho, "azp") != esperado.idCliente))
        rechazar(Motivo::audiencia, campo);
    if (t.hecho + edad_maxima_s + holgura_s < ahora.segundos()) rechazar(Motivo::antiguo, campo);
    if (en(t.dicho, "nonce") != nullptr || esperado.nonce)
        if (texto_en(t.dicho, "nonce") != esperado.nonce) rechazar(Motivo::nonce, campo);
    const auto* verificado = en(t.dicho, "email_verified");
    const bool suyo = verificado != nullptr && verificado->tipo == JsonType::boolean && verificado->si;
    return {t.sub, suyo ? texto_en(t.dicho, "email").value_or("") : std::string{}, t.huella,
            Instante::de_micros((t.hecho + edad_maxima_s + 2 * holgura_s) * 1'000'000)};
}

Persona Proveedores::juzgar_de_agente(std::string_view token, const EsperadoDeAgente& esperado, Instante ahora,
                                      std::string_view campo) {
    const auto t = leer_firmado(token, esperado.emisor, true, ahora, campo);
    if (std::ranges::none_of(esperado.audiencias,
                             [&](const auto& a) { return std::ranges::find(t.audiencias, a) != t.audiencias.end(); }))
        rechazar(Motivo::audiencia, campo);
    // What tells a login, and is of no use for anything else: an ID token, where its type does not say so.
    for (const char* de_identidad : {"nonce", "at_hash", "c_hash"})
        if (en(t.dicho, de_identidad) != nullptr) rechazar(Motivo::tipo, campo);
    if (!esperado.alcance.empty()) {
        std::vector<std::string> alcances;
        for (const char* nombre : {"scope", "scp"})
            if (const auto* v = en(t.dicho, nombre)) {
                alcances.insert(alcances.end(), v->lista.begin(), v->lista.end());
                for (std::string_view todos = v->texto; !todos.empty();) alcances.emplace_back(tomar_hasta(todos, ' '));
            }
        // Some providers are asked for `api://cacao/leer` and say `leer`.
        const auto corto = esperado.alcance.substr(esperado.alcance.rfind('/') + 1);
        const bool lo_tiene = std::ranges::any_of(alcances, [&](const auto& a) { return a == esperado.alcance || a == corto; });
        if (!lo_tiene)
            throw Error{
                {{Codigo::permiso_denegado, std::string{campo}, En::encabezado, reflect::objeto("alcance", esperado.alcance)}}};
    }
    return {t.sub, {}, t.huella, Instante::de_micros(t.vence * 1'000'000)};
}

std::string Proveedores::canjear(const Canje& c, Instante ahora) {
    const auto suyo = conocido(c.emisor, ahora);
    if (suyo->direccion_de_canje.empty()) sin_respuesta(c.emisor, "The discovery document names no token_endpoint.");
    red::Peticion p;
    p.metodo = "POST";
    p.url = suyo->direccion_de_canje;
    p.limite = limite;
    p.maximo = maximo;
    p.encabezados.emplace_back("Accept", "application/json");
    p.encabezados.emplace_back("Content-Type", "application/x-www-form-urlencoded");
    p.cuerpo = pares({{"grant_type", "authorization_code"},
                      {"code", c.codigo},
                      {"redirect_uri", c.redireccion},
                      {"code_verifier", c.verificador}});
    if (c.secreto.empty()) p.cuerpo += '&' + pares({{"client_id", c.idCliente}});
    else if (suyo->secreto_en_cuerpo) p.cuerpo += '&' + pares({{"client_id", c.idCliente}, {"client_secret", c.secreto}});
    // RFC 6749 §2.3.1: each half as a form writes it.
    else p.encabezados.emplace_back("Authorization", "Basic " + base64(por_ciento(c.idCliente) + ':' + por_ciento(c.secreto)));
    std::string porque;
    const auto r = cliente_.intentar(p, porque);
    if (!r) sin_respuesta(c.emisor, porque);
    const auto m = leer_objeto(r->cuerpo);
    if (r->estado == 200 && m)
        if (const auto token = texto_en(*m, "id_token")) return *token;
    constexpr int suya = 500;
    if (r->estado >= suya || !m) sin_respuesta(c.emisor, "HTTP " + std::to_string(r->estado));
    reject(
        Codigo::codigo_de_acceso_invalido, "/codigo",
        reflect::objeto("error", texto_en(*m, "error").value_or(""), "mensaje", texto_en(*m, "error_description").value_or("")));
}

}  // namespace cacao::identidad
