#pragma once
// The authority asked what it knows of a document: by whoever has time, or for a caller who has little.

#include "base/fecha.hpp"
#include "fiscal/estado_sat.hpp"
#include "red/cliente.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace cacao::validacion {

class ConsultaSat {
public:
    struct Ajustes {
        std::string url = std::string{fiscal::servicio_de_consulta};  // empty: nobody is asked
        std::chrono::milliseconds al_momento{4'000};                  // while a caller waits
        std::chrono::milliseconds con_calma{20'000};
    };
    ConsultaSat(Ajustes ajustes, red::Salida salida) : ajustes_(std::move(ajustes)), cliente_(std::move(salida)) {}

    bool apagada() const { return ajustes_.url.empty(); }

    // Throws red::Fallo when nobody answers, or not as the authority does.
    fiscal::RespuestaSat preguntar(const std::string& expresion, const std::function<bool()>& abandonar) const;
    // For a caller who waits. Of all of them one waits for the authority at a time, and none for a minute after it did not
    // answer: the threads are few, and others have need of them. Nothing: it is to be asked later.
    std::optional<fiscal::RespuestaSat> preguntar_al_momento(const std::string& expresion, Instante ahora) const;

private:
    red::Peticion peticion(const std::string& expresion, std::chrono::milliseconds limite) const;

    Ajustes ajustes_;
    red::Cliente cliente_;
    mutable std::mutex uno_;
    mutable std::atomic<std::int64_t> callada_hasta_ = 0;  // microseconds
};

}  // namespace cacao::validacion
