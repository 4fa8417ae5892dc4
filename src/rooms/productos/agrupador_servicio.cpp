#include "rooms/productos/agrupador_servicio.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

const Catalogo<AgrupadorServicio>& catalogo_de_agrupadores() {
    static const Catalogo<AgrupadorServicio> agrupadores{{.tabla = "agrupadorServicio",
                                                          .llave = "agrupadorServicioId",
                                                          .candados = {"agrupadoresServicio"},
                                                          .orden = "codigo",
                                                          .unicos = {{"codigo"}}}};
    return agrupadores;
}

}  // namespace

std::vector<AgrupadorServicio> listar_agrupadores(const Context& ctx) { return catalogo_de_agrupadores().listar(ctx); }
AgrupadorServicio crear_agrupador(Context& ctx, const AgrupadorServicioNuevo& pedido) {
    return catalogo_de_agrupadores().crear(ctx, pedido);
}
AgrupadorServicio actualizar_agrupador(Context& ctx, const AgrupadorServicioActualizacion& pedido) {
    return catalogo_de_agrupadores().actualizar(ctx, pedido);
}

void register_agrupadores_servicio(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    ops.add(GET, "/api/AgrupadoresServicio", "AgrupadoresServicioListar", listar_agrupadores);
    ops.add(POST, "/api/AgrupadoresServicio", "AgrupadorServicioCrear", crear_agrupador).nuestra().rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/AgrupadoresServicio/{agrupadorServicioId}", "AgrupadorServicioActualizar", actualizar_agrupador)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::precondicion_fallida});
}

}  // namespace cacao
