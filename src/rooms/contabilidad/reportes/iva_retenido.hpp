#pragma once
// VAT that we withheld and owe to the authority: on a cash basis, when the supplier is paid, in proportion.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"

#include <string>
#include <vector>

namespace cacao {

struct IvaRetenidoPedido {
    FechaDmy fechaInicial;
    FechaDmy fechaFinal;
    std::optional<IdOpcional> proveedorId;  // 0 or none: of all, and compared with the books
};
DESCRIBE_STRUCT(IvaRetenidoPedido, (), (fechaInicial, fechaFinal, proveedorId))

// In the organization's currency, at the rate of the payment.
struct CifrasRetenidas {
    Importe base;
    Importe iva;  // that the supplier charged on what was paid, of what withholds
    Importe retenido;

    void sumar(const CifrasRetenidas& c) { base += c.base, iva += c.iva, retenido += c.retenido; }
};
DESCRIBE_STRUCT(CifrasRetenidas, (), (base, iva, retenido))

struct IvaRetenidoProveedor : CifrasRetenidas {
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string rfc;
};
DESCRIBE_STRUCT(IvaRetenidoProveedor, (), (proveedorId, proveedor, rfc, base, iva, retenido))

struct IvaRetenidoMes : CifrasRetenidas {
    std::int64_t periodo{};  // 202611: the month whose declaration carries it
};
DESCRIBE_STRUCT(IvaRetenidoMes, (), (periodo, base, iva, retenido))

struct IvaRetenido : CifrasRetenidas {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe saldoInicial;  // owed to the authority before
    Importe enterado;      // paid to the authority by egresses
    Importe porEnterar;    // owed at the end
    Importe diferencia;    // against the account; not 0: somebody posted there by hand
    std::vector<IvaRetenidoMes> meses;
    std::vector<IvaRetenidoProveedor> proveedores;
};
DESCRIBE_STRUCT(IvaRetenido, (),
                (fechaInicial, fechaFinal, saldoInicial, base, iva, retenido, enterado, porEnterar, diferencia, meses,
                 proveedores))

// One tax of one document by one payment.
struct IvaRetenidoDetalle : CifrasRetenidas {
    Fecha fecha;                   // of the payment
    std::int64_t periodo{};        // whose declaration carries it
    std::int64_t transaccionId{};  // the payment
    std::string folio;
    std::int64_t transaccionId2{};  // whose tax it is
    engine::TipoDeDocumento tipoDocumento;
    std::string folio2;
    Fecha fecha2;
    std::string uuid;
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string rfc;
    Tasa tasa;
    Importe retenidoDocumento;  // of the whole document, in its currency
    Importe pagadoDocumento;    // … of which this much is paid by now
    std::string moneda;         // of the document
    bool cancelacion{};
};
DESCRIBE_STRUCT(IvaRetenidoDetalle, (),
                (fecha, periodo, transaccionId, folio, transaccionId2, tipoDocumento, folio2, fecha2, uuid, proveedorId,
                 proveedor, rfc, tasa, base, iva, retenido, retenidoDocumento, pagadoDocumento, moneda, cancelacion))

struct IvaRetenidoAnalisis : CifrasRetenidas {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe diferencia;
    std::vector<IvaRetenidoDetalle> detalle;
};
DESCRIBE_STRUCT(IvaRetenidoAnalisis, (), (fechaInicial, fechaFinal, base, iva, retenido, diferencia, detalle))

IvaRetenido consultar_iva_retenido(const Context&, const IvaRetenidoPedido&);
IvaRetenidoAnalisis analizar_iva_retenido(const Context&, const IvaRetenidoPedido&);

void register_iva_retenido(api::Operations& ops);

}  // namespace cacao
