#pragma once
// A document that is going to be issued. What the books say (lines with their amounts and taxes, payments with what they paid)
// goes in; the same values that a document that was read has come out, printed so that the authority's limits hold (decision 51),
// and from these the XML. Amounts are never worked out anew: the document comes to what the books come to, to the cent.

#include "base/decimal.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/esquema.hpp"
#include "fiscal/veredicto.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao::fiscal {

// A tax of a line, or of a document that was paid.
struct ImpuestoDado {
    bool retencion = false;
    std::string impuesto;  // 001 ISR, 002 IVA, 003 IEPS
    std::string factor;    // Tasa, Cuota, Exento
    Tasa tasa;
    Importe base;  // of a quota: the quantity
    Importe importe;
};

// A line of the books. Its texts and keys, the third party, the customs documents, the property accounts and the students stand
// in `concepto`; the figures of that, and its taxes, are worked out here. Where `objetoImp` is empty it is that of the taxes.
struct LineaDada {
    ConceptoCfdi concepto;
    Cantidad cantidad;
    Precio precio;      // of a unit, without taxes
    Importe importe;    // before the discount, as the books have it: what the price gives, or a cent away
    Importe descuento;  // with promotions
    std::vector<ImpuestoDado> impuestos;
    int partidas = 1;  // of the books that it is the sum of, each rounded by itself: a note in a global invoice
};

// What a payment paid of a document.
struct DocumentoDado {
    std::string uuid, serie, folio;
    std::string moneda;
    int parcialidad = 1;    // from 1
    Importe saldoAnterior;  // in its currency, as what is paid
    Importe pagado;
    Importe aplicado;  // the same in the currency of the payment
    // Its taxes and the amount that they are of: of the document what credits left of it, with its total; or what the books moved
    // with this payment, with what it paid. `importe` of a tax is not used: it is the printed base at its rate.
    Importe total;
    std::vector<ImpuestoDado> impuestos;
};

struct PagoDado {
    std::string fecha;  // yyyy-MM-ddTHH:mm:ss
    std::string formaDePago;
    std::string moneda;
    std::string tipoCambio;  // pesos for one unit, up to six decimals; of pesos it is not asked
    Importe monto;
    CuentasDePago cuentas;
    std::vector<DocumentoDado> documentos;
};

struct Comprobante {
    // The header, the parties, the relations, the global information. Of the rest nothing is asked: figures, concepts, taxes and
    // complements are made of what follows. Of T and P also not what these always carry (XXX, S01 or CP01, no form of payment).
    Cfdi cfdi;
    std::vector<LineaDada> lineas;  // of I, E and T
    std::vector<PagoDado> pagos;    // of P
};

struct Armado {
    Cfdi cfdi;  // without nodes: nothing was read
    // Why there are no figures that would do: a fault of the authority's matrix and where, as in a document that is judged.
    // Empty: the document can be written. What is wrong besides figures is said when it is sealed (sellado.hpp).
    std::vector<Hallazgo> hallazgos;
    bool bien() const { return hallazgos.empty(); }
};
Armado armar(const Comprobante& comprobante, const Esquema& esquema = Esquema::sat());

// The document as XML, in the order of the tables: UTF-8 without a mark, namespaces and places of schemas at the root alone. A
// value that is empty is not written. Blanks are collapsed, so that whoever reads it seals the same text; a bar (|), which no
// text of a document may hold, becomes a slash where people write freely (description, unit, conditions), and elsewhere it stays
// for the judge to refuse. Throws Error(interno) for values that no table has a place for.
std::string escribir(const Cfdi& cfdi, const Esquema& esquema = Esquema::sat());

}  // namespace cacao::fiscal
