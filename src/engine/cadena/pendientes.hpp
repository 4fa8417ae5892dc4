#pragma once
// What waits for goods, kept by line so that adding it up costs what is open and not what was ever ordered: orders of customers
// (demand), orders to suppliers (supply) and transfers on their way.

#include "api/context.hpp"
#include "base/decimal.hpp"
#include "engine/tipos/documento.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace cacao::engine {

// Nothing for a kind whose lines wait for nothing.
inline const Espera* espera_de(const Documento& tipo) { return tipo.espera.clase.empty() ? nullptr : &tipo.espera; }

// A source line was used up to the last, or something of it was given back: it waits while its progress is short of it. Lines
// that wait for another progress stay as they are. What was delivered waits for its invoice (porFacturar), and lists are told of what
// is to be invoiced (abiertas.hpp).
void esperar(Context& ctx, std::int64_t transaccionId, std::int64_t numeroPartida, Avance avance);
// The document was cancelled or closed.
void dejar_de_esperar(Context& ctx, const Documento& tipo, std::int64_t transaccionId);
// Goods that were sent to a transit warehouse are expected in this one.
void esperar_envio(Context& ctx, std::int64_t transaccionId, std::int64_t almacenFinalId);

struct Pendientes {
    Cantidad pedido;  // customers wait for it
    Cantidad orden;   // suppliers owe it
    Cantidad entra;   // on its way here
    Cantidad sale;    // on its way from here
};
using LugarDeProducto = std::pair<std::int64_t, std::int64_t>;  // product and warehouse

// One trip, whatever the number of places. A place where nothing waits has no entry.
std::map<LugarDeProducto, Pendientes> pendientes_de(db::Reader& tx, const std::vector<LugarDeProducto>& lugares);

}  // namespace cacao::engine
