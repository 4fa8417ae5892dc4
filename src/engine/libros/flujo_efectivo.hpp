#pragma once
// Money in hand and in banks, and where it came from and went to.

#include <string>
#include <string_view>

namespace cacao::engine {

// Whether an account is cash: those that the tax authority groups under 101 and 102.
constexpr bool es_efectivo(std::string_view codigoAgrupador) {
    const auto grupo = codigoAgrupador.substr(0, 3);
    return grupo == "101" || grupo == "102";
}

// SQL: whether the entry in `columna` moves cash (of the organization $1).
std::string con_efectivo_sql(std::string_view columna);

}  // namespace cacao::engine
