#pragma once
// Expenses as they are read: lists, and one with its split and its payments.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "engine/verbos/pedidos.hpp"
#include "rooms/egresos/documentos/reparto.hpp"

namespace cacao {

struct GastosFiltro : PaginaPedida, engine::FiltroLugar, engine::FiltroEstado, engine::FiltroFolio {
    std::optional<Id> proveedorId;
    std::optional<Id> clasificadorCostoId;
    std::optional<bool> sinPagar;
};
DESCRIBE_STRUCT(GastosFiltro, (PaginaPedida, engine::FiltroLugar, engine::FiltroEstado, engine::FiltroFolio),
                (proveedorId, clasificadorCostoId, sinPagar))

struct GastoResumen {
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    Fecha vencimiento;
    engine::EstadoDocumento estado;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t centroCostoId{};
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string rfc;
    std::string moneda;
    Precio tipoCambio;
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe saldo;
    std::string uuid;
    std::string fechaTimbrado;
    std::string referencia;
    std::string referenciaExterna;
    std::string notas;
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
};
DESCRIBE_STRUCT(GastoResumen, (),
                (transaccionId, tipoDocumento, folio, fecha, vencimiento, estado, sucursalId, proyectoId, centroCostoId,
                 proveedorId, proveedor, rfc, moneda, tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total,
                 saldo, uuid, fechaTimbrado, referencia, referenciaExterna, notas, version, creadoPor, creadoEn))

struct PartidaGastoVista {
    std::int64_t numeroPartida{};
    std::int64_t conceptoId{};
    std::string descripcion;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Guardado<std::vector<engine::ImpuestoPartida>> impuestos;
    std::int64_t proyectoId{};
    std::string notas;
    std::vector<ClasificadorVista> clasificadores;
};
DESCRIBE_STRUCT(PartidaGastoVista, (),
                (numeroPartida, conceptoId, descripcion, cantidad, precioUnitario, importe, descuento, iva, ieps, ivaRetenido,
                 isrRetenido, impuestos, proyectoId, notas, clasificadores))

// What paid it.
struct PagoVista {
    std::int64_t aplicacionId{};
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    Importe importe;  // in the currency of the expense
    Nombrado<engine::EstadoAsignacion> estado;
};
DESCRIBE_STRUCT(PagoVista, (), (aplicacionId, transaccionId, tipoDocumento, folio, fecha, importe, estado))

struct GastoVista : GastoResumen {
    std::vector<engine::RelacionVista> documentosRelacionados;
    std::vector<engine::ArchivoVista> archivos;
    std::vector<engine::NotaAgregada> notasAgregadas;
    std::vector<PartidaGastoVista> partidas;
    std::vector<PagoVista> pagos;
};
DESCRIBE_STRUCT(GastoVista, (GastoResumen), (documentosRelacionados, archivos, notasAgregadas, partidas, pagos))

GastoVista obtener_gasto(const Context&, const engine::DocumentoPedido&);
Pagina<GastoResumen> listar_gastos(const Context&, const GastosFiltro&);

void register_gasto_lista(api::Operations& ops);

}  // namespace cacao
