#pragma once
// Whether the figures of a document follow from each other, within the limits that the authority gives them (Anexo 20, guide of
// filling in; matrix of errors of CFDI 4.0).

#include "fiscal/cfdi.hpp"
#include "fiscal/esquema.hpp"
#include "fiscal/exacto.hpp"
#include "fiscal/veredicto.hpp"

namespace cacao::fiscal {

void revisar_aritmetica(const Cfdi& cfdi, const Esquema& esquema, Veredicto& veredicto);

// The least and the most that a product of printed figures may be printed as, with so many decimals: each figure stands for
// anything that would be printed the same. In millionths.
struct LimitesImpresos {
    __int128 minimo, maximo;
};
LimitesImpresos limites_de_importe(Impreso<Cantidad> cantidad, Impreso<Precio> precio, int decimales);
LimitesImpresos limites_de_impuesto(Impreso<Importe> base, Tasa tasa, int decimales);

// Works out figures of a node; where they are too large to be, it says that nobody can tell.
template <class F>
void cuenta(Veredicto& v, const Nodo* nodo, F f) {
    try {
        f();
    } catch (const Desborde&) {
        v.hallar(Falla::cifra_no_verificada, *nodo);
    }
}

}  // namespace cacao::fiscal
