#include "rooms/ventas/documentos/devolucion_cliente.hpp"

#include "db/rows.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/ventas/documentos/venta_nueva.hpp"

namespace cacao {
namespace {

// Where goods go that cannot be sold again; 0 when there is no such warehouse.
std::int64_t almacen_de_merma(db::Reader& tx) {
    return tx
        .one<std::int64_t>(R"(SELECT almacenId FROM almacen WHERE organizacionId = $1 AND tipo = 'merma' AND activo = 1
                                   ORDER BY almacenId LIMIT 1)",
                           tx.organizacion())
        .value_or(0);
}

}  // namespace

engine::DocumentoCreado crear_devolucion_cliente(Context& ctx, const NotaDevolucionClienteNueva& nueva) {
    auto s = engine::solicitud<engine::SolicitudInventario>(nueva);
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.clienteId;
    s.campo_entidad = "/clienteId";
    s.almacenId = nueva.almacenId.value_or(0);
    s.motivo = nueva.motivo.value_or("");
    std::optional<std::int64_t> merma;
    for (const PartidaDevolucionNueva& p : nueva.partidas) {
        auto& r = s.partidas.emplace_back(engine::partida_pedida<engine::PartidaInventario>(p, s.partidas.size()));
        const auto condicion = p.condicion.value_or(CondicionMercancia::bueno);
        r.condicion = reflect::enum_name(condicion);
        if (condicion == CondicionMercancia::bueno || r.almacenId != 0) continue;
        if (!merma) merma = almacen_de_merma(ctx.db());
        r.almacenId = *merma;
    }
    return engine::creado(engine::emitir(ctx, engine::NotaDevolucionCliente, s));
}

NotaDevolucionCliente obtener_devolucion_cliente(const Context& ctx, const DevolucionPedida& pedida) {
    auto& tx = ctx.db();
    NotaDevolucionCliente n{
        engine::exigir_documento(ctx, pedida.transaccionId, {engine::NotaDevolucionCliente.tipo}, "/transaccionId"), {}};
    tx.all_later(n.condicionesMercancia, R"(SELECT numeroPartida, condicion FROM partidaCondicion
                                            WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
                 tx.organizacion(), std::int64_t{pedida.transaccionId});
    tx.settle();
    return n;
}

Pagina<engine::DocumentoResumen> listar_devoluciones_cliente(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaDevolucionCliente", {engine::NotaDevolucionCliente.tipo});
}

engine::Cancelado cancelar_devolucion_cliente(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaDevolucionCliente.tipo});
}

void register_devolucion_cliente(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(POST, "/api/NotaDevolucionCliente", "NotaDevolucionClienteCrear", crear_devolucion_cliente)
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::origen_no_permitido, Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::excede_pendiente,
                  Codigo::unidad_no_convertible, Codigo::lote_requerido, Codigo::series_incompletas, Codigo::serie_no_disponible,
                  Codigo::periodo_cerrado, Codigo::duplicado, Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal})
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/NotaDevolucionCliente/{transaccionId}", "NotaDevolucionClienteObtener", obtener_devolucion_cliente)
        .lee({engine::NotaDevolucionCliente.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaDevolucionCliente", "NotasDevolucionCliente", listar_devoluciones_cliente)
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/NotaDevolucionCliente/NotaDevolucionClienteCancelar/{id}", "NotaDevolucionClienteCancelar",
            cancelar_devolucion_cliente)
        .nuestra()
        .rechaza({Codigo::jornada_validada, Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes,
                  Codigo::excede_pendiente, Codigo::existencia_insuficiente, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
