#include "rooms/ventas/nota_credito_cliente.hpp"

#include "db/rows.hpp"
#include "engine/tipos/ventas.hpp"
#include "rooms/ventas/venta_nueva.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cacao {
namespace {

// The sale that a line credits: its own source or, for goods that came back, where they were sold.
struct Venta {
    std::int64_t transaccionId{};
    std::int64_t productoId{};
    std::int64_t conceptoId{};
};
BOOST_DESCRIBE_STRUCT(Venta, (), (transaccionId, productoId, conceptoId))

std::optional<Venta> venta_de(db::Reader& tx, std::int64_t transaccionId, std::int64_t numeroPartida) {
    return tx.one<Venta>(R"(
        SELECT CASE WHEN d.tipo = 'NotaDevolucionCliente' THEN p.origenId ELSE p.transaccionId END AS transaccionId, p.productoId,
               p.conceptoId
        FROM partida p
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.numeroPartida = $3)",
                         tx.organizacion(), transaccionId, numeroPartida);
}

// What all credits of a sale come to, by their lines or as a whole, itself included.
Importe acreditado(db::Reader& tx, std::int64_t ventaId) {
    return tx
        .one<Importe>(R"(
        SELECT CAST(COALESCE(SUM(x.total), 0) AS BIGINT) FROM (
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total
            FROM partida p
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                            AND d.tipo IN ('NotaCreditoCliente', 'NotaVentaFacturada')
            WHERE p.organizacionId = $1 AND p.origenId = $2 AND p.origenId <> 0
            UNION ALL
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido
            FROM partida r
            JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = r.transaccionId AND v.tipo = 'NotaDevolucionCliente'
            JOIN partida p ON p.organizacionId = $1 AND p.origenId = r.transaccionId AND p.origenPartida = r.numeroPartida
                          AND p.origenId <> 0
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId AND d.estado <> 'cancelado'
                            AND d.tipo = 'NotaCreditoCliente'
            WHERE r.organizacionId = $1 AND r.origenId = $2 AND r.origenId <> 0
            UNION ALL
            SELECT p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido
            FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId AND p.origenId = 0
            WHERE d.organizacionId = $1 AND d.origenId = $2 AND d.origenId <> 0 AND d.estado <> 'cancelado'
              AND d.tipo = 'NotaCreditoCliente') x)",
                      tx.organizacion(), ventaId)
        .value_or(Importe{});
}

struct VentaAcreditada {
    std::string tipo;
    std::string estado;
    std::int64_t entidadId{};
    std::string moneda;
    Importe total;
    Importe saldo;
};
BOOST_DESCRIBE_STRUCT(VentaAcreditada, (), (tipo, estado, entidadId, moneda, total, saldo))

std::optional<VentaAcreditada> leer_venta(db::Reader& tx, std::int64_t ventaId) {
    return tx.one<VentaAcreditada>(R"(
        SELECT d.tipo, d.estado, d.entidadId, d.moneda, d.total, COALESCE(s.saldo, 0) AS saldo
        FROM documento d
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId AND s.naturaleza = 'cobrar'
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('FacturaVenta', 'NotaVenta'))",
                                   tx.organizacion(), ventaId);
}

// The document that the whole note is about.
void revisar_origen(db::Reader& tx, const NotaCreditoClienteNueva& nueva, engine::Solicitud& s, Faltas& faltas) {
    const std::int64_t origenId = nueva.transaccionIdOrigen.value_or(0);
    if (origenId == 0) return;
    const auto venta = leer_venta(tx, origenId);
    if (!venta) {
        faltas.agregar(Codigo::no_encontrado, "/transaccionIdOrigen");
        return;
    }
    if (venta->estado == engine::nombre(engine::Estado::cancelado))
        faltas.agregar(Codigo::documento_cancelado, "/transaccionIdOrigen");
    if (venta->entidadId != nueva.clienteId) faltas.agregar(Codigo::otro_contacto, "/transaccionIdOrigen");
    if (s.moneda.empty()) s.moneda = venta->moneda;
    if (s.moneda != venta->moneda) faltas.agregar(Codigo::moneda_distinta, "/moneda");
    s.origenId = origenId;
}

}  // namespace

engine::LiquidacionCreada crear_nota_credito_cliente(Context& ctx, const NotaCreditoClienteNueva& nueva) {
    auto& tx = ctx.db();
    engine::Solicitud s = engine::solicitud(static_cast<const engine::EncabezadoConMoneda&>(nueva));
    engine::adjuntar(s, nueva);
    s.entidadId = nueva.clienteId;
    s.campo_entidad = "/clienteId";
    Faltas faltas;
    revisar_origen(tx, nueva, s, faltas);
    std::vector<std::int64_t> ventas;  // of each line
    for (const PartidaCreditoNueva& p : nueva.partidas) {
        engine::PartidaPedida r;
        r.campo = "/partidas/" + std::to_string(s.partidas.size());
        r.origenId = p.transaccionIdOrigen.value_or(0);
        r.origenPartida = p.partidaOrigen.value_or(0);
        r.productoId = p.productoId.value_or(0);
        r.conceptoId = p.conceptoId.value_or(0);
        r.descripcion = p.descripcion.value_or("");
        r.notas = p.notas.value_or("");
        r.precioUnitario = p.precioUnitario;
        r.cantidad = p.cantidad.value_or(Cantidad::de_enteros(1));
        std::int64_t ventaId = s.origenId;
        if (r.origenId != 0) {
            if (!p.cantidad) faltas.agregar(Codigo::requerido, r.campo + "/cantidad");
            if (p.precioUnitario) faltas.agregar(Codigo::valor_no_permitido, r.campo + "/precioUnitario");
            if (const auto venta = venta_de(tx, r.origenId, r.origenPartida)) {
                ventaId = venta->transaccionId;
                if (r.productoId == 0 && r.conceptoId == 0) {
                    r.productoId = venta->productoId;
                    r.conceptoId = venta->conceptoId;
                }
            }
        } else if (nueva.transaccionIdOrigen.value_or(0) == 0) {
            // An amount is taken off something.
            faltas.agregar(Codigo::requerido, "/transaccionIdOrigen");
        }
        ventas.push_back(ventaId);
        s.partidas.push_back(std::move(r));
    }
    faltas.lanzar();
    if (s.moneda.empty())
        if (const auto venta = leer_venta(tx, ventas.front())) s.moneda = venta->moneda;
    for (const auto id : ventas) tx.lock("cifras/" + std::to_string(id));

    const auto e = engine::emitir(ctx, engine::NotaCreditoCliente, s);
    std::map<std::int64_t, Importe> por_venta;
    tx.each(R"(SELECT numeroPartida, importe - descuento - promocion + iva + ieps - ivaRetenido - isrRetenido
               FROM partida WHERE organizacionId = $1 AND transaccionId = $2)",
            [&](const db::Row& r) {
                por_venta[ventas[static_cast<std::size_t>(r.integer(0) - 1)]] += Importe::de_micros(r.integer(1));
            },
            ctx.organizacionId(), e.transaccionId);
    std::vector<engine::AplicacionPedida> pagos;
    for (const auto& [ventaId, importe] : por_venta) {
        const auto venta = leer_venta(tx, ventaId);
        if (!venta) continue;
        // A sale cannot be credited beyond what it came to.
        if (const Importe suma = acreditado(tx, ventaId); suma > venta->total)
            reject(
                Codigo::excede_pendiente, "/partidas",
                fmt::format(R"({{"transaccionId":{},"total":{},"acreditado":{}}})", ventaId, venta->total.texto(), suma.texto()));
        if (const Importe paga = std::min(importe, venta->saldo); paga > Importe{})
            pagos.push_back({"/partidas", ventaId, paga, {}});
    }
    engine::LiquidacionCreada r{engine::creado(e), {}};
    // A credit settles what it takes off; what was paid already stays in favour of the customer.
    if (nueva.aplicar.value_or(true) && !pagos.empty()) r.asignaciones = engine::aplicar(ctx, e.transaccionId, pagos, e.fecha);
    return r;
}

engine::DocumentoVista obtener_nota_credito_cliente(const Context& ctx, const engine::DocumentoPedido& pedida) {
    return engine::exigir_documento(ctx, pedida.id, {engine::NotaCreditoCliente.tipo});
}

Pagina<engine::DocumentoResumen> listar_notas_credito_cliente(const Context& ctx, const engine::DocumentosFiltro& filtro) {
    return engine::listar_documentos(ctx, filtro, "NotaCreditoCliente", {engine::NotaCreditoCliente.tipo});
}

engine::Cancelado cancelar_nota_credito_cliente(Context& ctx, const engine::CancelacionPedida& pedida) {
    return engine::cancelar(ctx, pedida, {engine::NotaCreditoCliente.tipo}, true);
}

void register_nota_credito_cliente(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ventas");
    ops.add(POST, "/api/NotaCreditoCliente", "NotaCreditoClienteCrear", crear_nota_credito_cliente,
            "Crea una nota de crédito a cliente")
        .describe(
            "Una partida con `transaccionIdOrigen` y `partidaOrigen` acredita esa cantidad de lo vendido o devuelto, con sus "
            "mismas "
            "cifras. Una bonificación lleva concepto e importe (`precioUnitario`) y el documento acreditado en el "
            "`transaccionIdOrigen` del encabezado. Ninguna venta se acredita más allá de su total. Lo acreditado se aplica a su "
            "venta (salvo `aplicar` en falso) y el resto queda a favor del cliente.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::requerido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::origen_no_permitido, Codigo::documento_cancelado, Codigo::otro_contacto,
                  Codigo::moneda_distinta, Codigo::excede_pendiente, Codigo::periodo_cerrado, Codigo::duplicado,
                  Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal, Codigo::moneda_sin_tipo_cambio});
    ops.add(GET, "/api/NotaCreditoCliente/{id}", "NotaCreditoClienteObtener", obtener_nota_credito_cliente,
            "Obtiene una nota de crédito a cliente")
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/NotaCreditoCliente", "NotasCreditoCliente", listar_notas_credito_cliente,
            "Lista notas de crédito a clientes")
        .nuestra()
        .rechaza(engine::rechazos_de_lista);
    ops.add(DELETE, "/api/NotaCreditoCliente/NotaCreditoClienteCancelar/{id}", "NotaCreditoClienteCancelar",
            cancelar_nota_credito_cliente, "Cancela una nota de crédito a cliente")
        .describe("Sus asignaciones se deshacen antes; los documentos que pagaba vuelven a deberse.")
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::periodo_cerrado});
}

}  // namespace cacao
