#include "red/cliente.hpp"

#include "base/ascii.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>

namespace cacao::red {
namespace {

constexpr std::size_t most_headers = 64U << 10U;

struct Llamada {
    const Salida& salida;
    const Peticion& peticion;
    const std::function<bool()>& abandonar;
    CURL* curl = nullptr;
    Respuesta respuesta;
    bool prohibida = false;
    bool demasiado = false;
    std::size_t en_encabezados = 0;
    std::uint64_t enviados = 0;
    std::uint64_t recibidos = 0;
    std::exception_ptr ajeno;  // of whoever gives or takes a body

    long estado() const {
        long e = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &e);
        return e;
    }
};

// Between the name and the connection: the address that was found is the one that is judged and called.
curl_socket_t abrir(void* de, curlsocktype, curl_sockaddr* donde) {
    auto& llamada = *static_cast<Llamada*>(de);
    const bool conocida = llamada.salida.privadas.contiene(donde->addr);
    const bool cifrada = llamada.peticion.url.starts_with("https:");
    if (!conocida && (!cifrada || !es_publica(donde->addr))) {
        llamada.prohibida = true;
        return CURL_SOCKET_BAD;
    }
    return ::socket(donde->family, donde->socktype | SOCK_CLOEXEC, donde->protocol);
}

std::size_t entregar(Llamada& llamada, std::string_view bytes) {
    llamada.recibidos += bytes.size();
    llamada.demasiado = llamada.recibidos > llamada.peticion.maximo_destino;
    if (llamada.demasiado) return 0;
    try {
        llamada.peticion.destino(bytes);
    } catch (...) {
        llamada.ajeno = std::current_exception();
        return 0;
    }
    return bytes.size();
}

std::size_t recibir(char* bytes, std::size_t, std::size_t cuantos, void* de) {
    auto& llamada = *static_cast<Llamada*>(de);
    if (llamada.peticion.destino && llamada.estado() / 100 == 2) return entregar(llamada, {bytes, cuantos});
    if (llamada.respuesta.cuerpo.size() + cuantos > llamada.peticion.maximo) {
        llamada.demasiado = true;
        return 0;
    }
    llamada.respuesta.cuerpo.append(bytes, cuantos);
    return cuantos;
}

std::size_t enviar(char* donde, std::size_t uno, std::size_t cuantos, void* de) {
    auto& llamada = *static_cast<Llamada*>(de);
    const Fuente& fuente = *llamada.peticion.fuente;
    const auto caben = static_cast<std::size_t>(std::min<std::uint64_t>(uno * cuantos, fuente.bytes - llamada.enviados));
    if (caben == 0) return 0;
    try {
        const std::size_t n = fuente.leer(llamada.enviados, donde, caben);
        if (n == 0) throw Fallo("Lo que se envía tiene menos bytes que los dichos.");
        llamada.enviados += n;
        return n;
    } catch (...) {
        llamada.ajeno = std::current_exception();
        return CURL_READFUNC_ABORT;
    }
}

std::size_t encabezar(char* bytes, std::size_t, std::size_t cuantos, void* de) {
    auto& llamada = *static_cast<Llamada*>(de);
    std::string_view linea{bytes, cuantos};
    llamada.en_encabezados += cuantos;
    llamada.demasiado = llamada.en_encabezados > most_headers;
    if (llamada.demasiado) return 0;
    if (linea.starts_with("HTTP/")) llamada.respuesta.encabezados.clear();  // what came before was on the way to this one
    const auto fin = linea.find(':');
    if (fin == std::string_view::npos) return cuantos;
    const auto nombre = linea.substr(0, fin);
    const auto desde = std::min(linea.find_first_not_of(" \t", fin + 1), linea.size());
    linea = linea.substr(desde);
    while (!linea.empty() && std::isspace(static_cast<unsigned char>(linea.back())) != 0) linea.remove_suffix(1);
    llamada.respuesta.encabezados.emplace_back(nombre, linea);
    return cuantos;
}

int avanzar(void* de, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    const auto& llamada = *static_cast<Llamada*>(de);
    return llamada.abandonar && llamada.abandonar() ? 1 : 0;
}

// The address without what stands behind `?` and before `@`: neither is for a log.
std::string quien(const std::string& url) {
    const auto ruta = url.find_first_of("?#");
    std::string corta = url.substr(0, ruta);
    const auto inicio = corta.find("//");
    const auto arroba = corta.find('@');
    if (inicio != std::string::npos && arroba != std::string::npos && arroba > inicio)
        corta.erase(inicio + 2, arroba - inicio - 1);
    return corta;
}

// Each call has a connection of its own: before there was one, or while it was being encrypted, nothing of the request left.
bool nada_salio(CURL* curl, CURLcode como) {
    curl_off_t conectado = 0;
    long enviados = 0;
    if (curl_easy_getinfo(curl, CURLINFO_CONNECT_TIME_T, &conectado) != CURLE_OK ||
        curl_easy_getinfo(curl, CURLINFO_REQUEST_SIZE, &enviados) != CURLE_OK)
        return false;
    const bool al_cifrar = como == CURLE_SSL_CONNECT_ERROR || como == CURLE_PEER_FAILED_VERIFICATION;
    return como != CURLE_OK && enviados == 0 && (conectado == 0 || al_cifrar);
}

// Where libcurl looks unless told otherwise.
std::string autoridades_del_sistema() {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl{curl_easy_init(), &curl_easy_cleanup};
    const char* archivo = nullptr;
    if (!curl || curl_easy_getinfo(curl.get(), CURLINFO_CAINFO, &archivo) != CURLE_OK || archivo == nullptr) return {};
    return archivo;
}

}  // namespace

Fuente fuente_de(std::string_view bytes) {
    return {bytes.size(), [bytes](std::uint64_t desde, char* donde, std::size_t cuantos) {
                return bytes.substr(static_cast<std::size_t>(desde)).copy(donde, cuantos);
            }};
}

Fuente fuente_de_archivo(int archivo, std::uint64_t bytes) {
    return {bytes, [archivo](std::uint64_t desde, char* donde, std::size_t cuantos) {
                for (;;) {
                    const ssize_t n = ::pread(archivo, donde, cuantos, static_cast<off_t>(desde));
                    if (n >= 0) return static_cast<std::size_t>(n);
                    if (errno != EINTR) throw Fallo(fmt::format("No se pudo leer lo que se envía: {}", std::strerror(errno)));
                }
            }};
}

std::string Respuesta::encabezado(std::string_view nombre) const {
    const auto suyo = std::ranges::find_if(encabezados, [&](const auto& e) { return iguales_ascii(e.first, nombre); });
    return suyo == encabezados.end() ? std::string{} : suyo->second;
}

std::size_t autoridades(const Salida& salida) {
    const std::string archivo = salida.autoridades.empty() ? autoridades_del_sistema() : salida.autoridades;
    const std::unique_ptr<BIO, decltype(&BIO_free)> bytes{BIO_new_file(archivo.c_str(), "r"), &BIO_free};
    std::size_t cuantas = 0;
    while (X509* una = bytes ? PEM_read_bio_X509(bytes.get(), nullptr, nullptr, nullptr) : nullptr) {
        X509_free(una);
        ++cuantas;
    }
    return cuantas;
}

void prepare_curl() {
    static std::once_flag una_vez;
    std::call_once(una_vez, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

Cliente::Cliente(Salida salida) : salida_(std::move(salida)) { prepare_curl(); }

Respuesta Cliente::pedir(const Peticion& peticion, const std::function<bool()>& abandonar) const {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl{curl_easy_init(), &curl_easy_cleanup};
    if (!curl) throw Fallo("No se pudo preparar la llamada.");
    Llamada llamada{salida_, peticion, abandonar, curl.get(), {}, false, false, 0, 0, 0, {}};
    curl_slist* lista = nullptr;
    for (const auto& [nombre, valor] : peticion.encabezados) lista = curl_slist_append(lista, (nombre + ": " + valor).c_str());
    lista = curl_slist_append(lista, "Expect:");
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> encabezados{lista, &curl_slist_free_all};

    const auto poner = [&](CURLoption opcion, auto valor) { curl_easy_setopt(curl.get(), opcion, valor); };
    poner(CURLOPT_URL, peticion.url.c_str());
    poner(CURLOPT_PROTOCOLS_STR, salida_.sin_cifrar ? "http,https" : "https");
    poner(CURLOPT_FOLLOWLOCATION, 0L);
    poner(CURLOPT_PROXY, "");
    poner(CURLOPT_NOSIGNAL, 1L);
    poner(CURLOPT_TIMEOUT_MS, static_cast<long>(peticion.limite.count()));
    poner(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(peticion.limite.count() / 2));
    poner(CURLOPT_HTTPHEADER, lista);
    poner(CURLOPT_CUSTOMREQUEST, peticion.metodo.c_str());
    poner(CURLOPT_PATH_AS_IS, 1L);  // what is asked for is what was written, and signed
    if (peticion.metodo == "HEAD") poner(CURLOPT_NOBODY, 1L);
    if (peticion.fuente) {
        poner(CURLOPT_UPLOAD, 1L);
        poner(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(peticion.fuente->bytes));
        poner(CURLOPT_READFUNCTION, &enviar);
        poner(CURLOPT_READDATA, &llamada);
    } else if (!peticion.cuerpo.empty()) {
        poner(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(peticion.cuerpo.size()));
        poner(CURLOPT_POSTFIELDS, peticion.cuerpo.data());
    }
    if (!salida_.autoridades.empty()) poner(CURLOPT_CAINFO, salida_.autoridades.c_str());
    poner(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    poner(CURLOPT_OPENSOCKETFUNCTION, &abrir);
    poner(CURLOPT_OPENSOCKETDATA, &llamada);
    poner(CURLOPT_WRITEFUNCTION, &recibir);
    poner(CURLOPT_WRITEDATA, &llamada);
    poner(CURLOPT_HEADERFUNCTION, &encabezar);
    poner(CURLOPT_HEADERDATA, &llamada);
    if (peticion.parado.count() > 0) {
        poner(CURLOPT_LOW_SPEED_LIMIT, 1L);
        poner(CURLOPT_LOW_SPEED_TIME, static_cast<long>(peticion.parado.count()));
    }
    poner(CURLOPT_NOPROGRESS, 0L);
    poner(CURLOPT_XFERINFOFUNCTION, &avanzar);
    poner(CURLOPT_XFERINFODATA, &llamada);

    const CURLcode como = curl_easy_perform(curl.get());
    const bool sin_salir = nada_salio(curl.get(), como);
    if (llamada.ajeno) std::rethrow_exception(llamada.ajeno);
    if (llamada.prohibida)
        throw Fallo(fmt::format("{}: esa dirección no se puede llamar desde aquí.", quien(peticion.url)), sin_salir);
    if (llamada.demasiado) throw Fallo(fmt::format("{}: la respuesta es demasiado larga.", quien(peticion.url)));
    if (como != CURLE_OK) throw Fallo(fmt::format("{}: {}", quien(peticion.url), curl_easy_strerror(como)), sin_salir);
    const char* tipo = nullptr;
    curl_easy_getinfo(curl.get(), CURLINFO_CONTENT_TYPE, &tipo);
    llamada.respuesta.estado = static_cast<int>(llamada.estado());
    llamada.respuesta.tipo = tipo == nullptr ? "" : tipo;
    return std::move(llamada.respuesta);
}

std::optional<Respuesta> Cliente::intentar(const Peticion& peticion, std::string& porque) const {
    try {
        return pedir(peticion);
    } catch (const Fallo& e) {
        porque = e.what();
        return std::nullopt;
    }
}

}  // namespace cacao::red
