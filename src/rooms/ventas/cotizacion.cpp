#include "rooms/ventas/cotizacion.hpp"

#include "engine/tipos/ventas.hpp"

namespace cacao {

engine::DocumentoCreado crear_cotizacion(Context& ctx, const CotizacionNueva& nueva) {
    engine::Solicitud s = solicitud(nueva);
    s.vigenciaFecha = nueva.vigenciaFecha;
    s.condiciones = nueva.condiciones.value_or("");
    return engine::creado(engine::emitir(ctx, engine::Cotizacion, s));
}

Pagina<engine::DocumentoEnLista> listar_cotizaciones(const Context& ctx, const CotizacionesFiltro& filtro) {
    std::vector<engine::OtroFiltro> una;
    if (filtro.cotizacionId) una.push_back({"d.transaccionId = $", *filtro.cotizacionId});
    auto pagina = engine::listar_documentos_completos(ctx, filtro, "Cotizaciones", {engine::Cotizacion.tipo}, una);
    // Nobody writes that a promise ran out: the calendar does.
    const std::string hoy = ctx.hoy().iso();
    for (auto& c : pagina.data)
        if (c.estado == engine::nombre(engine::Estado::vigente) && !c.vigenciaFecha.empty() && c.vigenciaFecha < hoy)
            c.estado = "vencida";
    return pagina;
}

engine::DocumentoTransitado aceptar_cotizacion(Context& ctx, const engine::DocumentoPedido& pedida) {
    return {pedida.id, engine::transitar(ctx, pedida.id, "aceptar", {engine::Cotizacion.tipo})};
}

engine::DocumentoTransitado rechazar_cotizacion(Context& ctx, const engine::DocumentoPedido& pedida) {
    return {pedida.id, engine::transitar(ctx, pedida.id, "rechazar", {engine::Cotizacion.tipo})};
}

engine::Cancelado cancelar_cotizacion(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Cotizacion.tipo});
}

void register_cotizacion(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/Cotizaciones/Cliente", "CotizacionesCliente", listar_cotizaciones, "Lista cotizaciones a clientes")
        .describe(
            "Cada registro lleva encabezado con importes e impuestos, partidas, archivos, documentos relacionados y la "
            "referencia externa. `estado` es `vencida` cuando pasó su `vigenciaFecha` sin aceptarse.")
        .ignorando("objId")
        .rechaza(engine::rechazos_de_lista);
    ops.add(POST, "/api/Cotizaciones", "CotizacionCrear", crear_cotizacion, "Crea una cotización")
        .nuestra()
        .rechaza(rechazos_de_venta);
    ops.add(PUT, "/api/Cotizaciones/CotizacionAceptar/{id}", "CotizacionAceptar", aceptar_cotizacion, "Acepta una cotización")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido});
    ops.add(PUT, "/api/Cotizaciones/CotizacionRechazar/{id}", "CotizacionRechazar", rechazar_cotizacion, "Rechaza una cotización")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido});
    ops.add(DELETE, "/api/Cotizaciones/CotizacionCancelar/{id}", "CotizacionCancelar", cancelar_cotizacion,
            "Cancela una cotización")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes, Codigo::fuera_de_rango});
}

}  // namespace cacao
