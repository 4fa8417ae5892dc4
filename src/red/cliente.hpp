#pragma once
// One call to somebody outside, over HTTP: never from within a transaction, always with an end. Whoever calls says how long it
// may take and how much may come back; where it may go is the operator's to say.

#include "red/direcciones.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cacao::red {

struct Peticion {
    std::string metodo = "GET";
    std::string url;
    std::vector<std::pair<std::string, std::string>> encabezados;
    std::string cuerpo;
    std::chrono::milliseconds limite{20'000};  // of the whole call
    std::size_t maximo = 64U << 10U;           // bytes of the answer
};

struct Respuesta {
    int estado = 0;
    std::string tipo;  // Content-Type
    std::string cuerpo;
};

// Nobody answered, or not as HTTP has it, or the address is none that may be called: one sentence.
class Fallo : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Salida {
    Redes privadas;           // that may be called beside the public Internet
    bool sin_cifrar = false;  // http:// too, to those networks alone
    std::string autoridades;  // file of trusted certificates; empty: the system's
};

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
