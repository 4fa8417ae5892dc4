#pragma once
// Of which taxes an amount is made: what a credit takes off a document is taken off the taxes that it credits, not off all of
// them.

#include "db/db.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/cualidades.hpp"

#include <algorithm>
#include <compare>
#include <map>
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
};
using Composicion = std::map<ClaveImpuesto, BaseImporte>;

// What stands behind it with its taxes: every amount is the base of one VAT, or of none.
Importe valor(const Composicion& composicion);

// With the taxes of a line; what bears no VAT is not its object.
void sumar(Composicion& composicion, const std::vector<ImpuestoPartida>& impuestos, Importe neto);

// What a credit, a write-off or a companion takes off one document, by its lines or as a whole.
struct Acreditado {
    bool propio = false;  // it is about this document
    bool entero = false;  // … and about no other
    Importe total;
    Composicion composicion;
};
Acreditado acreditado_de(db::Reader& tx, std::int64_t creditoId, std::int64_t documentoId);
// The documents that its lines are about.
std::vector<std::int64_t> acreditados_por(db::Reader& tx, std::int64_t creditoId);
// Of which taxes `importe` of its total is.
Composicion parte_de(const Acreditado& acreditado, Importe importe, int decimales);

// A credit that settles a document now: of which taxes it is, and which it took. They differ where something of its own was paid
// before it came. What is about another document pays like money: what it took is its own.
struct CreditoEnVigor {
    std::int64_t aplicacionId = 0;
    std::int64_t creditoId = 0;
    Fecha fecha;
    Importe importe;
    int decimales = 2;
    Composicion propia = {};
    Composicion tomada = {};
};
DESCRIBE_STRUCT(CreditoEnVigor, (), (aplicacionId, creditoId, fecha, importe, decimales))  // what is read of it
std::vector<CreditoEnVigor> creditos_en_vigor(db::Reader& tx, std::int64_t documentoId);

// What is open of each tax of a document.
Composicion abierta_de(db::Reader& tx, std::int64_t transaccionId);

// The part of a document's open balance that `importe` is: one line, with what is open of each of its taxes in proportion.
CifrasPartida parte_abierta(db::Reader& tx, std::int64_t transaccionId, Importe importe, Importe saldo, int decimales);

}  // namespace cacao::engine
