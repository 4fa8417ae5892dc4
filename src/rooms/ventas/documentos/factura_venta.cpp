#include "rooms/ventas/documentos/factura_venta.hpp"

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_factura_venta(Context& ctx, const FacturaVentaNueva& pedida) {
    engine::SolicitudVenta s = solicitud(pedida);
    s.vencimiento = pedida.vencimiento;
    if (pedida.metodoPago) s.metodoPago = reflect::enum_name(*pedida.metodoPago);
    s.formaPago = pedida.formaPago.value_or("");
    s.sin_existencia = pedida.sinEntrega.value_or(false);
    s.autorizaCredito = pedida.autorizaCredito.value_or(false);
    s.addenda = pedida.addenda;
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

std::optional<engine::DocumentoVista> obtener_factura_venta(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::leer_documento(ctx.db(), pedida.id, {engine::FacturaVenta.tipo}, ctx.sesion());
}

Pagina<engine::DocumentoResumen> listar_facturas_venta(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "FacturaVenta", {engine::FacturaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_facturas_proyecto(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    const bool hay = ctx.db()
                         .one<std::int64_t>("SELECT proyectoId FROM proyecto WHERE organizacionId = $1 AND proyectoId = $2",
                                            ctx.organizacionId(), filtro.proyectoId->valor)
                         .has_value();
    reject_if(!hay, Codigo::no_encontrado, "/proyectoId");
    return listar_facturas_venta(ctx, filtro);
}

std::vector<FacturaPorId> obtener_facturas_por_ids(const Context& ctx, const engine::FacturasPorIds& pedidas) {
    return engine::leer_por_ids<FacturaPorId>(ctx, pedidas, {engine::FacturaVenta.tipo});
}

void register_factura_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/FacturaVenta/{id}", "FacturaVentaObtener", obtener_factura_venta, "Obtiene una factura de venta")
        .describe("Una factura que no existe es un resultado vacío: `{\"data\": null}`. Las canceladas se siguen leyendo.")
        .lectura_puntual();
    ops.add(GET, "/api/FacturaVenta", "FacturasVenta", listar_facturas_venta, "Lista facturas de venta")
        .describe("Por fecha e identificador; `orden` cambia el sentido. `folio` se escribe con su serie: `FV-123`.")
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/FacturaVenta/PorProyecto/{proyectoId}", "FacturasVentaProyecto", listar_facturas_proyecto,
            "Lista facturas de venta de un proyecto")
        .rechaza({Codigo::no_encontrado})
        .rechaza(engine::rechazos_de_lista);
    ops.add(POST, "/api/FacturaVenta/PorIds", "FacturasVentaPorIds", obtener_facturas_por_ids,
            "Obtiene facturas de venta por sus identificadores")
        .describe("En el orden pedido; la que no existe queda en su lugar con `encontrada` en falso.");
    ops.add(POST, "/api/FacturaVenta", "FacturaVentaCrear", crear_factura_venta, "Crea una factura de venta")
        .describe(
            "Cada partida es un producto (`productoId`) o un concepto (`conceptoId`). Los impuestos salen del producto o "
            "concepto, del "
            "cliente y de la sucursal. La mercancía sale del almacén al registrar, salvo con `sinEntrega` (si la configuración "
            "lo permite, `facturaSinEntrega`) o cuando el origen ya "
            "la "
            "entregó. De un kit, `componentes` dice de qué `lote` o con qué `series` sale cada componente, en una o varias "
            "partes "
            "(`cantidad`, en la unidad del componente; la que la omite toma el resto); un `lote` o unas `series` en la partida "
            "valen para los componentes que los llevan. Lo que no dice su lote sale, con `lotesPorCaducidad` "
            "(Contabilidad/Configuracion), de los que caducan primero. Una partida que viene de una nota de venta "
            "(`transaccionIdOrigen`, `partidaOrigen`) toma las cifras de la "
            "nota. Un producto sin `precioUnitario` toma el de su partida de origen o el de las listas de precios "
            "(ListasPrecios/Resolver), con o sin impuestos según la lista. `promocionId` dice qué promoción "
            "(PuntoVenta/Calcular) dio "
            "`promocion`: debe valer en la fecha, el día y la sucursal, cumplir su condición con las partidas del documento y "
            "dar "
            "al menos lo que ellas toman; la hora se juzga si `fecha` es hoy, con el reloj de la sucursal. La pactada en una "
            "cotización o un pedido pasa a la partida sin juzgarse de nuevo. Cuenta un uso por documento que la pactó, o por "
            "venta si nadie antes; lo que se devuelve, se acredita por devolución o se cancela la quita en proporción, y cuando "
            "vuelve todo, el uso se libera. Cancelar esa devolución lo toma de nuevo aunque pase de `limiteTotal`, como lo "
            "pactado. `sucursalId`, `centroCostoId` y `proyectoId` omitidos o en 0 "
            "se toman de la sesión. `addenda` lleva los valores que pide la addenda del cliente (Addendas), de la factura y de "
            "cada partida en su orden. Con `autorizaCredito`, quien tiene el permiso `CreditoAutorizar` vende más allá del "
            "límite del "
            "cliente; queda en la bitácora (`AutorizacionCredito`). `moneda` omitida es la del origen o la del cliente. "
            "`metodoPago` es PUE (se paga a más tardar el último día del mes, con una `formaPago` de c_FormaPago distinta de 99) "
            "o "
            "PPD (`formaPago` 99); sin él, PUE si se da una `formaPago` y PPD si no. A un cliente extranjero (RFC XEXX010101000, "
            "o "
            "`tratoIva` exportacion) se le vende al 0 % de exportación; `iva` de una partida (`tasa`, `cero`, `exento`, "
            "`noObjeto`, "
            "`exportacion`) con su `motivoIva` dice otra cosa, y el motivo queda en el impuesto. El ingreso va a la cuenta de su "
            "tasa (`ventas`, `ventas_frontera`, `ventas_cero`, `ventas_exentas`, `ventas_exportacion`).")
        .rechaza(rechazos_de_venta)
        .rechaza(rechazos_de_mercancia)
        .rechaza(engine::rechazos_de_kits)
        .rechaza(rechazos_de_addenda)
        .rechaza({Codigo::excede_credito, Codigo::permiso_denegado, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::entrega_requerida});
}

}  // namespace cacao
