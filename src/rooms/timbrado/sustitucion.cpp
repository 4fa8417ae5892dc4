#include "rooms/timbrado/sustitucion.hpp"

#include "engine/entorno/sustituciones.hpp"
#include "engine/verbos/sustitucion.hpp"

namespace cacao::timbrado {

api::Oficio oficio_de_sustituciones() {
    api::Oficio o;
    o.tipo = engine::oficio_sustituciones;
    o.afuera = [](const api::Afuera&, const api::Trabajo&) { return std::string{}; };
    o.asentar = [](Context& ctx, const api::Trabajo& t, const std::string&) {
        return api::Fin::hecho(engine::seguir_sustitucion(ctx, std::stoll(t.clave)));
    };
    return o;
}

}  // namespace cacao::timbrado
