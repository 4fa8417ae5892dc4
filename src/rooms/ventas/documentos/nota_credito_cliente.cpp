#include "rooms/ventas/documentos/nota_credito_cliente.hpp"

#include "engine/tipos/ventas.hpp"

namespace cacao {

engine::LiquidacionCreada crear_nota_credito_cliente(Context& ctx, const NotaCreditoClienteNueva& nueva) {
    engine::CreditoPedido pedido;
    engine::encabezar(pedido.encabezado, nueva);
    engine::adjuntar(pedido.encabezado, nueva);
    pedido.encabezado.entidadId = nueva.clienteId;
    pedido.encabezado.campo_entidad = "/clienteId";
    if (nueva.uuid) pedido.encabezado.uuid = nueva.uuid->texto();
    pedido.encabezado.fechaTimbrado = nueva.fechaTimbrado;
    pedido.origenId = nueva.transaccionIdOrigen.value_or(0);
    pedido.aplicar = nueva.aplicar.value_or(true);
    pedido.motivo = nueva.motivo;
    pedido.partidas.assign(nueva.partidas.begin(), nueva.partidas.end());
    return engine::registrar_nota_credito(ctx, engine::NotaCreditoCliente, pedido);
}

NotaCreditoClienteVista obtener_nota_credito_cliente(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto nota = engine::exigir_documento(ctx, pedida.id, {engine::NotaCreditoCliente.tipo});
    return {std::move(nota), engine::asignaciones_de(ctx.db(), pedida.id)};
}

Pagina<engine::DocumentoResumen> listar_notas_credito_cliente(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaCreditoCliente", {engine::NotaCreditoCliente.tipo});
}

engine::CreditoAplicado aplicar_nota_credito_cliente(Context& ctx, const engine::AsignacionPedida& pedida) {
    return engine::asignar(ctx, pedida, engine::NotaCreditoCliente.tipo);
}

engine::CreditoAplicado desaplicar_nota_credito_cliente(Context& ctx, const engine::DesasignacionPedida& pedida) {
    return engine::desasignar(ctx, pedida, engine::NotaCreditoCliente.tipo);
}

engine::Cancelado cancelar_nota_credito_cliente(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaCreditoCliente.tipo}, true);
}

void register_nota_credito_cliente(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(POST, "/api/NotaCreditoCliente", "NotaCreditoClienteCrear", crear_nota_credito_cliente)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::origen_no_permitido, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::excede_pendiente, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal, Codigo::moneda_sin_tipo_cambio,
                  Codigo::comprobante_en_proceso});
    ops.add(GET, "/api/NotaCreditoCliente/{id}", "NotaCreditoClienteObtener", obtener_nota_credito_cliente)
        .lee({engine::NotaCreditoCliente.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaCreditoCliente", "NotasCreditoCliente", listar_notas_credito_cliente)
        .nuestra()
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(PUT, "/api/NotaCreditoCliente/NotaCreditoClienteAplicar/{id}", "NotaCreditoClienteAplicar",
            aplicar_nota_credito_cliente)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::requerido, Codigo::excede_saldo,
                  Codigo::excede_por_asignar, Codigo::origen_con_saldo, Codigo::periodo_cerrado, Codigo::comprobante_en_proceso});
    ops.add(PUT, "/api/NotaCreditoCliente/NotaCreditoClienteDesaplicar/{id}", "NotaCreditoClienteDesaplicar",
            desaplicar_nota_credito_cliente)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(DELETE, "/api/NotaCreditoCliente/NotaCreditoClienteCancelar/{id}", "NotaCreditoClienteCancelar",
            cancelar_nota_credito_cliente)
        .nuestra()
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado, Codigo::excede_pendiente, Codigo::motivo_fiscal,
                  Codigo::comprobante_en_proceso});
}

}  // namespace cacao
