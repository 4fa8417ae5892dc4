#pragma once
// Many calls at once, on one thread: whoever answers slowly holds up nobody else. The same addresses are allowed as for Cliente,
// judged as a connection is made; connections are kept between calls.

#include "red/cliente.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace cacao::red {

class Enviador {
public:
    struct Resultado {
        std::optional<Respuesta> respuesta;  // nothing: nobody answered
        std::string error;                   // … and why
        bool abandonado = false;             // the service ends: nobody knows
        std::chrono::milliseconds tardo{0};
    };
    using Listo = std::function<void(Resultado&&)>;

    explicit Enviador(Salida salida);
    ~Enviador();
    Enviador(const Enviador&) = delete;
    Enviador& operator=(const Enviador&) = delete;

    // From any thread. `listo` is called once, on the thread of this: soon back, since others wait for it.
    void enviar(Peticion peticion, Listo listo);
    // What is under way is given up, and so is what comes.
    void cerrar();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace cacao::red
