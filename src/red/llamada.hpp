#pragma once
// How one call goes by libcurl, whoever waits for it: private to red/.

#include "red/cliente.hpp"

#include <curl/curl.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

namespace cacao::red {

struct Llamada {
    const Salida& salida;
    const Peticion& peticion;
    std::function<bool()> abandonar;
    CURL* curl = nullptr;
    Respuesta respuesta = {};
    bool prohibida = false;
    bool demasiado = false;
    std::size_t en_encabezados = 0;
    std::uint64_t enviados = 0;
    std::uint64_t recibidos = 0;
    std::exception_ptr ajeno = {};  // of whoever gives or takes a body

    long estado() const {
        long e = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &e);
        return e;
    }
};

using Encabezados = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

// Tells libcurl all of it. What it answers, like the call, must live until the end.
Encabezados preparar(Llamada& llamada);
// What came of it, or throws Fallo.
Respuesta resultado(Llamada& llamada, CURLcode como, bool sin_salir);

}  // namespace cacao::red
