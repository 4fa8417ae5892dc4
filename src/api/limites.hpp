#pragma once
// Limits by amount: up to how much a role may use an operation.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cacao {

struct UsoConLimite {
    std::string_view operacion;  // OrdenCompraAutorizar
    std::string_view grupo;      // … and its group: Compras
    std::string_view moneda;     // of the document
    Importe importe;
    std::string_view monedaLocal;  // the organization's
    Importe importeLocal;
};

// What one of the caller's roles allows of an operation, in one currency.
struct LimitePropio {
    std::int64_t rolId{};
    std::string moneda;  // empty: the role has no limit on this operation
    Importe importe;
};
DESCRIBE_STRUCT(LimitePropio, (), (rolId, moneda, importe))

// Of every role by which the caller may use the operation, roles one after the other.
std::vector<LimitePropio> limites_propios(const Context& ctx, std::string_view operacion, std::string_view grupo);

// Refuses (excede_limite) what is above the limit of every role by which the caller may use the operation. A role without a limit
// allows any amount; one with a limit in another currency than the document's is asked in the organization's, and where it has
// none there either, allows nothing.
void exigir_limite(const Context& ctx, const UsoConLimite& uso, std::string_view campo = "/id");

}  // namespace cacao
