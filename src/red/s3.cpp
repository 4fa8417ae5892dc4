#include "red/s3.hpp"

#include "base/ascii.hpp"
#include "base/digest.hpp"
#include "base/fecha.hpp"
#include "base/texto.hpp"

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <stdexcept>

namespace cacao::red {
namespace {

constexpr std::size_t largest_answer = 4U << 20U;  // a page of keys, each of at most 1,024 bytes
constexpr std::size_t piece = 64U << 10U;
constexpr std::chrono::seconds standstill{30};

// 20150830T123600Z
std::string momento_de(Instante instante) {
    std::string texto;
    for (const char c : instante.iso())
        if (c != '-' && c != ':') texto.push_back(c);
    return texto;
}

std::string sha256_de(const Fuente& fuente) {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> suma{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
    if (!suma || EVP_DigestInit_ex(suma.get(), EVP_sha256(), nullptr) != 1) throw std::runtime_error("SHA-256");
    std::string bytes(piece, '\0');
    for (std::uint64_t leidos = 0; leidos < fuente.bytes;) {
        const auto quedan = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), fuente.bytes - leidos));
        const std::size_t n = fuente.leer(leidos, bytes.data(), quedan);
        if (n == 0) throw Fallo("Lo que se envía tiene menos bytes que los dichos.");
        EVP_DigestUpdate(suma.get(), bytes.data(), n);
        leidos += n;
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> huella{};
    unsigned largo = 0;
    EVP_DigestFinal_ex(suma.get(), huella.data(), &largo);
    return hexadecimal({reinterpret_cast<const char*>(huella.data()), largo});
}

// An answer in XML: elements by name, and their text. Neither entities nor anything of the network.
class Documento {
public:
    explicit Documento(const std::string& texto)
        : documento_(xmlReadMemory(texto.data(), static_cast<int>(texto.size()), nullptr, nullptr,
                                   XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING),
                     &xmlFreeDoc) {}
    const xmlNode* raiz(std::string_view nombre) const {
        const xmlNode* r = documento_ ? xmlDocGetRootElement(documento_.get()) : nullptr;
        return r != nullptr && nombre == reinterpret_cast<const char*>(r->name) ? r : nullptr;
    }
    static const xmlNode* siguiente(const xmlNode* desde, std::string_view nombre) {
        for (; desde != nullptr; desde = desde->next)
            if (desde->type == XML_ELEMENT_NODE && nombre == reinterpret_cast<const char*>(desde->name)) return desde;
        return nullptr;
    }
    static std::string texto(const xmlNode* padre, std::string_view nombre) {
        const xmlNode* hijo = padre == nullptr ? nullptr : siguiente(padre->children, nombre);
        if (hijo == nullptr) return {};
        const std::unique_ptr<xmlChar, decltype(xmlFree)> t{xmlNodeGetContent(hijo), xmlFree};
        return t ? reinterpret_cast<const char*>(t.get()) : std::string{};
    }

private:
    std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> documento_;
};

// As lists write keys with encoding-type=url.
std::string decodificar(std::string_view texto) {
    std::string salida;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        unsigned byte = 0;
        if (texto[i] == '%' && i + 2 < texto.size() &&
            std::from_chars(&texto[i + 1], &texto[i] + 3, byte, 16).ptr == &texto[i] + 3) {
            salida.push_back(static_cast<char>(byte));
            i += 2;
        } else {
            salida.push_back(texto[i] == '+' ? ' ' : texto[i]);
        }
    }
    return salida;
}

std::string sin_comillas(std::string texto) {
    std::erase(texto, '"');
    return texto;
}

std::int64_t numero(const std::string& texto) {
    std::int64_t n = -1;
    const auto leido = std::from_chars(texto.data(), texto.data() + texto.size(), n);
    if (leido.ec != std::errc{} || leido.ptr != texto.data() + texto.size() || n < 0)
        throw Fallo("El almacén contestó un tamaño que no lo es.");
    return n;
}

[[noreturn]] void rechazar(const Respuesta& r) {
    const Documento documento{r.cuerpo};
    const xmlNode* error = documento.raiz("Error");
    std::string codigo = Documento::texto(error, "Code");
    const std::string texto = Documento::texto(error, "Message");
    throw RechazoS3(r.estado, codigo,
                    fmt::format("El almacén contestó {}{}{}{}{}", r.estado, codigo.empty() ? "" : " ", codigo,
                                texto.empty() ? "" : ": ", texto));
}

}  // namespace

AlmacenS3::AlmacenS3(const Cliente& cliente, CuentaS3 cuenta) : cliente_(cliente), cuenta_(std::move(cuenta)) {
    std::string_view resto = cuenta_.direccion;
    std::string_view normal;
    for (const auto& [esquema, puerto] : {std::pair{"https://", ":443"}, std::pair{"http://", ":80"}})
        if (resto.starts_with(esquema)) {
            resto.remove_prefix(std::string_view{esquema}.size());
            normal = puerto;
        }
    const auto barra = resto.find('/');
    host_ = resto.substr(0, barra);
    if (host_.ends_with(normal)) host_.resize(host_.size() - normal.size());
    std::string_view ruta = barra == std::string_view::npos ? std::string_view{} : resto.substr(barra);
    while (ruta.ends_with('/')) ruta.remove_suffix(1);
    if (normal.empty() || host_.empty() || host_.find_first_of("@?# ") != std::string::npos ||
        ruta.find_first_of("?#") != std::string_view::npos)
        throw std::invalid_argument("no address of a store: " + cuenta_.direccion);
    if (cuenta_.cubeta.empty() || cuenta_.cubeta.find('/') != std::string::npos)
        throw std::invalid_argument("no name of a bucket: " + cuenta_.cubeta);
    raiz_ = por_ciento(ruta, "/") + "/" + por_ciento(cuenta_.cubeta);  // `ruta` is a part of what is changed below
    cuenta_.direccion = std::string{normal == ":443" ? "https://" : "http://"} + host_;
}

Peticion AlmacenS3::peticion(const std::string& metodo, std::string_view clave, const Consulta& consulta,
                             const std::string& huella, const Modo& modo) const {
    const std::string ruta = clave.empty() ? raiz_ : raiz_ + "/" + por_ciento(clave, "/");
    const std::string momento = momento_de(Instante::ahora());
    const std::vector<std::pair<std::string, std::string>> firmados{{"x-amz-content-sha256", huella}, {"x-amz-date", momento}};
    PorFirmar firma{metodo, ruta, consulta, firmados, huella};
    firma.encabezados.emplace_back("host", host_);
    Peticion p;
    p.metodo = metodo;
    p.url = cuenta_.direccion + ruta + (consulta.empty() ? "" : "?" + consulta_canonica(consulta));
    p.encabezados = firmados;
    p.encabezados.emplace_back("Authorization",
                               autorizacion({cuenta_.llave, cuenta_.secreto, cuenta_.region, "s3"}, firma, momento));
    p.limite = modo.limite;
    p.parado = standstill;
    p.maximo = largest_answer;
    return p;
}

Respuesta AlmacenS3::pedir(const Peticion& peticion, const Modo& modo) const { return cliente_.pedir(peticion, modo.abandonar); }

void AlmacenS3::poner(std::string_view clave, const Fuente& contenido, std::string_view tipo, const Modo& modo,
                      std::string sha256) const {
    if (sha256.empty()) sha256 = sha256_de(contenido);
    Peticion p = peticion("PUT", clave, {}, sha256, modo);
    p.encabezados.emplace_back("Content-Type", tipo);
    p.fuente = contenido;
    if (const Respuesta r = pedir(p, modo); r.estado != 200) rechazar(r);
}

bool AlmacenS3::traer(std::string_view clave, std::uint64_t maximo, const Destino& destino, const Modo& modo) const {
    Peticion p = peticion("GET", clave, {}, hexadecimal(sha256({})), modo);
    p.destino = destino;
    p.maximo_destino = maximo;
    const Respuesta r = pedir(p, modo);
    if (r.estado == 404 && Documento::texto(Documento{r.cuerpo}.raiz("Error"), "Code") == "NoSuchKey") return false;
    if (r.estado != 200) rechazar(r);
    return true;
}

std::optional<std::string> AlmacenS3::traer(std::string_view clave, std::uint64_t maximo, const Modo& modo) const {
    std::string todo;
    if (!traer(
            clave, maximo, [&](std::string_view bytes) { todo += bytes; }, modo))
        return std::nullopt;
    return todo;
}

std::optional<ObjetoS3> AlmacenS3::ver(std::string_view clave, const Modo& modo) const {
    const Respuesta r = pedir(peticion("HEAD", clave, {}, hexadecimal(sha256({})), modo), modo);
    if (r.estado == 404) return std::nullopt;  // of a bucket that is not there too: there is no body to say so
    if (r.estado != 200) rechazar(r);
    return ObjetoS3{std::string{clave}, numero(r.encabezado("Content-Length")), sin_comillas(r.encabezado("ETag"))};
}

void AlmacenS3::borrar(std::string_view clave, const Modo& modo) const {
    const Respuesta r = pedir(peticion("DELETE", clave, {}, hexadecimal(sha256({})), modo), modo);
    const bool no_estaba =
        r.estado == 404 && Documento::texto(Documento{r.cuerpo}.raiz("Error"), "Code") == "NoSuchKey";  // some say so
    if (r.estado != 204 && r.estado != 200 && !no_estaba) rechazar(r);
}

ListaS3 AlmacenS3::listar(std::string_view prefijo, const std::string& desde, int cuantos, const Modo& modo) const {
    Consulta consulta{{"list-type", "2"}, {"encoding-type", "url"}, {"max-keys", std::to_string(cuantos)}};
    if (!prefijo.empty()) consulta.emplace_back("prefix", prefijo);
    if (!desde.empty()) consulta.emplace_back("continuation-token", desde);
    const Respuesta r = pedir(peticion("GET", {}, consulta, hexadecimal(sha256({})), modo), modo);
    if (r.estado != 200) rechazar(r);
    const Documento documento{r.cuerpo};
    const xmlNode* lista = documento.raiz("ListBucketResult");
    if (lista == nullptr) throw Fallo("El almacén contestó una lista que no lo es.");
    const bool codificada = Documento::texto(lista, "EncodingType") == "url";
    ListaS3 salida;
    for (const xmlNode* o = Documento::siguiente(lista->children, "Contents"); o != nullptr;
         o = Documento::siguiente(o->next, "Contents")) {
        const std::string clave = Documento::texto(o, "Key");
        salida.objetos.push_back({codificada ? decodificar(clave) : clave, numero(Documento::texto(o, "Size")),
                                  sin_comillas(Documento::texto(o, "ETag"))});
    }
    if (Documento::texto(lista, "IsTruncated") != "true") return salida;
    salida.siguiente = Documento::texto(lista, "NextContinuationToken");
    if (salida.siguiente.empty()) throw Fallo("El almacén contestó una lista que no dice cómo sigue.");
    return salida;
}

}  // namespace cacao::red
