#pragma once
// Sales notes: a sale whose paper is not fiscal, and the invoices made of it afterwards.

#include "api/operations.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/verbos/cancelar.hpp"
#include "rooms/ventas/documentos/venta_nueva.hpp"

namespace cacao {

struct NotaVentaNueva : VentaNueva {
    std::optional<Fecha> vencimiento;
    std::optional<Texto<2, 2>> formaPago;
    std::optional<bool> autorizaCredito;
};
DESCRIBE_STRUCT(NotaVentaNueva, (VentaNueva), (vencimiento, formaPago, autorizaCredito))

// How much of a line goes into the invoice, in the product's base unit; all that is left of it when nothing is said.
struct PartidaPorFacturar {
    Entero<1, 5000> numeroPartida;
    std::optional<Cantidad> cantidad;
};
DESCRIBE_STRUCT(PartidaPorFacturar, (), (numeroPartida, cantidad))

// What the invoice says that its notes do not.
struct FacturaDeNotas {
    std::optional<Fecha> fecha;
    std::optional<Fecha> vencimiento;
    std::optional<Texto<2, 2>> formaPago;
    std::optional<Texto<25>> serie;
    std::optional<Precio> tipoCambio;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
    std::optional<engine::ValoresDeAddenda> addenda;
};
DESCRIBE_STRUCT(FacturaDeNotas, (),
                (fecha, vencimiento, formaPago, serie, tipoCambio, referencia, referenciaExterna, notas, addenda))

struct NotaVentaFacturacion : FacturaDeNotas {
    Id id;
    std::optional<MetodoPago> metodoPago;
    std::optional<Lista<PartidaPorFacturar, 5000, 1>> partidas;
};
DESCRIBE_STRUCT(NotaVentaFacturacion, (FacturaDeNotas), (id, metodoPago, partidas))

struct NotasVentaFacturacion : FacturaDeNotas {
    Lista<Id, 1000, 1> transaccionIds;
    std::optional<MetodoPago> metodoPago;
};
DESCRIBE_STRUCT(NotasVentaFacturacion, (FacturaDeNotas), (transaccionIds, metodoPago))

// How many days an invoice to the public is of. A week goes from Monday to Sunday and does not leave its month: the authority
// asks for one.
enum class PeriodoGlobal { dia, semana, mes };
DESCRIBE_ENUM(PeriodoGlobal, dia, semana, mes)

// Every note of a day, or of its week or month, to the public that has something left to invoice.
struct FacturaGlobalNueva : FacturaDeNotas {
    Fecha dia;
    std::optional<PeriodoGlobal> periodo;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> clienteId;
};
DESCRIBE_STRUCT(FacturaGlobalNueva, (FacturaDeNotas), (dia, periodo, sucursalId, clienteId))

// A ticket as the authority reads it: one concept of a global invoice (Guía de llenado del CFDI global).
struct ConceptoGlobal {
    std::int64_t transaccionId{};  // of the note
    std::string noIdentificacion;  // its folio
    std::string claveProdServ;     // 01010101
    std::string claveUnidad;       // ACT
    std::string descripcion;       // Venta
    Cantidad cantidad;             // 1
    Precio valorUnitario;          // what the invoice took of the note, without taxes
    Importe importe;
    std::string objetoImp;
    std::vector<engine::ImpuestoPartida> impuestos;  // by tax and rate
};
DESCRIBE_STRUCT(ConceptoGlobal, (),
                (transaccionId, noIdentificacion, claveProdServ, claveUnidad, descripcion, cantidad, valorUnitario, importe,
                 objetoImp, impuestos))

struct FacturaGlobal {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    engine::EstadoDocumento estado;
    std::string periodicidad;  // c_Periodicidad
    std::string meses;         // c_Meses
    std::int64_t anio{};
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::string rfc;
    std::string nombre;
    std::string regimenFiscal;
    std::string usoCfdi;
    std::string codigoPostal;  // of the branch
    Nombrado<MetodoPago> metodoPago;
    std::string formaPago;
    std::string moneda;
    Importe subtotal;
    Importe total;
    std::vector<ConceptoGlobal> conceptos;
};
DESCRIBE_STRUCT(FacturaGlobal, (),
                (transaccionId, folio, fecha, estado, periodicidad, meses, anio, fechaInicial, fechaFinal, rfc, nombre,
                 regimenFiscal, usoCfdi, codigoPostal, metodoPago, formaPago, moneda, subtotal, total, conceptos))

engine::DocumentoCreado crear_nota_venta(Context&, const NotaVentaNueva&);
engine::DocumentoVista obtener_nota_venta(const Context&, const engine::DocumentoPedido&);
Pagina<engine::DocumentoResumen> listar_notas_venta(const Context&, const engine::DocumentosFiltro&);
engine::Cancelado cancelar_nota_venta(Context&, const engine::CancelacionPedida&);
// nota_venta_facturar.cpp
engine::DocumentoCreado facturar_nota_venta(Context&, const NotaVentaFacturacion&);
engine::DocumentoCreado facturar_notas_venta(Context&, const NotasVentaFacturacion&);
engine::DocumentoCreado crear_factura_global(Context&, const FacturaGlobalNueva&);
// Of what the paper of a global invoice carries: the organization's RFC and regime, and where it is issued.
void advertir_lo_que_falta(const Context& ctx, std::int64_t sucursalId);
FacturaGlobal obtener_factura_global(const Context&, const engine::DocumentoPedido&);

void register_nota_venta(api::Operations& ops);

}  // namespace cacao
