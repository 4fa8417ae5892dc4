#include "rooms/ventas/documentos/factura_venta.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_factura_venta(Context& ctx, const FacturaVentaNueva& pedida) {
    engine::SolicitudVenta s = solicitud(pedida);
    s.vencimiento = pedida.vencimiento;
    if (pedida.metodoPago) s.metodoPago = reflect::enum_name(*pedida.metodoPago);
    s.formaPago = pedida.formaPago.value_or("");
    s.sin_existencia = pedida.sinEntrega.value_or(false);
    s.autorizaCredito = pedida.autorizaCredito.value_or(false);
    s.addenda = pedida.addenda;
    if (pedida.uuid) s.uuid = pedida.uuid->texto();
    s.fechaTimbrado = pedida.fechaTimbrado;
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

std::optional<engine::DocumentoVista> obtener_factura_venta(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::leer_documento(ctx, pedida.id, {engine::FacturaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_facturas_venta(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "FacturaVenta", {engine::FacturaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_facturas_proyecto(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    const bool hay = ctx.db()
                         .one<std::int64_t>("SELECT proyectoId FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2",
                                            ctx.organizacionId(), filtro.proyectoId->valor)
                         .has_value();
    reject_if(!hay, Codigo::no_encontrado, "/proyectoId");
    return listar_facturas_venta(ctx, filtro);
}

std::vector<FacturaPorId> obtener_facturas_por_ids(const Context& ctx, const engine::FacturasPorIds& pedidas) {
    return engine::leer_por_ids<FacturaPorId>(ctx, pedidas, {engine::FacturaVenta.tipo});
}

void register_factura_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/FacturaVenta/{id}", "FacturaVentaObtener", obtener_factura_venta)
        .lee({engine::FacturaVenta.tipo})
        .lectura_puntual();
    ops.add(GET, "/api/FacturaVenta", "FacturasVenta", listar_facturas_venta)
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/FacturaVenta/PorProyecto/{proyectoId}", "FacturasVentaProyecto", listar_facturas_proyecto)
        .rechaza({Codigo::no_encontrado})
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(POST, "/api/FacturaVenta/PorIds", "FacturasVentaPorIds", obtener_facturas_por_ids);
    ops.add(POST, "/api/FacturaVenta", "FacturaVentaCrear", crear_factura_venta)
        .rechaza(rechazos_de_venta)
        .rechaza(rechazos_de_mercancia)
        .rechaza(engine::rechazos_de_kits)
        .rechaza(rechazos_de_addenda)
        .rechaza({Codigo::excede_credito, Codigo::permiso_denegado, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::entrega_requerida});
}

}  // namespace cacao
