#pragma once
// What is open, by how long it is due.

#include "base/decimal.hpp"
#include "reflect/describe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

struct Rango {
    std::int64_t desde{};               // days past due
    std::optional<std::int64_t> hasta;  // none: and more
    Importe importe;
};
DESCRIBE_STRUCT(Rango, (), (desde, hasta, importe))

struct AntiguedadTotal {
    std::string moneda;
    Importe porVencer;
    std::vector<Rango> rangos;
    Importe vencido;
    Importe total;
    Importe sinAsignar;
    Importe neto;
};
DESCRIBE_STRUCT(AntiguedadTotal, (), (moneda, porVencer, rangos, vencido, total, sinAsignar, neto))

// Days past due at which a bucket ends, ascending; the last bucket has no end.
std::vector<Rango> rangos_de(const std::vector<std::int64_t>& limites);
inline const std::vector<std::int64_t> limites_de_costumbre{30, 60, 90};

// A day late is 1; what is due today is not late.
void sumar(AntiguedadTotal& total, std::int64_t dias, Importe importe, bool a_favor);

}  // namespace cacao::engine
