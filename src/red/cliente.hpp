#pragma once
// One call to somebody outside, over HTTP: never from within a transaction, always with an end. Whoever calls says how long it
// may take and how much may come back; where it may go is the operator's to say.

#include "red/direcciones.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::red {

// A body that is too long for memory, piece by piece: so many bytes, read from anywhere in it. What `leer` throws ends the call.
struct Fuente {
    std::uint64_t bytes = 0;
    // Fills as much of `donde` as there is, at least a byte; 0 is less than was promised, and ends the call.
    std::function<std::size_t(std::uint64_t desde, char* donde, std::size_t cuantos)> leer;
};
Fuente fuente_de(std::string_view bytes);  // which must live longer
Fuente fuente_de_archivo(int archivo, std::uint64_t bytes);

// Takes an answer piece by piece. What it throws ends the call.
using Destino = std::function<void(std::string_view)>;

struct Peticion {
    std::string metodo = "GET";
    std::string url;
    std::vector<std::pair<std::string, std::string>> encabezados;
    std::string cuerpo;
    std::optional<Fuente> fuente = {};         // in place of `cuerpo`
    std::chrono::milliseconds limite{20'000};  // of the whole call
    std::chrono::seconds parado{0};            // for so long nothing may move; 0: as long as the call may take
    std::size_t maximo = 64U << 10U;           // bytes of the answer
    // Gets the body of a success (2xx), of at most `maximo_destino` bytes; that of any other answer stays in Respuesta::cuerpo.
    Destino destino = {};
    std::uint64_t maximo_destino = 0;
};

struct Respuesta {
    int estado = 0;
    std::string tipo;  // Content-Type
    std::string cuerpo;
    std::vector<std::pair<std::string, std::string>> encabezados = {};

    // "" where there is none; its name in any case.
    std::string encabezado(std::string_view nombre) const;
};

// Nobody answered, or not as HTTP has it, or the address is none that may be called: one sentence.
class Fallo : public std::runtime_error {
public:
    explicit Fallo(const std::string& porque, bool sin_salir = false) : std::runtime_error(porque), sin_salir_(sin_salir) {}
    // It is certain that nothing of the request left: no name, no connection, or none that could be trusted.
    bool sin_salir() const { return sin_salir_; }

private:
    bool sin_salir_;
};

struct Salida {
    Redes privadas;           // that may be called beside the public Internet
    bool sin_cifrar = false;  // http:// too, to those networks alone
    std::string autoridades;  // file of trusted certificates; empty: the system's
};

// How many certificates are trusted: none where their file cannot be read.
std::size_t autoridades(const Salida& salida);

// Once for a process, before anything else of libcurl.
void prepare_curl();

class Cliente {
public:
    explicit Cliente(Salida salida);

    // Follows no redirect, speaks through no proxy, keeps nothing between calls. `abandonar` is asked now and then while it
    // waits.
    Respuesta pedir(const Peticion& peticion, const std::function<bool()>& abandonar = {}) const;
    // For whom nobody's answering is an answer: nothing, and why.
    std::optional<Respuesta> intentar(const Peticion& peticion, std::string& porque) const;

private:
    Salida salida_;
};

}  // namespace cacao::red
