#pragma once
// Sales invoices.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "rooms/ventas/documentos/venta_nueva.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct FacturaVentaNueva : VentaNueva {
    std::optional<Fecha> vencimiento;
    std::optional<MetodoPago> metodoPago;
    std::optional<Texto<2, 2>> formaPago;
    std::optional<bool> sinEntrega;
    std::optional<bool> autorizaCredito;  // beyond the customer's limit, by the caller's right
    std::optional<engine::ValoresDeAddenda> addenda;
    std::optional<Uuid> uuid;  // of one that was stamped elsewhere
    std::optional<Instante> fechaTimbrado;
    std::optional<Texto<2, 2>> exportacion;
    std::optional<Lista<engine::AsignacionNueva, 100>> anticipos;  // of the customer, applied to it as it is registered
};
DESCRIBE_STRUCT(FacturaVentaNueva, (VentaNueva),
                (vencimiento, metodoPago, formaPago, sinEntrega, autorizaCredito, addenda, uuid, fechaTimbrado, exportacion,
                 anticipos))

// Another invoice in the place of one that is stamped.
struct FacturaVentaSustituta : FacturaVentaNueva {
    Id id;  // the one whose place it takes
};
DESCRIBE_STRUCT(FacturaVentaSustituta, (FacturaVentaNueva), (id))

// One place of an array of identifiers: what is not there is said, not left out.
struct FacturaPorId {
    std::int64_t transaccionId{};
    bool encontrada{};
    std::optional<engine::DocumentoVista> factura;
};
DESCRIBE_STRUCT(FacturaPorId, (), (transaccionId, encontrada, factura))

engine::DocumentoCreado crear_factura_venta(Context&, const FacturaVentaNueva&);
engine::DocumentoCreado sustituir_factura_venta(Context&, const FacturaVentaSustituta&);
std::optional<engine::DocumentoVista> obtener_factura_venta(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_facturas_venta(const Context&, const engine::DocumentosFiltro&);
Pagina<engine::DocumentoResumen> listar_facturas_proyecto(const Context&, const engine::DocumentosFiltro&);
std::vector<FacturaPorId> obtener_facturas_por_ids(const Context&, const engine::FacturasPorIds&);

void register_factura_venta(api::Operations& ops);

}  // namespace cacao
