#pragma once
// Balances of accounts over any range of days, from the kept months and the edges that months do not cover.

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace cacao::engine {

struct SaldoDeCuenta {
    Importe inicial;  // debit positive
    Importe cargos;
    Importe abonos;
};

struct BalanzaPedida {
    Fecha desde;
    Fecha hasta;
    std::optional<std::int64_t> sucursalId;
    std::optional<std::int64_t> proyectoId;
    bool con_cierre = true;  // whether month 13 of the last year counts, when the range reaches its end
};

// Accounts that take entries, each with what it had and what moved. Costs what the company has accounts and months, not
// documents.
std::map<std::int64_t, SaldoDeCuenta> balanza(db::Reader& tx, const BalanzaPedida& pedida);

}  // namespace cacao::engine
