#include "rooms/contactos/clasificacion.hpp"

#include "db/rows.hpp"

namespace cacao {
namespace {

void exigir_nombre_libre(const Context& ctx, const std::string& nombre, std::int64_t clasificacionId) {
    const auto otra =
        ctx.db().one<std::int64_t>("SELECT clasificacionId FROM clasificacionContacto WHERE organizacionId = $1 AND nombre = $2",
                                   ctx.organizacionId(), nombre);
    reject_if(otra && *otra != clasificacionId, Codigo::duplicado, "/nombre");
}

}  // namespace

std::vector<ClasificacionContacto> listar_clasificaciones_contacto(const Context& ctx) {
    return ctx.db().all<ClasificacionContacto>(
        "SELECT clasificacionId, nombre, activo FROM clasificacionContacto WHERE organizacionId = $1 ORDER BY nombre",
        ctx.organizacionId());
}

ClasificacionContacto crear_clasificacion_contacto(Context& ctx, const ClasificacionContactoNueva& pedida) {
    ClasificacionContacto nueva{ctx.db().next_id(), pedida.nombre, true};
    const auto insertadas = ctx.db().count(R"(
        INSERT INTO clasificacionContacto (organizacionId, clasificacionId, nombre, activo) VALUES ($1, $2, $3, 1)
        ON CONFLICT DO NOTHING)",
                                           ctx.organizacionId(), nueva.clasificacionId, nueva.nombre);
    reject_if(insertadas == 0, Codigo::duplicado, "/nombre");
    ctx.auditar_alta("ClasificacionContacto", nueva.clasificacionId, nueva);
    return nueva;
}

ClasificacionContacto actualizar_clasificacion_contacto(Context& ctx, const ClasificacionContactoActualizacion& pedida) {
    ctx.db().lock("clasificacionContacto/" + std::to_string(pedida.clasificacionId.valor));
    auto actual = ctx.db().one<ClasificacionContacto>(
        "SELECT clasificacionId, nombre, activo FROM clasificacionContacto WHERE organizacionId = $1 AND clasificacionId = $2",
        ctx.organizacionId(), pedida.clasificacionId.valor);
    if (!actual) reject(Codigo::no_encontrado, "/clasificacionId");
    const auto antes = *actual;
    if (pedida.nombre) {
        exigir_nombre_libre(ctx, *pedida.nombre, actual->clasificacionId);
        actual->nombre = *pedida.nombre;
    }
    if (pedida.activo) actual->activo = *pedida.activo;
    ctx.db().run("UPDATE clasificacionContacto SET nombre = $3, activo = $4 WHERE organizacionId = $1 AND clasificacionId = $2",
                 ctx.organizacionId(), actual->clasificacionId, actual->nombre, actual->activo);
    ctx.auditar("ClasificacionContacto", actual->clasificacionId, antes, *actual);
    return *actual;
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
