#pragma once
// Whether the figures of the complement of payments follow from each other (SAT, Pagos 2.0 and 1.0).

#include "fiscal/cfdi.hpp"
#include "fiscal/veredicto.hpp"

namespace cacao::fiscal {

void revisar_pagos(const Cfdi& cfdi, Veredicto& veredicto);

}  // namespace cacao::fiscal
