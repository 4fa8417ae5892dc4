#include "rooms/ventas/documentos/pedido_cliente.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_pedido_cliente(Context& ctx, const PedidoClienteNuevo& nuevo) {
    engine::SolicitudVenta s = solicitud(nuevo);
    s.entregaFecha = nuevo.entregaFecha;
    s.vigenciaFecha = nuevo.vigenciaFecha;
    s.direccionEntrega = nuevo.direccionEntrega.value_or("");
    s.condiciones = nuevo.condiciones.value_or("");
    s.autorizaCredito = nuevo.autorizaCredito.value_or(false);
    s.sin_existencia = !nuevo.reservar.value_or(false);
    return engine::creado(engine::emitir(ctx, engine::PedidoCliente, s));
}

PedidoCliente obtener_pedido_cliente(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    PedidoCliente r{engine::exigir_documento(ctx, pedido.id, {engine::PedidoCliente.tipo}), {}};
    r.pendientes = tx.all<PendientePartida>(R"(
        SELECT p.numeroPartida, p.cantidadBase AS cantidad, COALESCE(e.cantidad, 0) AS entregado,
               COALESCE(f.cantidad, 0) AS facturado, 0 AS pendienteEntregar, 0 AS pendienteFacturar
        FROM partida p
        LEFT JOIN avance e ON e.organizacionId = $1 AND e.transaccionId = p.transaccionId AND e.numeroPartida = p.numeroPartida
                          AND e.avance = 'entregado'
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                          AND f.avance = 'facturado'
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                            tx.organizacion(), std::int64_t{pedido.id});
    for (std::size_t i = 0; i < r.pendientes.size(); ++i) {
        r.pendientes[i].pendienteEntregar = r.partidas[i].pendienteEntregar;
        r.pendientes[i].pendienteFacturar = r.partidas[i].pendienteFacturar;
    }
    return r;
}

Pagina<engine::DocumentoEnLista> listar_pedidos_cliente(const Context& ctx, const PedidosClienteFiltro& filtro) {
    return engine::listar_documentos_completos(ctx, filtro, "PedidoCliente", {engine::PedidoCliente.tipo});
}

engine::DocumentoTransitado cerrar_pedido_cliente(Context& ctx, const engine::DocumentoPedido& pedido) {
    return {pedido.id, engine::transitar(ctx, pedido.id, "cerrar", {engine::PedidoCliente.tipo})};
}

engine::Cancelado cancelar_pedido_cliente(Context& ctx, const CancelacionPedidoCliente& pedida) {
    const auto cancelado = engine::cancelar(ctx, pedida, {engine::PedidoCliente.tipo});
    // A second cancel answers the first, and so does its cause.
    if (pedida.causa)
        ctx.db().run(R"(INSERT INTO causaCancelacion (organizacionId, transaccionId, causa) VALUES ($1, $2, $3)
                        ON CONFLICT DO NOTHING)",
                     ctx.organizacionId(), cancelado.transaccionId, reflect::enum_name(*pedida.causa));
    return cancelado;
}

void register_pedido_cliente(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(POST, "/api/PedidoCliente", "PedidoClienteCrear", crear_pedido_cliente)
        .rechaza(rechazos_de_venta)
        .rechaza({Codigo::almacen_requerido, Codigo::existencia_insuficiente, Codigo::origen_no_permitido,
                  Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::moneda_distinta, Codigo::estado_invalido,
                  Codigo::vencido, Codigo::excede_pendiente, Codigo::series_incompletas, Codigo::serie_repetida,
                  Codigo::serie_no_disponible, Codigo::lote_requerido, Codigo::lote_no_permitido, Codigo::lote_bloqueado,
                  Codigo::excede_credito, Codigo::permiso_denegado})
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/PedidoCliente/{id}", "PedidoClienteObtener", obtener_pedido_cliente)
        .lee({engine::PedidoCliente.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/PedidoCliente", "PedidosCliente", listar_pedidos_cliente)
        .totales(&engine::DocumentoResumen::total)
        .rechaza({Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::cursor_invalido, Codigo::conflicto});
    ops.add(POST, "/api/PedidoCliente/Consulta", "PedidosClienteConsulta", listar_pedidos_cliente)
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(PUT, "/api/PedidoCliente/PedidoClienteCerrar/{id}", "PedidoClienteCerrar", cerrar_pedido_cliente)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido});
    ops.add(DELETE, "/api/PedidoCliente/PedidoClienteCancelar/{id}", "PedidoClienteCancelar", cancelar_pedido_cliente)
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido,
                  Codigo::con_dependientes, Codigo::fuera_de_rango});
}

}  // namespace cacao
