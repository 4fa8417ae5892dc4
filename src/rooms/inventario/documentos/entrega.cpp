#include "rooms/inventario/documentos/entrega.hpp"

#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado agregar_entrega(Context& ctx, const EntregaNueva& nueva) {
    auto s = engine::solicitud<engine::SolicitudInventario>(nueva);
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.clienteId;
    s.campo_entidad = "/clienteId";
    s.almacenId = nueva.almacenId.value_or(0);
    s.direccionEntrega = nueva.direccionEntrega.value_or("");
    s.motivo = nueva.motivo.value_or("");
    s.autorizaCredito = nueva.autorizaCredito.value_or(false);
    for (const PartidaEntregaNueva& p : nueva.partidas)
        s.partidas.push_back(engine::partida_pedida<engine::PartidaInventario>(p, s.partidas.size()));
    return engine::creado(engine::emitir(ctx, engine::Entrega, s));
}

engine::Cancelado cancelar_entrega(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::Entrega.tipo});
}

void register_entrega(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(POST, "/api/Inventario/EntregaAgregar", "EntregaAgregar", agregar_entrega)
        .rechaza({Codigo::no_encontrado,
                  Codigo::inactivo,
                  Codigo::requerido,
                  Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango,
                  Codigo::almacen_requerido,
                  Codigo::existencia_insuficiente,
                  Codigo::existencia_posterior,
                  Codigo::unidad_no_convertible,
                  Codigo::lote_requerido,
                  Codigo::lote_no_permitido,
                  Codigo::lote_bloqueado,
                  Codigo::series_incompletas,
                  Codigo::serie_no_disponible,
                  Codigo::excede_pendiente,
                  Codigo::excede_credito,
                  Codigo::permiso_denegado,
                  Codigo::origen_no_permitido,
                  Codigo::documento_cancelado,
                  Codigo::otro_contacto,
                  Codigo::periodo_cerrado,
                  Codigo::duplicado,
                  Codigo::sucursal_requerida,
                  Codigo::serie_de_otra_sucursal})
        .rechaza(engine::rechazos_de_kits);
    ops.add(DELETE, "/api/Inventario/EntregaCancelar/{id}", "EntregaCancelar", cancelar_entrega)
        .nuestra()
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::motivo_fiscal, Codigo::comprobante_en_proceso});
}

}  // namespace cacao
