#include "rooms/productos/clasificacion_producto.hpp"

#include "db/rows.hpp"

namespace cacao {
namespace {

constexpr std::string_view columnas_de_clasificacion =
    "SELECT clasificacionId, nombre, activo, version FROM clasificacionProducto WHERE organizacionId = $1";

}  // namespace

std::vector<ClasificacionProducto> listar_clasificaciones_producto(const Context& ctx) {
    return ctx.db().all<ClasificacionProducto>(std::string{columnas_de_clasificacion} + " ORDER BY nombre", ctx.organizacionId());
}

ClasificacionProducto crear_clasificacion_producto(Context& ctx, const ClasificacionProductoNueva& pedida) {
    auto& tx = ctx.db();
    const ClasificacionProducto nueva{tx.next_id(), pedida.nombre, true, 1};
    const auto insertadas = tx.count(R"(
        INSERT INTO clasificacionProducto (organizacionId, clasificacionId, nombre, activo, version) VALUES ($1, $2, $3, 1, 1)
        ON CONFLICT DO NOTHING)",
                                     tx.organizacion(), nueva.clasificacionId, nueva.nombre);
    reject_if(insertadas == 0, Codigo::duplicado, "/nombre");
    ctx.auditar_alta("ClasificacionProducto", nueva.clasificacionId, nueva);
    return nueva;
}

ClasificacionProducto actualizar_clasificacion_producto(Context& ctx, const ClasificacionProductoActualizacion& pedida) {
    auto& tx = ctx.db();
    tx.lock("clasificacionesProducto");
    auto actual = tx.one<ClasificacionProducto>(std::string{columnas_de_clasificacion} + " AND clasificacionId = $2",
                                                tx.organizacion(), pedida.clasificacionId.valor);
    if (!actual) reject(Codigo::no_encontrado, "/clasificacionId");
    const auto antes = *actual;
    ctx.exigir_version(antes.version);
    if (pedida.nombre) {
        const auto otra =
            tx.one<std::int64_t>("SELECT clasificacionId FROM clasificacionProducto WHERE organizacionId = $1 AND nombre = $2",
                                 tx.organizacion(), *pedida.nombre);
        reject_if(otra && *otra != antes.clasificacionId, Codigo::duplicado, "/nombre");
        actual->nombre = *pedida.nombre;
    }
    if (pedida.activo) actual->activo = *pedida.activo;
    ++actual->version;
    tx.run(R"(
        UPDATE clasificacionProducto SET nombre = $3, activo = $4, version = $5 WHERE organizacionId = $1 AND clasificacionId = $2)",
           tx.organizacion(), actual->clasificacionId, actual->nombre, actual->activo, actual->version);
    ctx.auditar("ClasificacionProducto", actual->clasificacionId, antes, *actual);
    return *actual;
}

void register_clasificaciones_producto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    ops.add(GET, "/api/ClasificacionesProducto", "ClasificacionesProductoListar", listar_clasificaciones_producto);
    ops.add(POST, "/api/ClasificacionesProducto", "ClasificacionProductoCrear", crear_clasificacion_producto)
        .nuestra()
        .rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/ClasificacionesProducto/{clasificacionId}", "ClasificacionProductoActualizar",
            actualizar_clasificacion_producto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::precondicion_fallida});
}

}  // namespace cacao
