#pragma once
// Income tax that we withheld and owe to the authority, when suppliers are paid: of services and of rent, by supplier and month.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct IsrRetenidoPedido {
    FechaDmy fechaInicial;
    FechaDmy fechaFinal;
    std::optional<IdOpcional> proveedorId;  // 0 or none: of all, and compared with the books
};
DESCRIBE_STRUCT(IsrRetenidoPedido, (), (fechaInicial, fechaFinal, proveedorId))

enum class ConceptoDeIsr : std::uint8_t { servicios, arrendamiento };
DESCRIBE_ENUM(ConceptoDeIsr, servicios, arrendamiento)

// In the organization's currency, at the rate of the payment.
struct IsrRetenidoFila {
    std::int64_t periodo{};
    Fecha vencimiento;  // when it is to be paid to the authority
    Nombrado<ConceptoDeIsr> concepto;
    std::int64_t proveedorId{};
    std::string proveedor;
    std::string rfc;
    Importe base;
    Importe retenido;
};
DESCRIBE_STRUCT(IsrRetenidoFila, (), (periodo, vencimiento, concepto, proveedorId, proveedor, rfc, base, retenido))

struct IsrRetenido {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe saldoInicial;  // owed to the authority before
    Importe base;
    Importe retenido;
    Importe enterado;    // paid to the authority by egresses
    Importe porEnterar;  // owed at the end
    Importe diferencia;  // against the accounts; not 0: somebody posted there by hand
    std::vector<IsrRetenidoFila> retenciones;
};
DESCRIBE_STRUCT(IsrRetenido, (),
                (fechaInicial, fechaFinal, saldoInicial, base, retenido, enterado, porEnterar, diferencia, retenciones))

IsrRetenido consultar_isr_retenido(const Context&, const IsrRetenidoPedido&);

void register_isr_retenido(api::Operations& ops);

}  // namespace cacao
