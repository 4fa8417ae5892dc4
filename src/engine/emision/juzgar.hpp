#pragma once
// The steps of juzgar(), in the order in which it takes them. For the files of engine/emision alone.

#include "engine/emision/juzgado.hpp"

namespace cacao::engine {

// What every step reads, and where it says what is wrong.
struct Juicio {
    const Documento& tipo;
    const Solicitud& pedida;
    const Hallado& hallado;
    Faltas& faltas;
};

void juzgar_cabecera(const Juicio& j, Juzgado& d);
void juzgar_partidas(const Juicio& j, Juzgado& d);
void juzgar_origen(const Juicio& j, const Linea& l);
void juzgar_promociones(const Juicio& j, const Juzgado& d);
void juzgar_existencia(const Juicio& j, Juzgado& d);

// Figures that a line takes of its source. `antes` is what earlier lines of this document took of each.
struct CifrasTomadas {
    Cantidad cantidadBase;
    Importe importe;
    Importe descuento;
    Importe promocion;
    std::vector<ImpuestoPartida> impuestos;
    Precio tipoCambio = Precio::de_enteros(1);
    std::optional<Importe> local = {};  // where it was not converted by itself
    std::vector<ImpuestoPartida> impuestosTercero = {};

    Importe neto() const { return importe - descuento - promocion; }
    Importe con_costo() const;  // with the taxes that are cost
};
using Tomadas = std::map<LlavePartida, std::vector<CifrasTomadas>>;
// Nothing where the line has figures of its own.
std::optional<CifrasPartida> cifras_de_origen(const Juicio& j, Linea& l, Tomadas& antes);

// Of a line of so much, in the organization's currency.
Importe local_de(const Hallado& h, const Linea& l, Importe importe);

// Says that a line wants more than is open.
void exceder(const Linea& l, Cantidad pendiente, Faltas& faltas);

}  // namespace cacao::engine
