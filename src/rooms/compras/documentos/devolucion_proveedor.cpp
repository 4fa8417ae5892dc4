#include "rooms/compras/documentos/devolucion_proveedor.hpp"

#include "engine/consulta/consulta_propios.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_devolucion_proveedor(Context& ctx, const NotaDevolucionProveedorNueva& nueva) {
    auto s = engine::solicitud<engine::SolicitudInventario>(nueva);
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.proveedorId;
    s.campo_entidad = "/proveedorId";
    s.almacenId = nueva.almacenId.value_or(0);
    s.motivo = nueva.motivo.value_or("");
    for (const PartidaDevolucionProveedorNueva& p : nueva.partidas)
        s.partidas.push_back(engine::partida_pedida<engine::PartidaInventario>(p, s.partidas.size()));
    completar_de_origen(ctx.db(), s.partidas, false);
    return engine::creado(engine::emitir(ctx, engine::NotaDevolucionProveedor, s));
}

NotaDevolucionProveedor obtener_devolucion_proveedor(const Context& ctx, const engine::DocumentoPedido& pedida) {
    auto& tx = ctx.db();
    NotaDevolucionProveedor n{
        engine::exigir_documento<engine::CompraVista>(ctx, pedida.id, {engine::NotaDevolucionProveedor.tipo}), {}};
    n.valores = tx.all<ValorDevuelto>(R"(
        SELECT p.numeroPartida, p.costo, COALESCE(a.cantidad, 0) AS cantidadAcreditada
        FROM partida p
        LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                          AND a.avance = 'acreditado'
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                                      tx.organizacion(), std::int64_t{pedida.id});
    return n;
}

Pagina<NotaDevolucionProveedorResumen> listar_devoluciones_proveedor(const Context& ctx, const engine::ComprasFiltro& filtro) {
    using Costo = std::optional<Importe>;
    const auto pedir_costo = [](db::Reader& tx, std::int64_t id, Costo& costo) {
        tx.one_later(costo, R"(SELECT CAST(COALESCE(SUM(costo), 0) AS BIGINT) FROM partida
                               WHERE organizacionId = $1 AND transaccionId = $2)",
                     tx.organizacion(), id);
    };
    return engine::con_propios<Costo>(
        ctx, engine::listar_documentos(ctx, filtro, "NotaDevolucionProveedor", {engine::NotaDevolucionProveedor.tipo}),
        pedir_costo, [](engine::CompraResumen& d, const Costo& costo) {
            return NotaDevolucionProveedorResumen{std::move(d), costo.value_or(Importe{})};
        });
}

engine::Cancelado cancelar_devolucion_proveedor(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaDevolucionProveedor.tipo});
}

void register_devolucion_proveedor(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Compras");
    ops.add(POST, "/api/NotaDevolucionProveedor", "NotaDevolucionProveedorCrear", crear_devolucion_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::estado_invalido, Codigo::origen_no_permitido, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::excede_pendiente, Codigo::unidad_no_convertible, Codigo::existencia_insuficiente,
                  Codigo::lote_requerido, Codigo::series_incompletas, Codigo::serie_no_disponible, Codigo::periodo_cerrado,
                  Codigo::duplicado, Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal})
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/NotaDevolucionProveedor/{id}", "NotaDevolucionProveedorObtener", obtener_devolucion_proveedor)
        .lee({engine::NotaDevolucionProveedor.tipo})
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaDevolucionProveedor", "NotasDevolucionProveedor", listar_devoluciones_proveedor)
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/NotaDevolucionProveedor/NotaDevolucionProveedorCancelar/{id}", "NotaDevolucionProveedorCancelar",
            cancelar_devolucion_proveedor)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::excede_pendiente,
                  Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
