#pragma once
// Where goods are sold from and where cash lies: what a route and a till must name.

#include "api/context.hpp"

#include <cstdint>
#include <string_view>

namespace cacao::engine {

// A warehouse of the branch that is neither transit nor shrinkage.
void exigir_almacen_de_venta(db::Reader& tx, std::int64_t sucursalId, std::int64_t almacenId, std::string_view campo,
                             Faltas& faltas);
// An own account of cash in the organization's currency.
void exigir_cuenta_de_caja(db::Reader& tx, std::int64_t cuentaBancariaId, std::string_view campo, Faltas& faltas);

}  // namespace cacao::engine
