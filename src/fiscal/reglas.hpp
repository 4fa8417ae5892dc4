#pragma once
// What the kind of a document allows and asks for (SAT, Anexo 20 and its guides; matrix of errors of CFDI 4.0).

#include "fiscal/cfdi.hpp"
#include "fiscal/veredicto.hpp"

namespace cacao::fiscal {

void revisar_reglas(const Cfdi& cfdi, Veredicto& veredicto);

}  // namespace cacao::fiscal
