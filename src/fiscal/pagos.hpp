#pragma once
// The figures of the complement of payments (SAT, Pagos 2.0 and 1.0): whether those of a document follow from each other, and
// those of one that is going to be issued.

#include "fiscal/cfdi.hpp"
#include "fiscal/comprobante.hpp"
#include "fiscal/veredicto.hpp"

#include <span>
#include <vector>

namespace cacao::fiscal {

void revisar_pagos(const Cfdi& cfdi, Veredicto& veredicto);

// Payments with what each paid of its documents. Of a document the base of each tax is its share of what was paid, at six
// decimals, and the tax that base at the rate, at six too (CRP20261); a base of nothing is left out. Adds what cannot be.
PagosCfdi armar_pagos(std::span<const PagoDado> pagos, const Esquema& esquema, std::vector<Hallazgo>& hallazgos);

// The taxes of each payment and the totals in pesos, of the printed figures of the documents: exact sums, each divided by its
// equivalence, rounded once (CRP20268).
void sumar_pagos(PagosCfdi& pagos);

}  // namespace cacao::fiscal
