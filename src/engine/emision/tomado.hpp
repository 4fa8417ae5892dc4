#pragma once
// What a document took of others and of stock: identifiers, progress of its sources, goods and what they are worth. Where these
// figures differ from the judged ones, they replace them.

#include "engine/emision/juzgado.hpp"

namespace cacao::engine {

// Of one line.
struct LineaTomada {
    Importe conciliado;                 // of the source line's value, what this line took
    Importe costo;                      // value of the goods it moved
    std::optional<CostoTardio> tardio;  // of a late cost: what of it lies in goods, and what is gone with others
    // An invoice that differs from the value of what came in: the difference, as far as it follows the goods.
    std::optional<CostoTardio> diferencia;
    std::optional<Importe> producido;  // of a repackaging: what the line came to
};

// Of a credit, by the document's rates: what it gives back with itself, because it was collected or paid before.
struct Restitucion {
    Importe base;
    Importe importe;
    Importe local;          // of what it was posted at
    Importe alCosto = {};   // of `importe`: cost …
    Importe renta = {};     // … and of rent
    Importe efectivo = {};  // what it counts, and its base, in the organization's currency: what was collected, or paid
    Importe baseLocal = {};

    Importe acreditable() const { return importe - alCosto; }
};

struct Reempacado {
    Importe consumido;
    Importe mermaAnormal;
    Importe producido;
};

struct Tomado {
    std::int64_t transaccionId = 0;
    std::int64_t polizaId = 0;  // 0: no entry
    Importe expuesto;           // the customer's, before this document
    std::vector<LineaTomada> lineas;
    std::vector<ValorMovido> valores;
    std::vector<Restitucion> restituciones;
    std::optional<Reempacado> reempacado;
};

Tomado tomar(Context& ctx, const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const Juzgado& juzgado);

// The line of a value that stock answered.
inline std::size_t indice(const ValorMovido& v) { return static_cast<std::size_t>(v.numeroPartida - 1); }
inline std::size_t indice(const MovimientoPedido& m) { return static_cast<std::size_t>(m.numeroPartida - 1); }

// Of a line that takes its share of its source's value: what goes back to a supplier, or was credited for it, differs from that
// share by variance alone; everything else by a cost that follows the goods.
bool va_a_variacion(const Documento& tipo, const Linea& l);

// The header's figures: those of the lines or, of a repackaging, what came out of it.
Totales totales_de(const Juzgado& juzgado, const Tomado& tomado);

// A limit of 0 is no limit. An order counts where the organization says so.
bool con_limite(const Documento& tipo, const Hallado& hallado, const Juzgado& juzgado);

}  // namespace cacao::engine
