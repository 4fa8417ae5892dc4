#pragma once
// What a document will be, worked out from what was asked and what was found. No database: the same values give the same answer.

#include "engine/emision/hallado.hpp"

#include <deque>
#include <functional>

namespace cacao::engine {

// Of goods that go back in parts: what others in force, at the same rate, took of what was bought, and were posted at.
struct PartesDeAntes {
    Importe importe;
    Importe local;
};

// A line, worked out.
struct Linea {
    const PartidaPedida* pedida = nullptr;
    const LineaHallada* hallada = nullptr;
    std::int64_t numero = 0;
    Precio precio;
    CifrasPartida cifras;
    Importe rebajado;              // quantity × price as the request states it, taxes included or not, less what it takes off
    std::int64_t promocionId = 0;  // that gave cifras.promocion: named, or agreed where the figures come from
    bool tomada = false;           // its figures are those of another line
    Importe local;                 // neto and the taxes that are cost, in the organization's currency
    std::optional<PartesDeAntes> antes = {};
    std::int64_t almacenId = 0;
    std::int64_t proyectoId = 0;
    bool mueve = false;
    std::optional<Importe> por_facturar;  // of a delivery: what its invoice will come to

    const ProductoFila* producto() const { return hallada->producto; }
    const ConceptoFila* concepto() const { return hallada->concepto; }
    const OrigenFila* origen() const { return hallada->origen; }
    const Origen* regla() const { return hallada->regla; }
    const Medida& medida() const { return hallada->medida; }
    // Whose its money is, or 0: what takes off a line is of whoever that one was.
    std::int64_t tercero() const {
        if (pedida->tercero.terceroId != 0) return pedida->tercero.terceroId;
        return regla() != nullptr && regla()->con_cifras ? origen()->terceroId : 0;
    }
    std::string campo(std::string_view miembro) const { return pedida->renglon.campo + std::string{miembro}; }
};

struct TasaDocumento {
    Impuesto impuesto{};
    Factor factor{};
    Tasa tasa;
    Importe base;
    Importe importe;
    Importe al_costo = {};       // of it: cost, which is in the lines
    Importe arrendamiento = {};  // of it: income tax of rent
    Importe local = {};          // without what is cost
};

struct Totales {
    Importe subtotal;
    Importe descuento;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
    Importe aplicable;  // of an egress: what pays documents
};

struct Juzgado {
    Encabezado encabezado;
    Fecha vencimiento;
    std::string metodoPago;  // of an invoice to a customer
    std::string formaPago;   // … and of a note
    const SucursalFila* sucursal = nullptr;
    const ContactoFila* contacto = nullptr;
    const BancoFila* banco = nullptr;
    const BancoFila* destino = nullptr;
    // What it gets, of a transfer between currencies.
    struct Entrada {
        Importe importe;  // in the currency of `destino`
        Precio tipoCambio;
        Importe local;
    };
    std::optional<Entrada> entrada;
    std::vector<Linea> lineas;
    Totales totales;
    std::vector<TasaDocumento> tasas;
    std::deque<Articulo> articulos;
    std::vector<MovimientoPedido> movimientos;
    AddendaLlena addenda;
    // Where nobody knows whether something is to be withheld, because somebody has no RFC: the line, and who.
    std::string retencion_dudosa;
    std::string_view sin_rfc;
    std::string regimen_dudoso;  // the line of which nobody knows whether RESICO withholds
};

// Whoever asks may have a word on each line.
using JuezDeLinea = std::function<void(const Linea&, Faltas&)>;

// Throws Error with every fault of the request, by the names that the operation gives to the fields.
Juzgado juzgar(const Documento& tipo, const Solicitud& pedida, const Hallado& hallado, const JuezDeLinea& otro = {});

// The promotion that a line names by itself. One that it says again of what was agreed has been judged there.
inline std::int64_t nombrada(const Linea& l) { return l.tomada ? 0 : l.pedida->precio.promocionId; }

// Who pays whom, and where, as far as taxes ask.
Circunstancia circunstancia_de(const Hallado& hallado, const Juzgado& juzgado, bool al_vender);

// An amount of the document in the organization's currency.
inline Importe en_local(const Hallado& h, Importe importe) {
    return convertir(importe, h.encabezado.tipoCambio, h.ajustes.decimales);
}

}  // namespace cacao::engine
