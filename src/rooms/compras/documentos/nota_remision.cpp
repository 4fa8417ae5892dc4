#include "rooms/compras/documentos/nota_remision.hpp"

#include "engine/existencia/kits.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_nota_remision(Context& ctx, const NotaRemisionNueva& nueva) {
    const auto e = engine::emitir(ctx, engine::NotaRemision,
                                  solicitud(ctx, nueva, {{engine::OrdenCompra.tipo}, engine::Avance::recibido, true}));
    advertir_folio_repetido(ctx, nueva, e);
    return engine::creado(e);
}

engine::CompraVista obtener_nota_remision(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::exigir_documento<engine::CompraVista>(ctx, pedida.id, {engine::NotaRemision.tipo});
}

Pagina<engine::CompraResumen> listar_notas_remision(const Context& ctx, const engine::ComprasFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaRemision", {engine::NotaRemision.tipo});
}

engine::Cancelado cancelar_nota_remision(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaRemision.tipo});
}

void register_nota_remision(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/NotaRemision", "NotaRemisionCrear", crear_nota_remision)
        .nuestra()
        .rechaza(rechazos_de_compra)
        .rechaza(rechazos_de_entrada)
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/NotaRemision/{id}", "NotaRemisionObtener", obtener_nota_remision)
        .lee({engine::NotaRemision.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaRemision", "NotasRemision", listar_notas_remision)
        .totales(&engine::DocumentoResumen::total)
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/NotaRemision/NotaRemisionCancelar/{id}", "NotaRemisionCancelar", cancelar_nota_remision)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
