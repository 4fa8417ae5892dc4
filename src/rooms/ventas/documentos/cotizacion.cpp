#include "rooms/ventas/documentos/cotizacion.hpp"

#include "engine/emision/solicitud.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {
namespace {

constexpr std::string_view vencida = R"(EXISTS (SELECT 1 FROM documentoCondicion v
    WHERE v.organizacionId = $1 AND v.transaccionId = d.transaccionId AND v.vigenciaFecha < $))";
constexpr std::string_view no_vencida = R"(NOT EXISTS (SELECT 1 FROM documentoCondicion v
    WHERE v.organizacionId = $1 AND v.transaccionId = d.transaccionId AND v.vigenciaFecha < $))";

// What any list of documents is asked, by the states that are stored.
engine::DocumentosFiltro de_documentos(const CotizacionesFiltro& filtro) {
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = filtro;
    static_cast<engine::FiltroLugar&>(f) = filtro;
    static_cast<engine::FiltroCliente&>(f) = filtro;
    static_cast<engine::FiltroFolio&>(f) = filtro;
    if (filtro.estado == EstadoCotizacion::vencida) f.estado = engine::Estado::vigente;
    else if (filtro.estado) f.estado = engine::estado_de(reflect::enum_name(*filtro.estado));
    return f;
}

// Nobody writes that a promise ran out: the calendar does.
template <class Cotizacion>
void poner_vencida(Cotizacion& c, Fecha hoy) {
    if (c.estado == engine::nombre(engine::Estado::vigente) && !c.vigenciaFecha.empty() && c.vigenciaFecha < hoy.iso())
        c.estado = reflect::enum_name(EstadoCotizacion::vencida);
}

}  // namespace

engine::DocumentoCreado crear_cotizacion(Context& ctx, const CotizacionNueva& nueva) {
    engine::SolicitudVenta s = solicitud(nueva);
    s.vigenciaFecha = nueva.vigenciaFecha;
    s.condiciones = nueva.condiciones.value_or("");
    return engine::creado(engine::emitir(ctx, engine::Cotizacion, s));
}

engine::DocumentoVista obtener_cotizacion(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto cotizacion = engine::exigir_documento(ctx, pedida.id, {engine::Cotizacion.tipo});
    poner_vencida(cotizacion, ctx.hoy(cotizacion.sucursalId));
    return cotizacion;
}

Pagina<engine::DocumentoEnLista> listar_cotizaciones(const Context& ctx, const CotizacionesFiltro& filtro) {
    std::vector<engine::OtroFiltro> otros;
    if (filtro.cotizacionId) otros.push_back({"d.transaccionId = $", *filtro.cotizacionId});
    const Fecha hoy = ctx.hoy();
    if (filtro.estado == EstadoCotizacion::vencida) otros.push_back({vencida, hoy.dias()});
    if (filtro.estado == EstadoCotizacion::vigente) otros.push_back({no_vencida, hoy.dias()});
    auto pagina =
        engine::listar_documentos_completos(ctx, de_documentos(filtro), "Cotizaciones", {engine::Cotizacion.tipo}, otros);
    for (auto& c : pagina.data) poner_vencida(c, hoy);
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
    ops.add(GET, "/api/Cotizaciones/Cliente", "CotizacionesCliente", listar_cotizaciones)
        .ignorando("objId")
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Cotizaciones/{id}", "CotizacionObtener", obtener_cotizacion)
        .lee({engine::Cotizacion.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Cotizaciones", "CotizacionCrear", crear_cotizacion)
        .nuestra()
        .rechaza(rechazos_de_venta)
        .rechaza({Codigo::moneda_distinta});
    ops.add(PUT, "/api/Cotizaciones/CotizacionAceptar/{id}", "CotizacionAceptar", aceptar_cotizacion)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::vencido});
    ops.add(PUT, "/api/Cotizaciones/CotizacionRechazar/{id}", "CotizacionRechazar", rechazar_cotizacion)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes});
    ops.add(DELETE, "/api/Cotizaciones/CotizacionCancelar/{id}", "CotizacionCancelar", cancelar_cotizacion)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango});
}

}  // namespace cacao
