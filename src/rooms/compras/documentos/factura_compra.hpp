#pragma once
// Purchase invoices: what a supplier charges, against what was ordered and received.

#include "api/operations.hpp"
#include "rooms/compras/documentos/compra_nueva.hpp"

namespace cacao {

struct FacturaCompraNueva : PapelProveedorNuevo {
    std::optional<Fecha> vencimiento;
};
DESCRIBE_STRUCT(FacturaCompraNueva, (PapelProveedorNuevo), (vencimiento))

enum class Diferencia { cantidad, precio };
DESCRIBE_ENUM(Diferencia, cantidad, precio)

// `cantidad`: received against invoiced, in base units; `precio`: the line's amount at the price of the order against its own.
struct DiferenciaCompra {
    std::int64_t numeroPartida{};
    std::string diferencia;
    Cantidad esperado;
    Cantidad facturado;
};
DESCRIBE_STRUCT(DiferenciaCompra, (), (numeroPartida, diferencia, esperado, facturado))

struct FacturaCompraCreada : engine::DocumentoCreado {
    std::vector<DiferenciaCompra> diferencias;
};
DESCRIBE_STRUCT(FacturaCompraCreada, (engine::DocumentoCreado), (diferencias))

struct FacturaCompra : engine::CompraVista {
    std::vector<DiferenciaCompra> diferencias;
};
DESCRIBE_STRUCT(FacturaCompra, (engine::CompraVista), (diferencias))

struct FacturaCompraPorId {
    std::int64_t transaccionId{};
    bool encontrada{};
    std::optional<engine::CompraVista> factura;
};
DESCRIBE_STRUCT(FacturaCompraPorId, (), (transaccionId, encontrada, factura))

FacturaCompraCreada crear_factura_compra(Context&, const FacturaCompraNueva&);
FacturaCompra obtener_factura_compra(const Context&, const engine::DocumentoPedido&);
Pagina<engine::CompraResumen> listar_facturas_compra(const Context&, const engine::ComprasFiltro&);
std::vector<FacturaCompraPorId> obtener_facturas_compra_por_ids(const Context&, const engine::FacturasPorIds&);
engine::DocumentoTransitado aprobar_factura_compra(Context&, const engine::DocumentoPedido&);
engine::Cancelado cancelar_factura_compra(Context&, const engine::CancelacionPedida&);

// factura_compra_conciliacion.cpp: line by line, where an invoice differs from what was ordered and received.
std::vector<DiferenciaCompra> conciliar_factura_compra(Context&, std::int64_t transaccionId);

void register_factura_compra(api::Operations& ops);

}  // namespace cacao
