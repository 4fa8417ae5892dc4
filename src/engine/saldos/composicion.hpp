#pragma once
// Of which taxes an amount is made: what a credit takes off a document is taken off the taxes that it credits, not off all of
// them.

#include "db/db.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/cualidades.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine {

struct ClaveImpuesto {
    std::string impuesto;
    std::string factor;
    Tasa tasa;
    friend auto operator<=>(const ClaveImpuesto&, const ClaveImpuesto&) = default;
};
struct BaseImporte {
    Importe base;
    Importe importe;
    Importe alCosto = {};  // of `importe`: what is cost …
    Importe renta = {};    // … and what is withheld of rent
};
using Composicion = std::map<ClaveImpuesto, BaseImporte>;

// What stands behind it with its taxes: every amount is the base of one VAT, or of none.
Importe valor(const Composicion& composicion);

// With the taxes of a line; what bears no VAT is not its object.
void sumar(Composicion& composicion, const std::vector<ImpuestoPartida>& impuestos, Importe neto);

// What a credit, a write-off or a companion takes off one document, by its lines or as a whole. One in another currency than the
// document's settles it as money does, and takes off nothing.
struct Acreditado {
    bool propio = false;  // it is about this document
    bool entero = false;  // … and about no other
    Importe total;
    Composicion composicion;
};
Acreditado acreditado_de(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId);
// The documents that its lines are about.
std::vector<std::int64_t> acreditados_por(db::Reader& tx, std::int64_t creditoId);
// Those in force that take something off a document: credits, companions, write-offs, in its currency; by rising identifier.
std::vector<std::int64_t> creditos_de(db::Reader& tx, std::int64_t documentoId);

// What is open of each tax of a document.
Composicion abierta_de(db::Reader& tx, std::int64_t transaccionId);
// What applications in force of one document to another moved of the taxes of `de`, one of the two.
Composicion movida_por(db::Reader& tx, std::int64_t pagoId, std::int64_t documentoId, std::int64_t de);
// And one of them alone.
Composicion movida_por(db::Reader& tx, std::int64_t aplicacionId, std::int64_t de);

// What applications in force of a credit settled of a document.
Importe aplicado_a(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId);

// What was collected, or paid, of each tax of a document, without what its credits took off or gave back. Never below zero nor
// beyond what is left of the document by its credits.
Composicion cobrada_de(db::Reader& tx, std::int64_t documentoId);
// A figure with what it came to in the organization's currency.
struct Cifra {
    Importe importe;
    Importe local;
    // What a part of it comes to there.
    Importe de(Importe parte, int decimales) const;
    friend Cifra operator+(Cifra a, Cifra b) { return {a.importe + b.importe, a.local + b.local}; }
    friend Cifra operator-(Cifra a, Cifra b) { return {a.importe - b.importe, a.local - b.local}; }
};
// The same as it counts: bases, and taxes without what is cost.
struct Cobrado {
    Cifra base;
    Cifra importe;
};
struct Cobranza {
    Cobrado pagado;  // by whatever pays it
    Cobrado queda;   // … without what its credits gave back: its share
};
std::map<ClaveImpuesto, Cobranza> cobrado_en_local(db::Reader& tx, std::int64_t documentoId);
// What a credit gave back of it, and has not taken of the document again. Nothing where it is about several: nobody knows of
// which.
std::map<ClaveImpuesto, Cobrado> devuelto_por(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId);

// What of a credit is for a document that it is about, and owed there: it goes there before it goes anywhere else.
struct Apartado {
    std::int64_t documentoId = 0;
    Importe importe;
};
std::vector<Apartado> apartados_de(db::Reader& tx, std::int64_t creditoId);
// Of what such a credit has open of each tax, what may go elsewhere: what is not open any more of what it is about. Nothing where
// nothing is put aside, and all of it may.
std::optional<Composicion> libre_de(db::Reader& tx, std::int64_t creditoId);

// What was charged of each tax of a document, less what its credits take off, write-offs included or not. Below zero where those
// are too much.
Composicion neta_de(db::Reader& tx, std::int64_t documentoId, bool con_perdones);

// What of each tax goes with a part of a document's open balance that is let go: in proportion to what is open of each, but not
// what a credit takes off, nor what is `apartada` for one. One line.
CifrasPartida parte_perdonada(db::Reader& tx, std::int64_t documentoId, Importe importe, Importe saldo, int decimales,
                              const Composicion& apartada);

// Below zero where more is taken away than there is.
Composicion sin(Composicion a, const Composicion& b);
// Figure by figure; nothing goes below zero.
Composicion menos(Composicion a, const Composicion& b);
Composicion comun(const Composicion& a, const Composicion& b);
Composicion mas(Composicion a, const Composicion& b);
bool vacia(const Composicion& c);
// As much as rounding each of its figures may come to.
Importe redondeos_de(const Composicion& c, int decimales);
// Of one tax of which `abierta` is left of `entera`, the part that `importe` is of `saldo`.
BaseImporte parte_abierta(const ClaveImpuesto& clave, const BaseImporte& abierta, const BaseImporte& entera, Importe importe,
                          Importe saldo, int decimales);
// As much of it as `importe` holds, of each tax in proportion.
Composicion recortada(const Composicion& c, Importe importe, int decimales);
// What is cost, and what is of rent, of a part of a tax of which `abierta` is open: neither more than the part, nor so little
// that what it leaves could not hold the rest.
void acotar_clases(BaseImporte& parte, const BaseImporte& abierta);
// Nothing below zero, nor any class of a tax more than the tax.
bool cabal(const BaseImporte& x);
// What of a tax is less than nothing, of each class of it too; with the base that goes with that, of `entera`.
BaseImporte falta_de(const BaseImporte& x, const BaseImporte& entera, int decimales);
// Whether something took of a tax what is cost, or of rent, or what is not, beyond its own, while the other is open.
bool trocadas(const Composicion& tomada, const Composicion& propia, const Composicion& abierta);

}  // namespace cacao::engine
