#pragma once
// What the income tax law lets be deducted of each sort of asset in a year, at the most (LISR arts. 33 to 35), and of what
// amount (art. 36). The books may go by another rate.

#include "base/decimal.hpp"

#include <span>
#include <string_view>

namespace cacao {

struct TasaDeLey {
    std::string_view clave;
    std::string_view nombre;
    std::int64_t millonesimas = 0;  // a year
    std::string_view fundamento;
    std::int64_t tope = 0;  // of the amount that is deducted, in pesos; 0: none
    // Accounts of the chart that organizations start with; empty: none of it.
    std::string_view activo = {};
    std::string_view depreciacion = {};
    std::string_view gasto = {};
    Tasa tasa() const { return Tasa::de_micros(millonesimas); }
};

std::span<const TasaDeLey> tasas_de_ley();
const TasaDeLey* tasa_de_ley(std::string_view clave);  // nullptr: there is none of that name

}  // namespace cacao
