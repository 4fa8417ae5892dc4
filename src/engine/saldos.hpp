#pragma once
// What documents still have open, and the sums of it kept per contact.

#include "api/context.hpp"
#include "base/decimal.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::engine {

struct SaldoAbierto {
    std::int64_t transaccionId = 0;
    std::string naturaleza;  // cobrar, pagar, favorCliente, favorProveedor
    std::int64_t entidadId = 0;
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    std::int64_t cuentaId = 0;  // the control account that carries it
    Importe total;
    Importe totalLocal;
};

// A document's balance begins at its total.
void abrir_saldo(Context& ctx, const SaldoAbierto& saldo);

// Adds to what is kept of a contact. Late in the transaction: it is one row that others want as well.
void sumar_saldo_contacto(Context& ctx, std::int64_t entidadId, std::string_view naturaleza, std::string_view moneda,
                          Importe importe, Importe local);

}  // namespace cacao::engine
