#include "rooms/productos/clasificacion_producto.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

const Catalogo<ClasificacionProducto>& catalogo_de_clasificaciones() {
    static const Catalogo<ClasificacionProducto> clasificaciones{{.tabla = "clasificacionProducto",
                                                                  .llave = "clasificacionId",
                                                                  .candados = {"clasificacionesProducto"},
                                                                  .orden = "nombre",
                                                                  .unicos = {{"nombre"}}}};
    return clasificaciones;
}

}  // namespace

std::vector<ClasificacionProducto> listar_clasificaciones_producto(const Context& ctx) {
    return catalogo_de_clasificaciones().listar(ctx);
}
ClasificacionProducto crear_clasificacion_producto(Context& ctx, const ClasificacionProductoNueva& pedida) {
    return catalogo_de_clasificaciones().crear(ctx, pedida);
}
ClasificacionProducto actualizar_clasificacion_producto(Context& ctx, const ClasificacionProductoActualizacion& pedida) {
    return catalogo_de_clasificaciones().actualizar(ctx, pedida);
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
