#include "rooms/ventas/factura_venta.hpp"

#include "engine/tipos/ventas.hpp"

namespace cacao {
namespace {

engine::PartidaPedida partida(const PartidaVentaNueva& p, std::size_t i) {
    engine::PartidaPedida r;
    r.campo = "/partidas/" + std::to_string(i);
    r.productoId = p.productoId.value_or(0);
    r.conceptoId = p.conceptoId.value_or(0);
    r.unidadMedidaId = p.unidadMedidaId.value_or(0);
    r.cantidad = p.cantidad;
    r.precioUnitario = p.precioUnitario;
    r.descuento = p.descuento.value_or(Importe{});
    r.promocion = p.promocion.value_or(Importe{});
    r.promocionId = p.promocionId.value_or(0);
    r.incluyeImpuestos = p.incluyeImpuestos.value_or(false);
    r.descripcion = p.descripcion.value_or("");
    r.notas = p.notas.value_or("");
    r.proyectoId = p.proyectoId.value_or(0);
    r.almacenId = p.almacenId.value_or(0);
    r.lote = engine::lote_pedido(p.lote);
    if (p.series) r.series.assign(p.series->begin(), p.series->end());
    r.origenId = p.transaccionIdOrigen.value_or(0);
    r.origenPartida = p.partidaOrigen.value_or(0);
    return r;
}

}  // namespace

engine::DocumentoCreado crear_factura_venta(Context& ctx, const FacturaVentaNueva& pedida) {
    engine::Solicitud s;
    s.fecha = pedida.fecha;
    s.vencimiento = pedida.vencimiento;
    s.serie = pedida.serie.value_or("");
    s.sucursalId = pedida.sucursalId.value_or(0);
    s.proyectoId = pedida.proyectoId.value_or(0);
    s.centroCostoId = pedida.centroCostoId.value_or(0);
    s.entidadId = pedida.clienteId;
    s.campo_entidad = "/clienteId";
    s.vendedorId = pedida.vendedorId.value_or(0);
    s.almacenId = pedida.almacenId.value_or(0);
    s.moneda = pedida.moneda.value_or("");
    s.tipoCambio = pedida.tipoCambio;
    s.sin_existencia = pedida.sinEntrega.value_or(false);
    s.notas = pedida.notas.value_or("");
    s.referencia = pedida.referencia.value_or("");
    s.referenciaExterna = pedida.referenciaExterna.value_or("");
    s.partidas.reserve(pedida.partidas.size());
    for (std::size_t i = 0; i < pedida.partidas.size(); ++i) s.partidas.push_back(partida(pedida.partidas[i], i));

    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

std::optional<engine::DocumentoVista> obtener_factura_venta(const Context& ctx, const FacturaVentaPedida& pedida) {
    return engine::leer_documento(ctx.db(), pedida.id, {engine::FacturaVenta.tipo}, ctx.sesion().zona);
}

void register_factura_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/FacturaVenta/{id}", "FacturaVentaObtener", obtener_factura_venta, "Obtiene una factura de venta")
        .describe("Una factura que no existe es un resultado vacío: `{\"data\": null}`. Las canceladas se siguen leyendo.")
        .lectura_puntual();
    ops.add(POST, "/api/FacturaVenta", "FacturaVentaCrear", crear_factura_venta, "Crea una factura de venta")
        .describe(
            "Cada partida es un producto (`productoId`) o un concepto (`conceptoId`). Los impuestos salen del producto o "
            "concepto, del "
            "cliente y de la sucursal. La mercancía sale del almacén al registrar, salvo con `sinEntrega` o cuando el origen ya "
            "la "
            "entregó. Un producto sin `precioUnitario` toma el de su partida de origen o el de las listas de precios "
            "(ListasPrecios/Resolver), con o sin impuestos según la lista. `promocionId` dice "
            "qué promoción (PuntoVenta/Calcular) dio `promocion`; el documento cuenta como un uso de ella. `sucursalId`, "
            "`centroCostoId` y `proyectoId` omitidos o en 0 se toman de la sesión.")
        .rechaza({Codigo::no_encontrado,
                  Codigo::inactivo,
                  Codigo::requerido,
                  Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales,
                  Codigo::periodo_cerrado,
                  Codigo::moneda_sin_tipo_cambio,
                  Codigo::moneda_distinta,
                  Codigo::sin_precio,
                  Codigo::estado_invalido,
                  Codigo::precio_bajo_minimo,
                  Codigo::existencia_insuficiente,
                  Codigo::existencia_posterior,
                  Codigo::unidad_no_convertible,
                  Codigo::base_negativa,
                  Codigo::lote_requerido,
                  Codigo::lote_no_permitido,
                  Codigo::lote_bloqueado,
                  Codigo::series_incompletas,
                  Codigo::serie_no_disponible,
                  Codigo::excede_credito,
                  Codigo::duplicado,
                  Codigo::sucursal_requerida,
                  Codigo::serie_de_otra_sucursal});
}

}  // namespace cacao
