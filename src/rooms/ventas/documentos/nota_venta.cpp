#include "rooms/ventas/documentos/nota_venta.hpp"

#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_nota_venta(Context& ctx, const NotaVentaNueva& nueva) {
    engine::SolicitudVenta s = solicitud(nueva);
    s.vencimiento = nueva.vencimiento;
    s.formaPago = nueva.formaPago.value_or("");
    s.autorizaCredito = nueva.autorizaCredito.value_or(false);
    return engine::creado(engine::emitir(ctx, engine::NotaVenta, s));
}

engine::DocumentoVista obtener_nota_venta(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::exigir_documento(ctx, pedida.id, {engine::NotaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_notas_venta(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaVenta", {engine::NotaVenta.tipo});
}

engine::Cancelado cancelar_nota_venta(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaVenta.tipo});
}

void register_nota_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(POST, "/api/NotaVenta", "NotaVentaCrear", crear_nota_venta)
        .rechaza(rechazos_de_venta)
        .rechaza(rechazos_de_mercancia)
        .rechaza(engine::rechazos_de_kits)
        .rechaza({Codigo::excede_credito, Codigo::permiso_denegado, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta});
    ops.add(GET, "/api/NotaVenta/{id}", "NotaVentaObtener", obtener_nota_venta)
        .lee({engine::NotaVenta.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaVenta", "NotasVenta", listar_notas_venta)
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/NotaVenta/NotaVentaCancelar/{id}", "NotaVentaCancelar", cancelar_nota_venta)
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(POST, "/api/NotaVenta/NotaVentaFacturar/{id}", "NotaVentaFacturar", facturar_nota_venta)
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::excede_pendiente, Codigo::lista_vacia,
                  Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado,
                  Codigo::duplicado})
        .rechaza(rechazos_de_addenda);
    ops.add(POST, "/api/NotaVenta/Facturar", "NotasVentaFacturar", facturar_notas_venta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::moneda_distinta,
                  Codigo::valor_no_permitido, Codigo::lista_vacia, Codigo::fuera_de_rango, Codigo::periodo_cerrado,
                  Codigo::duplicado})
        .rechaza(rechazos_de_addenda);
    ops.add(POST, "/api/NotaVenta/FacturaGlobal", "FacturaGlobalCrear", crear_factura_global)
        .con_calma()
        .nuestra()
        .rechaza({Codigo::lista_vacia, Codigo::requerido, Codigo::sucursal_requerida, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::duplicado, Codigo::lista_muy_larga})
        .rechaza(rechazos_de_addenda);
    ops.add(GET, "/api/NotaVenta/FacturaGlobal/{id}", "FacturaGlobalObtener", obtener_factura_global)
        .nuestra()
        .lee({engine::FacturaVenta.tipo})
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
