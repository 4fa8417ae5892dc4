#pragma once
// Balances of accounts over any range of days, from the kept months and the edges that months do not cover.

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "db/db.hpp"
#include "engine/tipos/cuentas.hpp"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace cacao::engine {

struct SaldoDeCuenta {
    Importe inicial;  // debit positive
    Importe cargos;
    Importe abonos;

    void sumar(const SaldoDeCuenta& s) { inicial += s.inicial, cargos += s.cargos, abonos += s.abonos; }
};

struct BalanzaPedida {
    Fecha desde;
    Fecha hasta;
    std::optional<std::int64_t> sucursalId;
    std::optional<std::int64_t> proyectoId;
    bool desde_cierre = false;  // the range begins with month 13 of the year of `desde`, behind all of its days
    bool con_cierre = true;     // whether months 13 whose year ends in the range count; those before it always do
};

// Month 13 of the year of a day: 202513.
std::int64_t cierre_de(Fecha fecha);

// Accounts that take entries, each with what it had and what moved. Costs what the company has accounts and months, not
// documents.
std::map<std::int64_t, SaldoDeCuenta> balanza(db::Reader& tx, const BalanzaPedida& pedida);

// Accounts that play a part in any scope, or played it.
std::vector<std::int64_t> cuentas_de_papel(db::Reader& tx, Cuenta papel);
// What the books say of some parts together. An account that lost its part goes on carrying what was posted while it had it, so
// it counts too; one that got it late counts from then on.
SaldoDeCuenta saldo_de_papeles(db::Reader& tx, std::initializer_list<Cuenta> pedidos, Fecha desde, Fecha hasta);
// The same, account by account; and without what documents of a kind, dated and posted in the range, did to them.
std::map<std::int64_t, SaldoDeCuenta> saldos_de_papeles(db::Reader& tx, std::initializer_list<Cuenta> pedidos, Fecha desde,
                                                        Fecha hasta);
SaldoDeCuenta saldo_de_papeles_sin(db::Reader& tx, std::string_view tipo, std::initializer_list<Cuenta> pedidos, Fecha desde,
                                   Fecha hasta);
// What documents of a kind, dated and posted in the range, did to each account.
std::map<std::int64_t, SaldoDeCuenta> movido_por(db::Reader& tx, std::string_view tipo, Fecha desde, Fecha hasta);

}  // namespace cacao::engine
