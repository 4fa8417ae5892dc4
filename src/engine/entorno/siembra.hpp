#pragma once
// What every organization starts with: a chart of accounts tied to the SAT grouping codes, which account plays which part, its
// settings, a branch with a warehouse and cash, units, forms of payment and a few concepts.

#include "db/db.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::engine {

// Code of the first branch; users that belong to no other work there.
inline constexpr std::string_view sucursal_matriz = "MATRIZ";

struct Sembrado {
    std::int64_t sucursalId = 0;
    std::int64_t almacenId = 0;
    std::int64_t almacenTransitoId = 0;
    std::int64_t almacenMermaId = 0;
    std::int64_t cuentaBancariaId = 0;  // cash in the organization's currency
    std::int64_t bancoId = 0;           // its bank account, in the same
    std::int64_t unidadMedidaId = 0;    // piece
};

// Inside the transaction that creates the organization of `tx`, whose row is there already: the branch takes its time zone.
Sembrado sembrar(db::Writer& tx, const std::string& codigoPostal);

// Where somebody works of whom nothing else is known: the first branch that is active, MATRIZ before others; 0 when there is
// none.
std::int64_t sucursal_predeterminada(db::Reader& tx);

}  // namespace cacao::engine
