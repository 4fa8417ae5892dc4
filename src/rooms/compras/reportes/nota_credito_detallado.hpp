#pragma once
// Credit notes line by line: what they credit, what they were applied to, and what is left of them.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"

namespace cacao {

enum class TipoNotaCredito { proveedores, clientes };
DESCRIBE_ENUM(TipoNotaCredito, proveedores, clientes)

struct NotaCreditoDetalladoPedido {
    std::optional<TipoNotaCredito> tipo;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> entidadId;
};
DESCRIBE_STRUCT(NotaCreditoDetalladoPedido, (), (tipo, fechaInicial, fechaFinal, entidadId))

struct NotaCreditoAplicadaA {
    std::int64_t transaccionId{};
    std::string folio;
    Importe importe;
};
DESCRIBE_STRUCT(NotaCreditoAplicadaA, (), (transaccionId, folio, importe))

// `aplicadoA` and `saldo` are of the whole note.
struct NotaCreditoRenglon {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::string uuid;
    std::int64_t entidadId{};
    std::string contacto;
    std::int64_t facturaId{};
    std::string factura;
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    std::string codigo;  // that the product has today, or ""
    std::int64_t conceptoId{};
    std::string descripcion;
    Cantidad cantidad;
    std::string moneda;
    Importe importe;  // without taxes
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe saldo;
    std::vector<NotaCreditoAplicadaA> aplicadoA;
};
DESCRIBE_STRUCT(NotaCreditoRenglon, (),
                (transaccionId, folio, fecha, uuid, entidadId, contacto, facturaId, factura, numeroPartida, productoId, codigo,
                 conceptoId, descripcion, cantidad, moneda, importe, iva, ieps, ivaRetenido, isrRetenido, total, saldo,
                 aplicadoA))

struct NotaCreditoTotal {
    std::int64_t entidadId{};
    std::string contacto;
    std::string moneda;
    Importe importe;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe aplicado;
    Importe saldo;
};
DESCRIBE_STRUCT(NotaCreditoTotal, (),
                (entidadId, contacto, moneda, importe, iva, ieps, ivaRetenido, isrRetenido, total, aplicado, saldo))

struct NotaCreditoDetallado {
    TipoNotaCredito tipo{};
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<NotaCreditoRenglon> partidas;
    std::vector<NotaCreditoTotal> totales;
};
DESCRIBE_STRUCT(NotaCreditoDetallado, (), (tipo, fechaInicial, fechaFinal, partidas, totales))

NotaCreditoDetallado consultar_nota_credito_detallado(const Context&, const NotaCreditoDetalladoPedido&);

void register_nota_credito_detallado(api::Operations& ops);

}  // namespace cacao
