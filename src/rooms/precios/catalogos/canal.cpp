#include "rooms/precios/catalogos/canal.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

void revisar_canal(Context& ctx, const Canal* antes, const Canal& c, Faltas& faltas) {
    if (antes == nullptr || !antes->activo || c.activo) return;
    impide(ctx.db(),
           "SELECT listaPreciosId FROM listaPrecios WHERE organizacionId = $1 AND canalId = $2 AND canalId <> 0 AND activa = 1",
           c.canalId, "/activo", faltas);
}

const Catalogo<Canal>& catalogo_de_canales() {
    // Nobody gives it a list while it is taken out of use.
    static const Catalogo<Canal> canales{{.tabla = "canal",
                                          .llave = "canalId",
                                          .candados = {"listasPrecios", "canales"},
                                          .orden = "codigo",
                                          .unicos = {{"codigo"}}},
                                         revisar_canal};
    return canales;
}

}  // namespace

std::vector<Canal> listar_canales(const Context& ctx) { return catalogo_de_canales().listar(ctx); }
Canal crear_canal(Context& ctx, const CanalNuevo& pedido) { return catalogo_de_canales().crear(ctx, pedido); }
Canal actualizar_canal(Context& ctx, const CanalActualizacion& pedido) { return catalogo_de_canales().actualizar(ctx, pedido); }

void register_canales(api::Operations& ops) {
    using enum api::Verb;
    ops.group("ListasPrecios");
    ops.add(GET, "/api/Canales", "CanalesListar", listar_canales).nuestra();
    ops.add(POST, "/api/Canales", "CanalCrear", crear_canal).nuestra().rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/Canales/{canalId}", "CanalActualizar", actualizar_canal)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::conflicto, Codigo::precondicion_fallida});
}

}  // namespace cacao
