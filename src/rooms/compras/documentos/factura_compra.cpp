#include "rooms/compras/documentos/factura_compra.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

FacturaCompraCreada crear_factura_compra(Context& ctx, const FacturaCompraNueva& nueva) {
    engine::SolicitudCompra s = solicitud(
        ctx, nueva,
        {{engine::OrdenCompra.tipo, engine::Recepcion.tipo, engine::NotaRemision.tipo}, engine::Avance::facturado, false});
    s.vencimiento = nueva.vencimiento;
    const auto e = engine::emitir(ctx, engine::FacturaCompra, s);
    advertir_folio_repetido(ctx, nueva, e);
    FacturaCompraCreada r{engine::creado(e), conciliar_factura_compra(ctx, e.transaccionId)};
    if (!r.diferencias.empty()) r.estado = engine::transitar(ctx, e.transaccionId, "revisar", {engine::FacturaCompra.tipo});
    return r;
}

FacturaCompra obtener_factura_compra(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    FacturaCompra r{engine::exigir_documento<engine::CompraVista>(ctx, pedida.id, {engine::FacturaCompra.tipo}), {}};
    r.diferencias = tx.all<DiferenciaCompra>(R"(
        SELECT numeroPartida, diferencia, esperado, facturado FROM compraDiferencia
        WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida, diferencia)",
                                             tx.organizacion(), std::int64_t{pedida.id});
    return r;
}

Pagina<engine::CompraResumen> listar_facturas_compra(const Context& ctx, const engine::ComprasFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "FacturaCompra", {engine::FacturaCompra.tipo});
}

std::vector<FacturaCompraPorId> obtener_facturas_compra_por_ids(const Context& ctx, const engine::FacturasPorIds& pedidas) {
    return engine::leer_por_ids<FacturaCompraPorId>(ctx, pedidas, {engine::FacturaCompra.tipo});
}

engine::DocumentoTransitado aprobar_factura_compra(Context& ctx, const engine::DocumentoPedido& pedida) {
    return {pedida.id, engine::transitar(ctx, pedida.id, "aprobar", {engine::FacturaCompra.tipo})};
}

engine::Cancelado cancelar_factura_compra(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::FacturaCompra.tipo});
}

void register_factura_compra(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/FacturaCompra", "FacturaCompraCrear", crear_factura_compra)
        .rechaza(rechazos_de_compra)
        .rechaza(rechazos_de_entrada)
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/FacturaCompra/{id}", "FacturaCompraObtener", obtener_factura_compra)
        .lee({engine::FacturaCompra.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/FacturaCompra", "FacturasCompra", listar_facturas_compra)
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(POST, "/api/FacturaCompra/PorIds", "FacturasCompraPorIds", obtener_facturas_compra_por_ids);
    ops.add(PUT, "/api/FacturaCompra/FacturaCompraAprobar/{id}", "FacturaCompraAprobar", aprobar_factura_compra)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido});
    ops.add(DELETE, "/api/FacturaCompra/FacturaCompraCancelar/{id}", "FacturaCompraCancelar", cancelar_factura_compra)
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
}

}  // namespace cacao
