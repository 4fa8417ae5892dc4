#include "rooms/inventario/documentos/entrega_vista.hpp"

#include "db/rows.hpp"
#include "engine/tipos/ventas.hpp"

namespace cacao {

EntregaVista obtener_entrega(const Context& ctx, const engine::DocumentoPedido& pedido) {
    auto& tx = ctx.db();
    EntregaVista r{engine::exigir_documento(ctx, pedido.id, {engine::Entrega.tipo}), {}, {}, {}};
    r.motivo = tx.one<std::string>("SELECT motivo FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                   tx.organizacion(), pedido.id.valor)
                   .value();
    r.mercancia = mercancia_de(tx, pedido.id);
    // Lines of returns that name the delivery used its `facturado` up; what its invoices took is the rest of it.
    r.avance = tx.all<AvanceEntrega>(R"(
        SELECT p.numeroPartida, p.cantidadBase AS cantidad,
               COALESCE(f.cantidad, 0) - COALESCE((SELECT CAST(SUM(v.cantidadBase) AS BIGINT) FROM partida v
                   JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = v.transaccionId
                                   AND d.tipo = 'NotaDevolucionCliente' AND d.estado <> 'cancelado'
                   WHERE v.organizacionId = $1 AND v.origenId = p.transaccionId AND v.origenPartida = p.numeroPartida
                     AND v.origenId <> 0), 0) AS facturado,
               COALESCE(r.cantidad, 0) AS devuelto, 0 AS pendienteFacturar
        FROM partida p
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                          AND f.avance = 'facturado'
        LEFT JOIN avance r ON r.organizacionId = $1 AND r.transaccionId = p.transaccionId AND r.numeroPartida = p.numeroPartida
                          AND r.avance = 'devuelto'
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                     tx.organizacion(), pedido.id.valor);
    for (std::size_t i = 0; i < r.avance.size(); ++i) r.avance[i].pendienteFacturar = r.partidas[i].pendienteFacturar;
    return r;
}

Pagina<engine::DocumentoResumen> listar_entregas(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "Entregas", {engine::Entrega.tipo});
}

void register_entrega_vista(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Entregas", "Entregas", listar_entregas).nuestra().rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Inventario/Entregas/{id}", "EntregaObtener", obtener_entrega)
        .lee({engine::Entrega.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
