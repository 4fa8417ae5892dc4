#pragma once
// Lists whose rows show more than the header of every document.

#include "db/rows.hpp"
#include "engine/consulta/consulta.hpp"

#include <cstddef>
#include <deque>

namespace cacao::engine {

// Only documents of which something is left to pay or to assign.
inline constexpr OtroFiltro con_saldo{
    "d.transaccionId IN (SELECT s.transaccionId FROM saldo s WHERE s.organizacionId = $1 AND s.saldo > $)", 0};

// The page with what its kind keeps of its own, asked for in one trip: pedir(tx, transaccionId, Propio&), mostrar(resumen,
// Propio&).
template <class Propio, class Resumen, class Pedir, class Mostrar>
auto con_propios(const Context& ctx, Pagina<Resumen> pagina, Pedir pedir, Mostrar mostrar) {
    std::deque<Propio> propios;  // a deque does not move what the database will fill
    for (const Resumen& d : pagina.data) pedir(ctx.db(), d.transaccionId, propios.emplace_back());
    ctx.db().settle();
    std::size_t i = 0;
    return pagina.como([&](Resumen& d) { return mostrar(d, propios[i++]); });
}

}  // namespace cacao::engine
