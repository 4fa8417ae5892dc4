#include "rooms/ventas/documentos/nota_credito_cliente.hpp"

#include "engine/tipos/ventas.hpp"

namespace cacao {

engine::LiquidacionCreada crear_nota_credito_cliente(Context& ctx, const NotaCreditoClienteNueva& nueva) {
    engine::CreditoPedido pedido;
    engine::encabezar(pedido.encabezado, nueva);
    engine::adjuntar(pedido.encabezado, nueva);
    pedido.encabezado.entidadId = nueva.clienteId;
    pedido.encabezado.campo_entidad = "/clienteId";
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
    ops.add(POST, "/api/NotaCreditoCliente", "NotaCreditoClienteCrear", crear_nota_credito_cliente,
            "Crea una nota de crédito a cliente")
        .describe(
            "Una partida con `transaccionIdOrigen` y `partidaOrigen` acredita esa cantidad de lo vendido o devuelto, con sus "
            "mismas "
            "cifras. Una bonificación lleva concepto e importe (`precioUnitario`) y el documento acreditado en el "
            "`transaccionIdOrigen` del encabezado, cuyos impuestos lleva: si son varios, una partida por cada uno. Ninguna venta "
            "se acredita más allá de su total. Lo acreditado se aplica a su "
            "venta (salvo `aplicar` en falso) y el resto queda a favor del cliente. El IVA de lo que ya se había cobrado deja de "
            "contar como cobrado en la fecha de la nota (sin aplicarla, al usarse), que no es anterior al último cobro de lo que "
            "acredita si toma algo de lo cobrado. `motivo` es `devolucion` si acredita lo "
            "devuelto, o lo que una factura sin entrega ya no entregará (lo que vuelve de un pedido que se entregó y se facturó "
            "aparte se acredita en la partida de la factura); si no, `bonificacion`, o `correccionPrecio` cuando así se dice. "
            "Sin "
            "`motivo`, una cantidad que está por entregar se acredita como `devolucion`.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::origen_no_permitido, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::excede_pendiente, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal, Codigo::moneda_sin_tipo_cambio});
    ops.add(GET, "/api/NotaCreditoCliente/{id}", "NotaCreditoClienteObtener", obtener_nota_credito_cliente,
            "Obtiene una nota de crédito a cliente")
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaCreditoCliente", "NotasCreditoCliente", listar_notas_credito_cliente,
            "Lista notas de crédito a clientes")
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(PUT, "/api/NotaCreditoCliente/NotaCreditoClienteAplicar/{id}", "NotaCreditoClienteAplicar",
            aplicar_nota_credito_cliente, "Aplica una nota de crédito a documentos por cobrar")
        .describe(
            "Lo que queda a favor del cliente paga otros documentos suyos. Primero es para lo que acredita: mientras eso se "
            "deba, a "
            "otros va solo lo que sobra (`origen_con_saldo`, con el documento). Si después se deshace un cobro de lo acreditado, "
            "lo "
            "que había pagado a otros vuelve ahí. Todo o nada: si una asignación no procede, ninguna se hace." +
            std::string{engine::sobre_la_fecha})
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::requerido, Codigo::excede_saldo,
                  Codigo::excede_por_asignar, Codigo::origen_con_saldo, Codigo::periodo_cerrado});
    ops.add(PUT, "/api/NotaCreditoCliente/NotaCreditoClienteDesaplicar/{id}", "NotaCreditoClienteDesaplicar",
            desaplicar_nota_credito_cliente, "Deshace aplicaciones de una nota de crédito a cliente")
        .describe(
            "Los documentos vuelven a deberse y el crédito a quedar por aplicar. Deshacer dos veces no hace nada más. "
            "Del documento que acredita no se quita si devolvió impuestos de un cobro que ya se deshizo (`estado_invalido`): se "
            "cancela.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
    ops.add(DELETE, "/api/NotaCreditoCliente/NotaCreditoClienteCancelar/{id}", "NotaCreditoClienteCancelar",
            cancelar_nota_credito_cliente, "Cancela una nota de crédito a cliente")
        .describe(
            "Sus asignaciones se deshacen antes; los documentos que pagaba vuelven a deberse. La que bonificó un importe de una "
            "nota de venta no se cancela mientras la nota esté facturada por lo que dejó: `con_dependientes` con `impide` en "
            "`rebajada` dice la factura, que se cancela antes. De otro modo la nota debería un importe que ya nadie puede "
            "facturar.")
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::excede_pendiente});
}

}  // namespace cacao
