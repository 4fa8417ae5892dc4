#include "rooms/sistema/salud.hpp"

namespace cacao {

Salud obtener_salud(const Context&) { return {"ok"}; }

void register_salud(api::Operations& ops) {
    ops.group("Seguridad");
    ops.add(api::Verb::GET, "/api/Health/health", "Salud", obtener_salud).sin_token().sin_base();
}

}  // namespace cacao
