#pragma once
// Parts of a figure: how what several documents or payments share among them is rounded. A part takes what all parts in force,
// itself included, come to, less what those before took, within what the authority takes for its own base; what that leaves goes
// to the next one. So the last takes what is left, also after some were cancelled, and none carries a residue that could not be
// stamped (decision 32).

#include "engine/precios/impuestos.hpp"

namespace cacao::engine {

// Between which amounts a figure must be.
struct Limites {
    Importe menor;
    Importe mayor;
    friend bool operator==(const Limites&, const Limites&) = default;
};
inline bool esta_en(const Limites& l, Importe i) { return l.menor <= i && i <= l.mayor; }

// A tax on its base, down or up to the currency's decimals. The base of a quota is a quantity, with six decimals.
Limites limites_exactos(Factor factor, Tasa tasa, Importe base, int decimales);
// As the authority takes it: half a unit of the base more, or less (Anexo 20: CFDI40180 of what is transferred, CFDI40186 of what
// is withheld).
Limites limites_de_la_autoridad(Factor factor, Tasa tasa, Importe base, int decimales);
// Quantity × price.
Limites limites_exactos(Cantidad cantidad, Precio precio, int decimales);

// Of a figure, what the parts in force come to with the one that comes now, which are `hasta` of `total`, less what was taken.
Importe parte_acumulada(Importe entero, std::int64_t hasta, std::int64_t total, Importe tomado, int decimales);

// A tax that is shared out, and the part that comes now.
struct ImpuestoEnPartes {
    Factor factor{};
    Tasa tasa;
    Importe entero;      // of the whole …
    Importe baseEntera;  // … with its base
    Importe abierto;     // what is left of it …
    Importe baseAbierta;
    Importe base;      // of the part
    Importe objetivo;  // what it would take by rounding alone
};
// What the part takes: never below zero nor beyond what is left, and such that the part and, where it can be, what it leaves are
// within the limits. Where not even the whole is (many small lines, each rounded), every part has its share of that.
Importe parte_de_impuesto(const ImpuestoEnPartes& p, int decimales);

}  // namespace cacao::engine
