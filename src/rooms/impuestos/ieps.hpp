#pragma once
// IEPS charged and IEPS that can be credited, by rate or quota, on a cash basis.

#include "api/operations.hpp"

#include <string>
#include <vector>

namespace cacao {

struct IepsPedido {
    FechaDmy fechaInicial;
    FechaDmy fechaFinal;
};
DESCRIBE_STRUCT(IepsPedido, (), (fechaInicial, fechaFinal))

// In the organization's currency; of quotas, `base` is litres or pieces.
struct IepsPorTasa {
    std::string factor;
    Tasa tasa;
    Importe baseCobrada;
    Importe cobrado;
    Importe basePagada;
    Importe acreditable;
    Importe alCosto;  // paid and not credited
};
DESCRIBE_STRUCT(IepsPorTasa, (), (factor, tasa, baseCobrada, cobrado, basePagada, acreditable, alCosto))

struct Ieps {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe cobrado;
    Importe acreditable;
    Importe alCosto;
    Importe resultado;
    Importe diferencia;  // of both against their accounts; not 0: somebody posted there by hand
    std::vector<IepsPorTasa> tasas;
};
DESCRIBE_STRUCT(Ieps, (), (fechaInicial, fechaFinal, cobrado, acreditable, alCosto, resultado, diferencia, tasas))

Ieps consultar_ieps(const Context&, const IepsPedido&);

void register_ieps(api::Operations& ops);

}  // namespace cacao
