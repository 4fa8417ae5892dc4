#include "red/cliente.hpp"

#include "base/ascii.hpp"
#include "red/llamada.hpp"

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
    Llamada llamada{.salida = salida_, .peticion = peticion, .abandonar = abandonar, .curl = curl.get()};
    const Encabezados encabezados = preparar(llamada);
    const CURLcode como = curl_easy_perform(curl.get());
    return resultado(llamada, como, nada_salio(curl.get(), como));
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
