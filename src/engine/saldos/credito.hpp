#pragma once
// How far a customer has gone into the credit that was granted: what is owed, what was delivered and is still to be invoiced and,
// where the organization counts them, what is ordered.

#include "api/sesion.hpp"
#include "base/decimal.hpp"
#include "db/db.hpp"
#include "engine/tipos/naturaleza.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cacao::engine {

// In the organization's currency.
struct Exposicion {
    Importe saldo;        // what the customer owes, less what is unassigned in the customer's favour
    Importe porFacturar;  // delivered and not invoiced, taxes included: at the price of its order or, without one, of the lists
                          // on the day of the delivery
    Importe pedidos;      // of open orders, what is neither delivered nor invoiced
    Importe total() const { return saldo + porFacturar + pedidos; }
};

struct SaldoCreditoFila {
    Naturaleza naturaleza{};
    Importe saldoLocal;
};
DESCRIBE_STRUCT(SaldoCreditoFila, (), (naturaleza, saldoLocal))
struct EntregadoFila {
    Importe valor;
    Cantidad cantidad;
    Cantidad facturado;
    std::int64_t origenId = 0;
    std::int64_t origenPartida = 0;
    Cantidad aparte;  // of the order line, invoiced without goods and not delivered by that invoice
    int decimales = 2;
};
DESCRIBE_STRUCT(EntregadoFila, (), (valor, cantidad, facturado, origenId, origenPartida, aparte, decimales))
struct PedidoAbiertoFila {
    Importe total;
    Precio tipoCambio;
    Cantidad cantidad;
    Cantidad entregado;
    Cantidad facturado;
    int decimales = 2;
};
DESCRIBE_STRUCT(PedidoAbiertoFila, (), (total, tipoCambio, cantidad, entregado, facturado, decimales))

// The rows that an exposure is added up of: there after settle(), so they must stay where they are.
struct FilasDeCredito {
    std::vector<SaldoCreditoFila> saldos;
    std::vector<EntregadoFila> entregado;
    std::vector<PedidoAbiertoFila> pedidos;
};
void pedir_exposicion(db::Reader& tx, std::int64_t entidadId, FilasDeCredito& filas);
Exposicion sumar_exposicion(const FilasDeCredito& filas);
// Both at once. Counts what this transaction wrote.
Exposicion exposicion(db::Reader& tx, std::int64_t entidadId);

// The right to sell beyond a limit, and the operation that sets it.
inline constexpr std::string_view derecho_de_credito = "CreditoAutorizar";
inline constexpr std::string_view grupo_de_credito = "Contactos";
bool puede_autorizar_credito(const api::Sesion& sesion);

}  // namespace cacao::engine
