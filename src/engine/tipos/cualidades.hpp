#pragma once
// What a kind is to the others, by what its table says. Code and statements ask these and never for a kind by its name, so that a
// new kind takes its place by its data alone. documento.cpp says for which of ours each one holds, and the compiler compares.

#include "engine/tipos/documento.hpp"
#include "engine/tipos/naturaleza.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace cacao::engine {

using Cualidad = bool (*)(const Documento&);

// Whether a kind has a quality; a name that is no kind has none.
bool cumple(std::string_view tipo, Cualidad cualidad);

// The same in SQL, of a column: `d.tipo = 'Entrega'`, or `IN` several, as literals, so that partial indexes serve. Whoever asks
// keeps the statement (`static const std::string`): its text is what it is cached by. With a contact, only kinds of that one.
std::string en_sql(std::string_view columna, Cualidad cualidad, Contacto contacto = Contacto::cualquiera);

// Whether lines of some kind use up that progress of this one's lines by deriving from them.
bool alguno_avanza(const Documento& de, Avance avance);

constexpr bool tiene_avance(const Documento& d, Avance avance) {
    return std::ranges::any_of(d.origenes, [&](const Origen& o) { return o.avance == avance; });
}

// An order of a customer: goods are put aside for it, what is billed and delivered of it is counted on its lines.
constexpr bool es_pedido(const Documento& d) { return d.contacto == Contacto::cliente && d.existencia == Existencia::reserva; }

// Holds goods that are put aside for its lines.
constexpr bool aparta(const Documento& d) { return d.existencia == Existencia::reserva || d.aparta_despues; }

// Hands over what another document ordered or sold.
constexpr bool es_entrega(const Documento& d) { return d.existencia == Existencia::salida && tiene_avance(d, Avance::entregado); }

// Goods go back where they came from.
constexpr bool es_devolucion(const Documento& d) {
    return d.existencia == Existencia::devolucion_cliente || d.existencia == Existencia::devolucion_proveedor;
}

// On which account the cost of goods is that left by a document, and with it what is put right of it later. What the supplier
// does not give for what went back is variance; so is what an entry or a transfer that is undone gives back more, or less, than
// it had brought.
constexpr Cuenta contraparte(const Documento& d) {
    if (d.existencia == Existencia::salida)
        for (const Asiento& a : d.asientos)
            if (a.monto == Monto::costo && a.cuenta != Cuenta::inventario) return a.cuenta;
    const bool varia = d.existencia == Existencia::devolucion_proveedor || d.existencia == Existencia::entrada ||
                       d.existencia == Existencia::traspaso;
    return varia ? Cuenta::variacion_costo : Cuenta::costo_ventas;
}
constexpr bool sale_a_otra_cuenta(const Documento& d) { return contraparte(d) != Cuenta::costo_ventas; }

// A sale or a purchase by its lines, which is then owed: what a credit is about.
constexpr bool es_acreditable(const Documento& d) {
    return (d.renglones == Renglones::venta && d.saldo == Saldo::por_cobrar) ||
           (d.renglones == Renglones::compra && d.saldo == Saldo::por_pagar);
}
// A sale whose goods a document of their own may hand over later.
inline bool se_entrega_despues(const Documento& d) { return es_acreditable(d) && alguno_avanza(d, Avance::entregado); }

// Its lines take off what such a document came to.
constexpr bool acredita(const Documento& d) { return tiene_avance(d, Avance::acreditado); }
// Lets go of a balance too small to collect or to pay.
constexpr bool perdona(const Documento& d) {
    return d.renglones == Renglones::inicial && (d.saldo == Saldo::favor_cliente || d.saldo == Saldo::favor_proveedor);
}
// Settles the document that it is about without money.
constexpr bool descuenta(const Documento& d) { return acredita(d) || perdona(d); }
// Takes back what was sold because another document, with which it lives and dies, sells it now.
constexpr bool pasa_venta(const Documento& d) { return acredita(d) && d.acompaniante; }
// What it settles, of one that is in favour of somebody.
constexpr Naturaleza liquida(const Documento& d) {
    return d.saldo == Saldo::favor_cliente ? Naturaleza::cobrar : Naturaleza::pagar;
}

// Gives a customer the money back for what was sold.
constexpr bool acredita_venta(const Documento& d) { return acredita(d) && d.saldo == Saldo::favor_cliente && !d.acompaniante; }
// Brings the goods of a sale back.
constexpr bool devuelve_venta(const Documento& d) { return d.existencia == Existencia::devolucion_cliente; }
// Brings back what was sold: the goods, or what was charged for them.
constexpr bool trae_de_vuelta(const Documento& d) { return devuelve_venta(d) || acredita_venta(d); }
// Uses the promotions that its lines name: a sale and, until it is sold, an order. A quotation offers.
constexpr bool usa_promociones(const Documento& d) { return d.saldo == Saldo::por_cobrar || d.existencia == Existencia::reserva; }

// Its paper is a CFDI, and we are who issues it.
constexpr bool emite_cfdi(const Documento& d) { return (d.fiscal && d.contacto == Contacto::cliente) || d.traslado; }

// A fiscal paper that only tells what others did.
constexpr bool es_complemento(const Documento& d) { return emite_cfdi(d) && d.asientos.empty(); }
// Money of a customer ahead of what is sold, which has a CFDI of its own.
constexpr bool es_anticipo(const Documento& d) { return emite_cfdi(d) && d.banco && d.saldo == Saldo::favor_cliente; }
// Collects what a customer owes: of an invoice that is paid later, a payment complement tells it. A credit is none, nor is an
// advance, which has a paper of its own.
constexpr bool cobra(const Documento& d) {
    return (d.saldo == Saldo::favor_cliente && !d.fiscal && !descuenta(d)) || d.saldo == Saldo::compensacion;
}

// Taxes of its own move when it is settled, or settles.
constexpr bool con_impuestos(const Documento& d) {
    return std::ranges::any_of(d.asientos, [](const Asiento& a) { return a.liquidada != Cuenta::partida; });
}

}  // namespace cacao::engine
