#include "rooms/sucursales/centro_costo.hpp"

#include "api/catalogo.hpp"

namespace cacao {
namespace {

// Numbers that documents used before there was a catalog may stand anywhere, also where identifiers have yet to come.
std::int64_t libre(db::Writer& tx) {
    for (;;) {
        const auto id = tx.next_id();
        if (!tx.one<std::int64_t>("SELECT 1 FROM centroCosto WHERE organizacionId = $1 AND centroCostoId = $2", tx.organizacion(),
                                  id))
            return id;
    }
}

const Catalogo<CentroCosto>& catalogo_de_centros() {
    static const Catalogo<CentroCosto> centros{{.tabla = "centroCosto",
                                                .llave = "centroCostoId",
                                                .candados = {"centrosCosto"},
                                                .orden = "codigo",
                                                .unicos = {{"codigo"}, {"referenciaExterna", true}},
                                                .identificador = libre}};
    return centros;
}

}  // namespace

std::vector<CentroCosto> listar_centros_costo(const Context& ctx, const CentrosCostoFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.activo) donde.add(*filtro.activo ? "activo = 1" : "activo = 0");
    donde.add_if(filtro.referenciaExterna, "referenciaExterna = $");
    return catalogo_de_centros().listar(ctx, donde);
}
CentroCosto obtener_centro_costo(const Context& ctx, const CentroCostoPedido& pedido) {
    return catalogo_de_centros().leer(ctx.db(), pedido.centroCostoId);
}
CentroCosto crear_centro_costo(Context& ctx, const CentroCostoNuevo& pedido) { return catalogo_de_centros().crear(ctx, pedido); }
CentroCosto actualizar_centro_costo(Context& ctx, const CentroCostoActualizacion& pedido) {
    return catalogo_de_centros().actualizar(ctx, pedido);
}

void register_centros_costo(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/CentrosCosto", "CentrosCostoListar", listar_centros_costo).nuestra();
    ops.add(GET, "/api/CentrosCosto/{centroCostoId}", "CentroCostoObtener", obtener_centro_costo)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/CentrosCosto", "CentroCostoCrear", crear_centro_costo).nuestra().rechaza({Codigo::duplicado});
    ops.add(PUT, "/api/CentrosCosto/{centroCostoId}", "CentroCostoActualizar", actualizar_centro_costo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::precondicion_fallida});
}

}  // namespace cacao
