#pragma once
// What every organization starts with: a chart of accounts tied to the SAT grouping codes, which account plays which part, its
// settings, a branch with a warehouse and cash, units, forms of payment and a few concepts.

#include "db/db.hpp"

#include <cstdint>
#include <string>

namespace cacao::engine {

struct Sembrado {
    std::int64_t sucursalId = 0;
    std::int64_t almacenId = 0;
    std::int64_t almacenTransitoId = 0;
    std::int64_t cuentaBancariaId = 0;  // cash in the organization's currency
    std::int64_t unidadMedidaId = 0;    // piece
};

// Inside the transaction that creates the organization of `tx`.
Sembrado sembrar(db::Writer& tx, const std::string& codigoPostal);

}  // namespace cacao::engine
