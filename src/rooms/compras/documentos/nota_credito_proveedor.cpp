#include "rooms/compras/documentos/nota_credito_proveedor.hpp"

#include "engine/tipos/compras.hpp"

namespace cacao {

engine::LiquidacionCreada crear_nota_credito_proveedor(Context& ctx, const NotaCreditoProveedorNueva& nueva) {
    engine::CreditoPedido pedido;
    pedido.encabezado = engine::solicitud<engine::SolicitudCredito>(nueva);
    engine::SolicitudCredito& s = pedido.encabezado;
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.proveedorId;
    s.campo_entidad = "/proveedorId";
    if (nueva.uuid) s.uuid = nueva.uuid->texto();
    s.fechaTimbrado = nueva.fechaTimbrado;
    s.serieProveedor = nueva.serieProveedor.value_or("");
    s.folioProveedor = nueva.folioProveedor.value_or("");
    pedido.origenId = nueva.transaccionIdOrigen.value_or(0);
    pedido.aplicar = nueva.aplicar.value_or(true);
    pedido.motivo = nueva.motivo;
    pedido.partidas.assign(nueva.partidas.begin(), nueva.partidas.end());
    return engine::registrar_nota_credito(ctx, engine::NotaCreditoProveedor, pedido);
}

NotaCreditoProveedorVista obtener_nota_credito_proveedor(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto nota = engine::exigir_documento<engine::CompraVista>(ctx, pedida.id, {engine::NotaCreditoProveedor.tipo});
    return {std::move(nota), engine::asignaciones_de(ctx.db(), pedida.id)};
}

Pagina<engine::CompraResumen> listar_notas_credito_proveedor(const Context& ctx, const engine::ComprasFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaCreditoProveedor", {engine::NotaCreditoProveedor.tipo});
}

engine::CreditoAplicado aplicar_nota_credito_proveedor(Context& ctx, const engine::AsignacionPedida& pedida) {
    return engine::asignar(ctx, pedida, engine::NotaCreditoProveedor.tipo);
}

engine::CreditoAplicado desaplicar_nota_credito_proveedor(Context& ctx, const engine::DesasignacionPedida& pedida) {
    return engine::desasignar(ctx, pedida, engine::NotaCreditoProveedor.tipo);
}

engine::Cancelado cancelar_nota_credito_proveedor(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaCreditoProveedor.tipo}, true);
}

void register_nota_credito_proveedor(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/NotaCreditoProveedor", "NotaCreditoProveedorCrear", crear_nota_credito_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::origen_no_permitido, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::estado_invalido, Codigo::excede_pendiente, Codigo::periodo_cerrado,
                  Codigo::duplicado, Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal, Codigo::moneda_sin_tipo_cambio});
    ops.add(GET, "/api/NotaCreditoProveedor/{id}", "NotaCreditoProveedorObtener", obtener_nota_credito_proveedor)
        .lee({engine::NotaCreditoProveedor.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaCreditoProveedor", "NotasCreditoProveedor", listar_notas_credito_proveedor)
        .nuestra()
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(PUT, "/api/NotaCreditoProveedor/NotaCreditoProveedorAplicar/{id}", "NotaCreditoProveedorAplicar",
            aplicar_nota_credito_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::estado_invalido, Codigo::otro_contacto,
                  Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::requerido,
                  Codigo::excede_saldo, Codigo::excede_por_asignar, Codigo::origen_con_saldo, Codigo::periodo_cerrado});
    ops.add(PUT, "/api/NotaCreditoProveedor/NotaCreditoProveedorDesaplicar/{id}", "NotaCreditoProveedorDesaplicar",
            desaplicar_nota_credito_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(DELETE, "/api/NotaCreditoProveedor/NotaCreditoProveedorCancelar/{id}", "NotaCreditoProveedorCancelar",
            cancelar_nota_credito_proveedor)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
