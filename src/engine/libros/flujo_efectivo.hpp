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

// SQL: whether the entry in `columna` revalues balances at the end of a month, or takes that back. Revaluations move no money:
// what is booked of own accounts changes, and their other rows are about what contacts owe.
std::string de_revaluacion_sql(std::string_view columna);

// A row of an entry, as a statement of cash looks at it.
struct AsientoDeFlujo {
    std::int64_t polizaId{};
    std::int64_t renglon{};
    std::int64_t transaccionId{};
    Fecha fecha;
    std::int64_t cuentaId{};
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    Importe importe;  // debit positive
    bool al_reves{};  // of an entry that takes another one back
    bool revaluacion{};
};

// Every row of the entries that revalue, posted in those days; month 13 left out, here and below.
std::vector<AsientoDeFlujo> asientos_de_revaluacion(db::Reader& tx, Fecha desde, Fecha hasta);

// Every row of the entries with some row on one of those accounts, each entry once; those that revalue left out. `con_efectivo`:
// of those that move cash alone. Costs what the accounts moved: entries are looked up by day and account, in the months that have
// any.
std::vector<AsientoDeFlujo> asientos_con(db::Reader& tx, const std::vector<std::int64_t>& cuentas, bool con_efectivo, Fecha desde,
                                         Fecha hasta);

}  // namespace cacao::engine
