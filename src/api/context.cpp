#include "api/context.hpp"

#include "api/limitador.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {

void Context::contar_peticion(std::int64_t usuarioId, std::int64_t consumidorId) const {
    if (call_.limitador == nullptr) return;
    // The clock of the dispatcher's own windows, which no test sets.
    const auto cuenta = call_.limitador->contar(api::Limitador::quien(usuarioId, consumidorId), Instante::ahora().segundos());
    if (!cuenta.permitida) reject(Codigo::demasiadas_peticiones, "", reflect::objeto("segundos", cuenta.segundos));
}

void Context::advertir(Codigo codigo, std::string campo, std::string datos) const {
    advertencias_.push_back({codigo, std::move(campo), En::donde_sea, std::move(datos)});
}

void Context::anotar(std::string_view tipo, std::int64_t id, std::string antes, std::string despues) {
    cambios_.push_back({std::string{tipo}, id, std::move(antes), std::move(despues)});
}

Fecha Context::hoy_en_todas() const {
    const Instante momento = ahora();
    Fecha dia = std::min(dia_en_zona(momento, call_.sesion->zona), dia_en_zona(momento, call_.sesion->zonaOrganizacion));
    for (const auto& s : call_.sesion->zonas) dia = std::min(dia, dia_en_zona(momento, s.zona));
    return dia;
}

void Context::al_confirmar(std::function<void()> work) { despues_.confirmado.push_back(std::move(work)); }

void Context::al_rechazar(std::function<void()> work) { despues_.rechazado.push_back(std::move(work)); }

}  // namespace cacao
