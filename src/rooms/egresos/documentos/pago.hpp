#pragma once
// How money leaves an own account: what the payment method asks for, the number of the cheque, and the egress itself.

#include "engine/emision/solicitud.hpp"

#include <cstdint>
#include <string>

namespace cacao {

// What a payment method asks of an egress. Without a method nothing is asked.
struct PagoPedido {
    std::int64_t formaPagoId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::string_view referencia;
    std::string campo_forma = "/formaPagoId";
    std::string campo_referencia = "/referencia";
};

// Whether the method numbers its payments. A method by which no money leaves, of another currency than the account's, or whose
// reference is missing, is a fault.
bool revisar_forma_pago(db::Reader& tx, const PagoPedido& pago, Faltas& faltas);

// The next cheque of an account, for an egress just registered: the row of the account stays locked until the commit, so that
// none is skipped and none taken twice.
std::int64_t tomar_cheque(Context& ctx, std::int64_t transaccionId, std::int64_t cuentaBancariaId);

struct Pagado {
    engine::Emitido egreso;
    std::int64_t consecutivo = 0;  // of the cheque, or 0
};

// Registers an egress, its cheque where `con_cheque` says so, and what each of its lines pays: `de_solicitud` has, for each, the
// line of the request in `solicitud.origenId`, where there is one.
Pagado pagar(Context& ctx, const engine::SolicitudEgreso& solicitud, bool con_cheque,
             const std::vector<std::int64_t>& de_solicitud = {});

// What is asked of a payable by requests that are not paid yet cannot be more than its balance. Call it with the lock of the
// balance, which whoever applies a payment holds too. `excepto` is the request that is being changed, or 0.
struct Comprometido {
    Importe saldo;
    Importe solicitado;
};
Comprometido comprometido(db::Reader& tx, std::int64_t transaccionIdCompra, std::int64_t excepto = 0);

}  // namespace cacao
