#pragma once
// A few weeks of a trading company's life: every family of documents, two currencies, partial payments, returns, transfers,
// serials, lots, stock below zero, and cancellations of some of it. What checks the books as a whole starts from here.

#include "support/libro.hpp"

namespace cacao::test {

void comerciar(Libro& libro);

}  // namespace cacao::test
