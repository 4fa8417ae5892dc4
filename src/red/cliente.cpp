#include "red/cliente.hpp"

#include <curl/curl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <mutex>

namespace cacao::red {
namespace {

struct Llamada {
    const Salida& salida;
    const Peticion& peticion;
    const std::function<bool()>& abandonar;
    Respuesta respuesta;
    bool prohibida = false;
    bool demasiado = false;
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

std::size_t recibir(char* bytes, std::size_t, std::size_t cuantos, void* de) {
    auto& llamada = *static_cast<Llamada*>(de);
    if (llamada.respuesta.cuerpo.size() + cuantos > llamada.peticion.maximo) {
        llamada.demasiado = true;
        return 0;
    }
    llamada.respuesta.cuerpo.append(bytes, cuantos);
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

}  // namespace

Cliente::Cliente(Salida salida) : salida_(std::move(salida)) {
    static std::once_flag una_vez;
    std::call_once(una_vez, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

Respuesta Cliente::pedir(const Peticion& peticion, const std::function<bool()>& abandonar) const {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl{curl_easy_init(), &curl_easy_cleanup};
    if (!curl) throw Fallo("No se pudo preparar la llamada.");
    Llamada llamada{salida_, peticion, abandonar, {}};
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
    if (!peticion.cuerpo.empty()) {
        poner(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(peticion.cuerpo.size()));
        poner(CURLOPT_POSTFIELDS, peticion.cuerpo.data());
    }
    if (!salida_.autoridades.empty()) poner(CURLOPT_CAINFO, salida_.autoridades.c_str());
    poner(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    poner(CURLOPT_OPENSOCKETFUNCTION, &abrir);
    poner(CURLOPT_OPENSOCKETDATA, &llamada);
    poner(CURLOPT_WRITEFUNCTION, &recibir);
    poner(CURLOPT_WRITEDATA, &llamada);
    poner(CURLOPT_NOPROGRESS, 0L);
    poner(CURLOPT_XFERINFOFUNCTION, &avanzar);
    poner(CURLOPT_XFERINFODATA, &llamada);

    const CURLcode como = curl_easy_perform(curl.get());
    if (llamada.prohibida) throw Fallo(fmt::format("{}: esa dirección no se puede llamar desde aquí.", quien(peticion.url)));
    if (llamada.demasiado) throw Fallo(fmt::format("{}: la respuesta es demasiado larga.", quien(peticion.url)));
    if (como != CURLE_OK) throw Fallo(fmt::format("{}: {}", quien(peticion.url), curl_easy_strerror(como)));
    long estado = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &estado);
    const char* tipo = nullptr;
    curl_easy_getinfo(curl.get(), CURLINFO_CONTENT_TYPE, &tipo);
    llamada.respuesta.estado = static_cast<int>(estado);
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
