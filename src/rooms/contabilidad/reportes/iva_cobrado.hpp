#pragma once
// VAT collected, by rate, on a cash basis: when money changes hands, in proportion.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"

#include <vector>

namespace cacao {

struct IvaCobradoPedido {
    FechaDmy fechaInicial;
    FechaDmy fechaFinal;
    std::optional<bool> conDetalle;
};
DESCRIBE_STRUCT(IvaCobradoPedido, (), (fechaInicial, fechaFinal, conDetalle))

// In the organization's currency, at the rate of the payment.
struct IvaPorTasas {
    Importe subtotal16;
    Importe impuesto16;
    Importe subtotal8;
    Importe impuesto8;
    Importe subtotal0;
    Importe subtotalExento;
    Importe subtotalNoObjeto;
    Importe subtotalOtras;  // rates of other years
    Importe impuestoOtras;
};
DESCRIBE_STRUCT(IvaPorTasas, (),
                (subtotal16, impuesto16, subtotal8, impuesto8, subtotal0, subtotalExento, subtotalNoObjeto, subtotalOtras,
                 impuestoOtras))

struct IvaCobradoDetalle : IvaPorTasas {
    Fecha fecha;
    std::int64_t transaccionId{};  // what collected it: deposit, advance, credit
    std::string folio;
    std::int64_t transaccionId2{};  // whose tax it is
    engine::TipoDeDocumento tipoDocumento;
    std::string folio2;
    std::int64_t entidadId{};
    std::string cliente;
    bool cancelacion{};
};
DESCRIBE_STRUCT(IvaCobradoDetalle, (IvaPorTasas),
                (fecha, transaccionId, folio, transaccionId2, tipoDocumento, folio2, entidadId, cliente, cancelacion))

struct IvaCobrado : IvaPorTasas {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe impuesto;    // of all rates
    Importe diferencia;  // against the account of VAT collected; not 0: somebody posted there by hand
    std::vector<IvaCobradoDetalle> detalle;
};
DESCRIBE_STRUCT(IvaCobrado, (IvaPorTasas), (fechaInicial, fechaFinal, impuesto, diferencia, detalle))

IvaCobrado consultar_iva_cobrado(const Context&, const IvaCobradoPedido&);

void register_iva_cobrado(api::Operations& ops);

}  // namespace cacao
