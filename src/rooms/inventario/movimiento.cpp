#include "rooms/inventario/movimiento.hpp"

#include "engine/tipos/inventario.hpp"

namespace cacao {
namespace {

const engine::Documento& tipo_de(TipoMovimiento tipo) {
    switch (tipo) {
        case TipoMovimiento::entrada: return engine::EntradaInventario;
        case TipoMovimiento::salida: return engine::SalidaInventario;
        case TipoMovimiento::inicial: return engine::InventarioInicial;
        case TipoMovimiento::merma: return engine::Merma;
        case TipoMovimiento::consumoInterno: return engine::ConsumoInterno;
        case TipoMovimiento::sobrante: return engine::SobranteConteo;
        case TipoMovimiento::faltante: return engine::FaltanteConteo;
        case TipoMovimiento::traspaso: return engine::Traspaso;
        case TipoMovimiento::envio: return engine::TraspasoEnvio;
        case TipoMovimiento::recepcion: break;
    }
    return engine::TraspasoRecepcion;
}

}  // namespace

engine::DocumentoCreado agregar_movimiento(Context& ctx, const MovimientoNuevo& nuevo) {
    const engine::Documento& tipo = tipo_de(nuevo.tipo);
    engine::Solicitud s = engine::solicitud(nuevo);
    s.almacenId = nuevo.almacenId.value_or(0);
    s.almacenDestinoId = nuevo.almacenDestinoId.value_or(0);
    s.motivo = nuevo.motivo.value_or("");

    const bool con_costo = tipo.existencia == engine::Existencia::entrada;
    const bool con_destino = tipo.existencia == engine::Existencia::traspaso;
    Faltas faltas;
    faltas.agregar_si(!con_destino && s.almacenDestinoId != 0, Codigo::valor_no_permitido, "/almacenDestinoId");
    for (const PartidaMovimientoNueva& p : nuevo.partidas) {
        auto& r = s.partidas.emplace_back(engine::partida_pedida(p, s.partidas.size()));
        // Cost is given where goods come in, and computed everywhere else.
        if (con_costo && !p.costoUnitario) faltas.agregar(Codigo::requerido, r.campo + "/costoUnitario");
        if (con_costo && p.costoUnitario && *p.costoUnitario < Precio{})
            faltas.agregar(Codigo::fuera_de_rango, r.campo + "/costoUnitario");
        if (!con_costo && p.costoUnitario) faltas.agregar(Codigo::valor_no_permitido, r.campo + "/costoUnitario");
        r.productoId = p.productoId;
        r.precioUnitario = p.costoUnitario.value_or(Precio{});
    }
    faltas.lanzar();
    return engine::creado(engine::emitir(ctx, tipo, s));
}

void register_movimiento_inventario(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(POST, "/api/Inventario/MovimientoAgregar", "MovimientoAgregar", agregar_movimiento,
            "Registra un movimiento de inventario")
        .describe(
            "`tipo` fija el signo y la contracuenta. `costoUnitario` se da en entrada, inicial y sobrante; en los demás se "
            "calcula. Un "
            "traspaso puede hacerse en un paso (`traspaso`) o enviarse al almacén de tránsito (`envio`) y recibirse de él "
            "(`recepcion`, "
            "con `transaccionIdOrigen` y `partidaOrigen`).")
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::existencia_insuficiente, Codigo::existencia_posterior,
                  Codigo::unidad_no_convertible, Codigo::lote_requerido, Codigo::lote_no_permitido, Codigo::series_incompletas,
                  Codigo::serie_repetida, Codigo::serie_no_disponible, Codigo::excede_pendiente, Codigo::origen_no_permitido,
                  Codigo::duplicado});
}

}  // namespace cacao
