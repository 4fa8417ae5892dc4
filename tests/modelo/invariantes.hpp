#pragma once
// What always holds in the books of a company, counted from its rows; and its figures in a form that does not depend on
// identifiers, so that two databases can be compared.

#include "support/libro.hpp"

#include <string>

namespace cacao::test::modelo {

// One line per rule that does not hold; "" when all do.
std::string descuadres(Libro& libro);

// Trial balance, stock with its value, open balances.
std::string resumen(Libro& libro);

}  // namespace cacao::test::modelo
