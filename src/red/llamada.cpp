#include "red/llamada.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace cacao::red {
namespace {

constexpr std::size_t most_headers = 64U << 10U;

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

}  // namespace

Encabezados preparar(Llamada& llamada) {
    curl_slist* lista = nullptr;
    for (const auto& [nombre, valor] : llamada.peticion.encabezados)
        lista = curl_slist_append(lista, (nombre + ": " + valor).c_str());
    lista = curl_slist_append(lista, "Expect:");
    Encabezados encabezados{lista, &curl_slist_free_all};

    const auto poner = [&](CURLoption opcion, auto valor) { curl_easy_setopt(llamada.curl, opcion, valor); };
    poner(CURLOPT_URL, llamada.peticion.url.c_str());
    poner(CURLOPT_PROTOCOLS_STR, llamada.salida.sin_cifrar ? "http,https" : "https");
    poner(CURLOPT_FOLLOWLOCATION, 0L);
    poner(CURLOPT_PROXY, "");
    poner(CURLOPT_NOSIGNAL, 1L);
    poner(CURLOPT_TIMEOUT_MS, static_cast<long>(llamada.peticion.limite.count()));
    poner(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(llamada.peticion.limite.count() / 2));
    poner(CURLOPT_HTTPHEADER, lista);
    poner(CURLOPT_CUSTOMREQUEST, llamada.peticion.metodo.c_str());
    poner(CURLOPT_PATH_AS_IS, 1L);  // what is asked for is what was written, and signed
    if (llamada.peticion.metodo == "HEAD") poner(CURLOPT_NOBODY, 1L);
    if (llamada.peticion.fuente) {
        poner(CURLOPT_UPLOAD, 1L);
        poner(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(llamada.peticion.fuente->bytes));
        poner(CURLOPT_READFUNCTION, &enviar);
        poner(CURLOPT_READDATA, &llamada);
    } else if (!llamada.peticion.cuerpo.empty()) {
        poner(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(llamada.peticion.cuerpo.size()));
        poner(CURLOPT_POSTFIELDS, llamada.peticion.cuerpo.data());
    }
    if (!llamada.salida.autoridades.empty()) poner(CURLOPT_CAINFO, llamada.salida.autoridades.c_str());
    poner(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    poner(CURLOPT_OPENSOCKETFUNCTION, &abrir);
    poner(CURLOPT_OPENSOCKETDATA, &llamada);
    poner(CURLOPT_WRITEFUNCTION, &recibir);
    poner(CURLOPT_WRITEDATA, &llamada);
    poner(CURLOPT_HEADERFUNCTION, &encabezar);
    poner(CURLOPT_HEADERDATA, &llamada);
    if (llamada.peticion.parado.count() > 0) {
        poner(CURLOPT_LOW_SPEED_LIMIT, 1L);
        poner(CURLOPT_LOW_SPEED_TIME, static_cast<long>(llamada.peticion.parado.count()));
    }
    poner(CURLOPT_NOPROGRESS, 0L);
    poner(CURLOPT_XFERINFOFUNCTION, &avanzar);
    poner(CURLOPT_XFERINFODATA, &llamada);
    return encabezados;
}

Respuesta resultado(Llamada& llamada, CURLcode como, bool sin_salir) {
    const std::string& url = llamada.peticion.url;
    if (llamada.ajeno) std::rethrow_exception(llamada.ajeno);
    if (llamada.prohibida) throw Fallo(fmt::format("{}: esa dirección no se puede llamar desde aquí.", quien(url)), sin_salir);
    if (llamada.demasiado) throw Fallo(fmt::format("{}: la respuesta es demasiado larga.", quien(url)));
    if (como != CURLE_OK) throw Fallo(fmt::format("{}: {}", quien(url), curl_easy_strerror(como)), sin_salir);
    const char* tipo = nullptr;
    curl_easy_getinfo(llamada.curl, CURLINFO_CONTENT_TYPE, &tipo);
    llamada.respuesta.estado = static_cast<int>(llamada.estado());
    llamada.respuesta.tipo = tipo == nullptr ? "" : tipo;
    return std::move(llamada.respuesta);
}

}  // namespace cacao::red
