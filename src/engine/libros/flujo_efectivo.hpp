#pragma once
// Money in hand and in banks, and where it came from and went to: of every entry that moves it, what the other rows say. Kept by
// month, so that a statement of cash costs what the company has accounts and months.

#include "engine/libros/balanza.hpp"

#include <map>
#include <string>
#include <string_view>

namespace cacao::engine {

// SQL: whether the entry in `columna` moves cash (of the organization $1).
std::string con_efectivo_sql(std::string_view columna);

// Accounts on the other side of cash, debit positive: what left through them less what came. All of them together are the change
// of cash with its sign turned. Month 13 does not count: closes move no cash.
std::map<std::int64_t, Importe> contrapartidas_de_efectivo(db::Reader& tx, const BalanzaPedida& pedida);

}  // namespace cacao::engine
