#include "rooms/ventas/documentos/nota_venta.hpp"

#include "engine/emision/solicitud.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"

namespace cacao {

engine::DocumentoCreado crear_nota_venta(Context& ctx, const NotaVentaNueva& nueva) {
    engine::SolicitudVenta s = solicitud(nueva);
    s.vencimiento = nueva.vencimiento;
    s.formaPago = nueva.formaPago.value_or("");
    s.autorizaCredito = nueva.autorizaCredito.value_or(false);
    return engine::creado(engine::emitir(ctx, engine::NotaVenta, s));
}

engine::DocumentoVista obtener_nota_venta(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::exigir_documento(ctx, pedida.id, {engine::NotaVenta.tipo});
}

Pagina<engine::DocumentoResumen> listar_notas_venta(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaVenta", {engine::NotaVenta.tipo});
}

engine::Cancelado cancelar_nota_venta(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaVenta.tipo});
}

void register_nota_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(POST, "/api/NotaVenta", "NotaVentaCrear", crear_nota_venta, "Crea una nota de venta")
        .describe(
            "La mercancía sale y el cliente debe al registrar. Puede facturarse después, entera, por partes o junto a otras. Las "
            "promociones de las partidas se juzgan y cuentan como en una factura; la factura de la nota no cuenta otro uso. "
            "`formaPago` es la clave de c_FormaPago con que se cobró: con ella se factura.")
        .rechaza(rechazos_de_venta)
        .rechaza(rechazos_de_mercancia)
        .rechaza(engine::rechazos_de_kits)
        .rechaza({Codigo::excede_credito, Codigo::permiso_denegado, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta});
    ops.add(GET, "/api/NotaVenta/{id}", "NotaVentaObtener", obtener_nota_venta, "Obtiene una nota de venta")
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaVenta", "NotasVenta", listar_notas_venta, "Lista notas de venta").rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/NotaVenta/NotaVentaCancelar/{id}", "NotaVentaCancelar", cancelar_nota_venta,
            "Cancela una nota de venta")
        .rechaza({Codigo::precondicion_fallida, Codigo::no_encontrado, Codigo::con_dependientes, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado});
    ops.add(POST, "/api/NotaVenta/NotaVentaFacturar/{id}", "NotaVentaFacturar", facturar_nota_venta, "Factura una nota de venta")
        .describe(
            "Lo que falta por facturar, o las partidas y cantidades dadas. La factura toma las cifras de la nota: la venta, el "
            "impuesto y el saldo pasan a ella, y lo que ya se cobró de la nota paga la factura; lo que se canceló por saldo "
            "menor se "
            "registra de nuevo sobre ella. Cancelar la factura devuelve todo a la nota. Una nota de crédito por importe no es de "
            "ninguna partida: sin `partidas`, la factura es por lo que dejó, con el resto como descuento; con ellas, hasta lo "
            "que "
            "queda del total de la nota. `metodoPago` y `formaPago`, como en una factura; sin `formaPago`, la de la nota.")
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::excede_pendiente, Codigo::lista_vacia,
                  Codigo::fuera_de_rango, Codigo::valor_no_permitido, Codigo::moneda_sin_tipo_cambio, Codigo::periodo_cerrado,
                  Codigo::duplicado})
        .rechaza(rechazos_de_addenda);
    ops.add(POST, "/api/NotaVenta/Facturar", "NotasVentaFacturar", facturar_notas_venta, "Factura varias notas de venta en una")
        .describe("Del mismo cliente, moneda y sucursal.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::documento_cancelado, Codigo::otro_contacto, Codigo::moneda_distinta,
                  Codigo::valor_no_permitido, Codigo::lista_vacia, Codigo::fuera_de_rango, Codigo::periodo_cerrado,
                  Codigo::duplicado})
        .rechaza(rechazos_de_addenda);
    ops.add(POST, "/api/NotaVenta/FacturaGlobal", "FacturaGlobalCrear", crear_factura_global,
            "Factura en una sola las notas de un día, una semana o un mes al público en general")
        .describe(
            "Las notas de la sucursal a clientes con RFC genérico, en la moneda de la organización, por lo que les "
            "falta "
            "facturar: las de `dia` o, con `periodo`, las de su semana (de lunes a domingo, sin salir de su mes) o las de su "
            "mes, "
            "que debe ser de este año o del anterior. `clienteId` solo hace falta cuando hay notas de varios clientes con RFC "
            "genérico. Es de pago en una sola exhibición (PUE) con la `formaPago` dada o, sin ella, la de mayor importe: la de "
            "cada "
            "nota, o las de sus cobros; lo que nadie dijo cuenta como efectivo (01).")
        .con_calma()
        .nuestra()
        .rechaza({Codigo::lista_vacia, Codigo::requerido, Codigo::sucursal_requerida, Codigo::fuera_de_rango,
                  Codigo::periodo_cerrado, Codigo::duplicado, Codigo::lista_muy_larga})
        .rechaza(rechazos_de_addenda);
    ops.add(GET, "/api/NotaVenta/FacturaGlobal/{id}", "FacturaGlobalObtener", obtener_factura_global,
            "Obtiene una factura global con un concepto por nota")
        .describe(
            "Como la lee la autoridad (InformacionGlobal del CFDI 4.0): periodicidad, meses y año, y un concepto por nota con su "
            "folio, lo que la factura tomó de ella sin impuestos y sus impuestos por tasa. Las partidas, en `FacturaVenta/{id}`.")
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
