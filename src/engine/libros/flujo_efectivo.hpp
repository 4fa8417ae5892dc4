#pragma once
// Money in hand and in banks, and where it came from and went to: of every entry that moves it, what the other rows say. Kept by
// month, so that a statement of cash costs what the company has accounts and months.

#include "engine/libros/balanza.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::engine {

// Whether an account is cash: those that the tax authority groups under 101 and 102. An account with entries stays on its side.
constexpr bool es_efectivo(std::string_view codigoAgrupador) {
    const auto grupo = codigoAgrupador.substr(0, 3);
    return grupo == "101" || grupo == "102";
}
// The same in SQL, of the account in `alias`.
std::string efectivo_sql(std::string_view alias);
// All of them. Read when this process sees `papeles` (Ajustes::papeles; 0 asks for it) for the first time, remembered then: which
// accounts are cash changes with that number (renovar_papeles).
std::vector<std::int64_t> cuentas_de_efectivo(db::Reader& tx, std::int64_t papeles);
// SQL: whether the entry in `columna` moves cash (of the organization $1).
std::string con_efectivo_sql(std::string_view columna);

// Accounts on the other side of cash, debit positive: what left through them less what came. All of them together are the change
// of cash with its sign turned. Month 13 does not count: closes move no cash.
std::map<std::int64_t, Importe> contrapartidas_de_efectivo(db::Reader& tx, const BalanzaPedida& pedida);

// SQL: whether the entry in `columna` revalues balances at the end of a month, or takes that back.
std::string de_revaluacion_sql(std::string_view columna);
// Revaluations move no money: what is booked of own accounts changes, and their other rows are about what contacts owe. Takes
// them out of `flujo`; what they made of cash.
Importe apartar_revaluaciones(db::Reader& tx, const BalanzaPedida& pedida, std::map<std::int64_t, Importe>& flujo);

}  // namespace cacao::engine
