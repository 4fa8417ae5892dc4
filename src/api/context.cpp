#include "api/context.hpp"

namespace cacao {

void Context::advertir(Codigo codigo, std::string campo, std::string datos) const {
    advertencias_.push_back({codigo, std::move(campo), En::donde_sea, std::move(datos)});
}

void Context::anotar(std::string_view tipo, std::int64_t id, std::string antes, std::string despues) {
    cambios_.push_back({std::string{tipo}, id, std::move(antes), std::move(despues)});
}

void Context::al_confirmar(std::function<void()> work) { despues_.confirmado.push_back(std::move(work)); }

void Context::al_rechazar(std::function<void()> work) { despues_.rechazado.push_back(std::move(work)); }

}  // namespace cacao
