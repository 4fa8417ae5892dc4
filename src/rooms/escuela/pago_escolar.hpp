#pragma once
// Payments by reference: a deposit of whoever is charged, applied to what is oldest, with what is let off for being early and
// charged for being late worked out at that moment, as the statement showed it.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/pedidos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PagoEscolarNuevo {
    Texto<30, 1> referencia;
    Id cuentaBancariaId;
    std::optional<IdOpcional> formaPagoId;
    std::optional<Fecha> fecha;
    Importe importe;
    std::optional<IdOpcional> sucursalId;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(PagoEscolarNuevo, (),
                (referencia, cuentaBancariaId, formaPagoId, fecha, importe, sucursalId, referenciaExterna, notas))

// What a payment did to one line that was open.
struct CargoPagado {
    std::int64_t transaccionId{};
    std::string folio;
    std::int64_t numeroPartida{};
    std::int64_t alumnoId{};
    std::string alumno;
    std::string descripcion;
    Importe saldoAnterior;
    Importe prontoPago;
    std::int64_t descuentoId{};  // the credit note, or 0
    Importe recargo;
    std::int64_t recargoId{};  // the note of the surcharge, or 0
    Importe aplicado;          // of the deposit, to the line and its surcharge
    Importe saldo;             // of both, afterwards
};
DESCRIBE_STRUCT(CargoPagado, (),
                (transaccionId, folio, numeroPartida, alumnoId, alumno, descripcion, saldoAnterior, prontoPago, descuentoId,
                 recargo, recargoId, aplicado, saldo))

struct PagoEscolar {
    std::int64_t transaccionId{};  // the deposit
    std::string folio;
    Fecha fecha;
    std::int64_t clienteId{};
    std::string referencia;
    std::string moneda;
    Importe importe;
    Importe aplicado;    // now
    Importe porAsignar;  // stays in favour of the customer
    std::vector<CargoPagado> cargos;
};
DESCRIBE_STRUCT(PagoEscolar, (),
                (transaccionId, folio, fecha, clienteId, referencia, moneda, importe, aplicado, porAsignar, cargos))

// Deposits that were registered with a reference and wait.
struct DepositosPorReferencia {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DESCRIBE_STRUCT(DepositosPorReferencia, (), (fechaInicial, fechaFinal))

// One that could not be applied; it waits as it did.
struct DepositoRechazado {
    std::int64_t transaccionId{};
    std::string folio;
    Fecha fecha;
    std::string referencia;
    JsonCrudo errores;
};
DESCRIBE_STRUCT(DepositoRechazado, (), (transaccionId, folio, fecha, referencia, errores))

struct DepositosAsignados {
    std::vector<PagoEscolar> pagos;
    std::vector<DepositoRechazado> rechazados;
    bool quedan{};  // more wait: ask again
};
DESCRIBE_STRUCT(DepositosAsignados, (), (pagos, rechazados, quedan))

PagoEscolar registrar_pago_escolar(Context&, const PagoEscolarNuevo&);
// Each deposit is applied by itself, so that one that is refused leaves the others.
DepositosAsignados preparar_depositos_escolares(const Context&, const DepositosPorReferencia&);
DepositosAsignados asignar_depositos_escolares(Context&, const DepositosPorReferencia&, const DepositosAsignados& hecho);
engine::Cancelado cancelar_pago_escolar(Context&, const engine::CancelacionPedida&);

void register_pago_escolar(api::Operations&);

}  // namespace cacao
