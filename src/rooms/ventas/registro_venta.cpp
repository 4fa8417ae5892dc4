#include "rooms/ventas/registro_venta.hpp"

#include "db/rows.hpp"
#include "engine/tipos/ventas.hpp"

namespace cacao {
namespace {

// The fields of the header that a row gives as they are.
struct Encabezado {
    std::string tipoDocumento;
    std::string serie;
    std::int64_t folio{};
    Fecha fecha;
    std::string estado;
    std::string cliente;
    std::string rfc;
    std::string moneda;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe saldo;
};
BOOST_DESCRIBE_STRUCT(Encabezado, (),
                      (tipoDocumento, serie, folio, fecha, estado, cliente, rfc, moneda, subtotal, iva, ieps, ivaRetenido,
                       isrRetenido, total, saldo))

}  // namespace

RegistroVenta obtener_registro_venta(const Context& ctx, const RegistroVentaPedido& pedido) {
    auto& tx = ctx.db();
    const auto org = ctx.organizacionId();
    std::vector<Encabezado> encabezado;
    RegistroVenta r;
    tx.all_later(encabezado, R"(
        SELECT d.tipo AS tipoDocumento, d.serie, d.folio, d.fecha, d.estado, COALESCE(c.nombre, '') AS cliente,
               COALESCE(c.rfc, '') AS rfc, d.moneda, d.subtotal, d.iva, d.ieps, d.ivaRetenido, d.isrRetenido, d.total,
               COALESCE(s.saldo, 0) AS saldo
        FROM documento d
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza = 'cobrar'
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('FacturaVenta', 'NotaVenta'))",
                 org, std::int64_t{pedido.id});
    // A product is the concept of its line: identifiers are unique among both.
    tx.all_later(r.partidas, R"(
        SELECT numeroPartida, proyectoId, CASE WHEN conceptoId <> 0 THEN conceptoId ELSE productoId END AS conceptoId, descripcion,
               unidadMedidaId, unidad, cantidad, precioUnitario, descuento, importe, notas
        FROM partida WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numeroPartida)",
                 org, std::int64_t{pedido.id});
    tx.query_later(
        R"(
        SELECT a.consecutivo, COALESCE(b.nombre, ''), a.fecha, p.serie, p.folio, COALESCE(f.nombre, ''), a.importe2, p.moneda,
               p.referencia, a.importe, a.pagoId
        FROM aplicacion a
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
        LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = p.cuentaBancariaId
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = p.formaPagoId
        WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.consecutivo)",
        std::array{db::to_value(org), db::to_value(std::int64_t{pedido.id})}, [&](const db::Row& f) {
            r.cobros.push_back({f.integer(0), std::string{f.text(1)}, Fecha::de_dias(static_cast<std::int32_t>(f.integer(2))),
                                engine::folio_texto(f.text(3), f.integer(4)), std::string{f.text(5)},
                                Importe::de_micros(f.integer(6)), std::string{f.text(7)}, std::string{f.text(8)},
                                Importe::de_micros(f.integer(9)), f.integer(10), pedido.id});
        });
    tx.settle_last();
    reject_if(encabezado.empty(), Codigo::no_encontrado, "/id");
    auto& e = encabezado.front();
    r.transaccionId = pedido.id;
    r.tipoDocumento = std::move(e.tipoDocumento);
    r.folio = engine::folio_texto(e.serie, e.folio);
    r.fecha = e.fecha;
    r.estado = std::move(e.estado);
    r.cliente = std::move(e.cliente);
    r.rfc = std::move(e.rfc);
    r.moneda = std::move(e.moneda);
    r.subtotal = e.subtotal;
    r.iva = e.iva;
    r.ieps = e.ieps;
    r.ivaRetenido = e.ivaRetenido;
    r.isrRetenido = e.isrRetenido;
    r.total = e.total;
    r.saldo = e.saldo;
    return r;
}

engine::Cancelado cancelar_registro_venta(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida.id, {pedida.fecha, pedida.motivo.value_or(""), false},
                            {engine::FacturaVenta.tipo, engine::NotaVenta.tipo});
}

void register_registro_venta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(GET, "/api/RegistroVenta/{id}", "RegistroVentaObtener", obtener_registro_venta, "Obtiene un registro de venta")
        .describe(
            "Notas y facturas de venta con sus cobros. `saldo` = total − cobros y créditos aplicados. En `cobros`, `total` es lo "
            "aplicado en la moneda del cobro, `importe2` en la del documento, `transaccionId` el cobro y `transaccionId2` el "
            "documento. "
            "En una partida de producto, `conceptoId` es el producto. `validacion` y `verificado` quedan vacíos mientras el "
            "documento no "
            "tenga archivos digitales.")
        .sin_sobre()
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(DELETE, "/api/RegistroVenta/RegistroVentaCancelar/{id}", "RegistroVentaCancelar", cancelar_registro_venta,
            "Cancela una transacción de venta")
        .describe(
            "Revierte existencia, póliza, saldos y avances con la fecha dada (hoy si falta), una sola vez: repetir responde lo "
            "mismo. "
            "Si otros documentos dependen de este, responde `con_dependientes` con uno por falta.")
        .rechaza({Codigo::no_encontrado, Codigo::con_dependientes, Codigo::periodo_cerrado, Codigo::fuera_de_rango});
}

}  // namespace cacao
