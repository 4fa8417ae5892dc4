#include "rooms/contactos/clasificacion.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

const Catalogo<ClasificacionContacto>& catalogo_de_clasificaciones() {
    static const Catalogo<ClasificacionContacto> clasificaciones{{.tabla = "clasificacionContacto",
                                                                  .llave = "clasificacionId",
                                                                  .candados = {"clasificacionesContacto"},
                                                                  .orden = "nombre",
                                                                  .unicos = {{"nombre"}}}};
    return clasificaciones;
}

}  // namespace

std::vector<ClasificacionContacto> listar_clasificaciones_contacto(const Context& ctx) {
    return catalogo_de_clasificaciones().listar(ctx);
}
ClasificacionContacto crear_clasificacion_contacto(Context& ctx, const ClasificacionContactoNueva& pedida) {
    return catalogo_de_clasificaciones().crear(ctx, pedida);
}
ClasificacionContacto actualizar_clasificacion_contacto(Context& ctx, const ClasificacionContactoActualizacion& pedida) {
    return catalogo_de_clasificaciones().actualizar(ctx, pedida);
}

void register_clasificaciones_contacto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contactos");
    ops.add(GET, "/api/Contactos/Clasificaciones", "ContactoClasificacionesListar", listar_clasificaciones_contacto);
    ops.add(POST, "/api/Contactos/Clasificaciones", "ContactoClasificacionCrear", crear_clasificacion_contacto)
        .nuestra()
        .rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/Contactos/Clasificaciones/{clasificacionId}", "ContactoClasificacionActualizar",
            actualizar_clasificacion_contacto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado});
}

}  // namespace cacao
