#pragma once
// Settling: what a payment, a credit or a compensation pays of documents, and the undoing of it.

#include "api/context.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

struct AplicacionPedida {
    std::string campo;                // /asignaciones/0
    std::int64_t transaccionId = 0;   // the document to settle
    Importe importe;                  // in the currency of the payment
    std::optional<Importe> importe2;  // in the document's; needed when the currencies differ and neither is the organization's
    std::string_view campo_documento = "/transaccionId";  // what the operation calls them
    std::string_view campo_importe = "/importe";
    bool restituye = false;  // it returns to where it was before something was undone, whatever becomes of the document
};
struct Aplicado {
    std::int64_t aplicacionId = 0;
    std::int64_t transaccionId = 0;
    Importe importe;
    Importe importe2;
    Importe saldo;  // of the document, afterwards
};
DESCRIBE_STRUCT(Aplicado, (), (aplicacionId, transaccionId, importe, importe2, saldo))

// Settles documents with a deposit, egress, credit or compensation: both balances, the tax that becomes collected or paid and the
// exchange difference move together.
std::vector<Aplicado> aplicar(Context& ctx, std::int64_t pagoId, const std::vector<AplicacionPedida>& pedidas,
                              std::optional<Fecha> fecha = {});
// Undoes one application, dated in an open period.
void desaplicar(Context& ctx, std::int64_t aplicacionId, std::optional<Fecha> fecha = {});
// The same of one that is made again at once: what it settled waits for that, and no credit takes it.
void soltar(Context& ctx, std::int64_t aplicacionId, Fecha fecha);
// What credits of a document in another currency gave back counts at what was paid of it. Where that is another by now, because a
// payment was undone or another credit cancelled, what a credit took of it again is taken once more, at what brings it there.
// Whoever calls this holds its balance.
void contar_lo_cobrado(Context& ctx, std::int64_t documentoId, Fecha fecha);

}  // namespace cacao::engine
