#include "rooms/compras/documentos/orden_compra.hpp"

#include "api/limites.hpp"
#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/revision_orden.hpp"

#include <algorithm>

namespace cacao {
namespace {

// A revision keeps the warehouse that its goods are wanted in, so the engine does not look at it.
void exigir_almacen(db::Reader& tx, std::int64_t almacenId) {
    if (almacenId == 0) return;
    const auto activo =
        tx.one<bool>("SELECT activo FROM almacen WHERE organizacionId = $1 AND almacenId = $2", tx.organizacion(), almacenId);
    reject_if(!activo, Codigo::no_encontrado, "/almacenId");
    reject_if(!*activo, Codigo::inactivo, "/almacenId");
}

engine::PartidaCompra partida_pedida(const PartidaOrdenNueva& nueva, std::size_t i) {
    engine::PartidaCompra r;
    r.campo = "/partidas/" + std::to_string(i);
    engine::poner_producto(r, nueva);
    poner_articulo(r, nueva);
    r.unidadMedidaId = nueva.unidadMedidaId.value_or(0);
    r.cantidad = nueva.cantidad;
    r.notas = nueva.notas.value_or("");
    return r;
}

struct PorAutorizar {
    std::string estado;
    std::string moneda;
    Precio tipoCambio;
    Importe total;
};
DESCRIBE_STRUCT(PorAutorizar, (), (estado, moneda, tipoCambio, total))

}  // namespace

engine::DocumentoCreado crear_orden_compra(Context& ctx, const OrdenCompraNueva& nueva) {
    auto s = engine::solicitud<engine::SolicitudCompra>(nueva);
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.almacenId = nueva.almacenId.value_or(0);
    s.entregaFecha = nueva.fechaRequerida;
    s.campo_entrega = "/fechaRequerida";
    s.condiciones = nueva.condiciones.value_or("");
    for (const PartidaOrdenNueva& p : nueva.partidas) s.partidas.push_back(partida_pedida(p, s.partidas.size()));
    return engine::creado(engine::emitir(ctx, engine::OrdenCompra, s));
}

OrdenCompra obtener_orden_compra(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    OrdenCompra r{engine::exigir_documento<engine::CompraVista>(ctx, pedida.id, {engine::OrdenCompra.tipo}), {}, {}, {}};
    tx.all_later(r.revisiones, R"(
        SELECT v.revision, v.usuarioId, COALESCE(u.nombre, '') AS usuario, v.instante, v.estado AS estadoAnterior,
               v.total AS totalAnterior, v.motivo
        FROM documentoRevision v
        LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = v.usuarioId
        WHERE v.organizacionId = $1 AND v.transaccionId = $2 ORDER BY v.revision)",
                 tx.organizacion(), std::int64_t{pedida.id});
    r.avance = tx.all<AvanceOrden>(R"(
        SELECT p.numeroPartida, p.cantidadBase AS cantidad, COALESCE(e.cantidad, 0) AS cantidadRecibida,
               COALESCE(f.cantidad, 0) AS cantidadFacturada,
               CASE WHEN q.tipo <> 'servicio' AND p.cantidadBase > COALESCE(e.cantidad, 0)
                    THEN p.cantidadBase - COALESCE(e.cantidad, 0) ELSE 0 END AS cantidadPendiente, 0 AS cantidadCerrada
        FROM partida p
        LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
        LEFT JOIN avance e ON e.organizacionId = $1 AND e.transaccionId = p.transaccionId AND e.numeroPartida = p.numeroPartida
                          AND e.avance = 'recibido'
        LEFT JOIN avance f ON f.organizacionId = $1 AND f.transaccionId = p.transaccionId AND f.numeroPartida = p.numeroPartida
                          AND f.avance = 'facturado'
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                   tx.organizacion(), std::int64_t{pedida.id});
    if (!r.revisiones.empty()) r.revision = r.revisiones.back().revision;
    const bool espera =
        r.estado == engine::nombre(engine::Estado::porAutorizar) || r.estado == engine::nombre(engine::Estado::autorizado);
    if (!espera)
        for (AvanceOrden& a : r.avance) std::swap(a.cantidadPendiente, a.cantidadCerrada);
    return r;
}

Pagina<engine::CompraResumen> listar_ordenes_compra(const Context& ctx, const engine::ComprasFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "OrdenCompra", {engine::OrdenCompra.tipo});
}

Pagina<engine::CompraEnLista> listar_ordenes_compra_desde(const Context& ctx, const engine::DesdePedido& pedido) {
    return engine::listar_compras_desde(ctx, pedido, "OrdenCompraDesde", engine::OrdenCompra);
}

engine::DocumentoTransitado autorizar_orden_compra(Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    // Nobody changes its lines between the look at the amount and the authorization.
    engine::retener_solo(tx, pedida.id);
    const auto orden = tx.one<PorAutorizar>(R"(SELECT estado, moneda, tipoCambio, total FROM documento
                                               WHERE organizacionId = $1 AND transaccionId = $2 AND tipo = 'OrdenCompra')",
                                            ctx.organizacionId(), std::int64_t{pedida.id});
    reject_if(!orden, Codigo::no_encontrado, "/id");
    if (orden->estado == engine::nombre(engine::Estado::porAutorizar)) {
        const auto ajustes = engine::leer_ajustes(tx);
        exigir_limite(ctx, {"OrdenCompraAutorizar", "Compras", orden->moneda, orden->total, ajustes.moneda,
                            engine::convertir(orden->total, orden->tipoCambio, ajustes.decimales)});
    }
    return {pedida.id, engine::transitar(ctx, pedida.id, "autorizar", {engine::OrdenCompra.tipo})};
}

OrdenCompraRevisada revisar_orden_compra(Context& ctx, const OrdenCompraRevision& pedida) {
    if (pedida.almacenId) exigir_almacen(ctx.db(), *pedida.almacenId);
    engine::RevisionPedida r;
    for (const PartidaOrdenRevisada& p : pedida.partidas)
        r.partidas.emplace_back(partida_pedida(p, r.partidas.size())).numeroPartida = p.numeroPartida.value_or(0);
    r.entregaFecha = pedida.fechaRequerida;
    r.campo_entrega = "/fechaRequerida";
    if (pedida.condiciones) r.condiciones = *pedida.condiciones;
    if (pedida.notas) r.notas = *pedida.notas;
    if (pedida.almacenId) r.almacenId = *pedida.almacenId;
    r.motivo = pedida.motivo.value_or("");
    const auto hecha = engine::revisar_documento(ctx, pedida.id, engine::OrdenCompra, r);
    return {engine::creado(hecha.documento), hecha.revision};
}

engine::DocumentoTransitado cerrar_orden_compra(Context& ctx, const engine::DocumentoPedido& pedida) {
    return {pedida.id, engine::transitar(ctx, pedida.id, "cerrar", {engine::OrdenCompra.tipo})};
}

engine::Cancelado cancelar_orden_compra(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::OrdenCompra.tipo});
}

void register_orden_compra(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/OrdenCompra", "OrdenCompraCrear", crear_orden_compra)
        .rechaza(rechazos_de_compra)
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/OrdenCompra/{id}", "OrdenCompraObtener", obtener_orden_compra)
        .lee({engine::OrdenCompra.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/OrdenCompra", "OrdenesCompra", listar_ordenes_compra)
        .totales(&engine::DocumentoResumen::total, &engine::DocumentoResumen::saldo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/OrdenCompra/Desde/{id}", "OrdenesCompraDesde", listar_ordenes_compra_desde)
        .rechaza({Codigo::cursor_invalido});
    ops.add(PUT, "/api/OrdenCompra/OrdenCompraAutorizar/{id}", "OrdenCompraAutorizar", autorizar_orden_compra)
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::excede_limite});
    ops.add(PUT, "/api/OrdenCompra/{id}", "OrdenCompraRevisar", revisar_orden_compra)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::base_negativa, Codigo::duplicado, Codigo::unidad_no_convertible,
                  Codigo::estado_invalido, Codigo::con_dependientes, Codigo::excede_pendiente, Codigo::precondicion_fallida})
        .rechaza(engine::rechazos_de_kits);
    ops.add(PUT, "/api/OrdenCompra/OrdenCompraCerrar/{id}", "OrdenCompraCerrar", cerrar_orden_compra)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido});
    ops.add(DELETE, "/api/OrdenCompra/OrdenCompraCancelar/{id}", "OrdenCompraCancelar", cancelar_orden_compra)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::estado_invalido, Codigo::con_dependientes,
                  Codigo::fuera_de_rango});
}

}  // namespace cacao
