#pragma once
// What people are told of each field of the interface: its label, one sentence, an example. They stand in campos.tsv, one line
// each, and nowhere else; the interface document, its pages and the tables read them here.

#include <span>
#include <string_view>

namespace cacao::glosario {

struct Palabra {
    std::string_view campo;     // a field, or the field of one schema or operation: `sinEntrega`, `FacturaVentaNueva.sinEntrega`
    std::string_view etiqueta;  // above a column, beside a form's field
    std::string_view explicacion;
    std::string_view ejemplo;  // JSON; none of lists and objects
};

// The most particular entry for a field of the schema or operation `donde`; nullptr when there is none. What makes or changes a
// record (`ContactoNuevo`, `ContactoActualizacion`) has the words of the record (`Contacto`) unless it has its own.
const Palabra* palabra(std::string_view donde, std::string_view campo);

// How people call one of a few values of a field (a state, a kind of document): `enAlmacen` is "En almacén". They stand in
// valores.tsv, where `tipo.orden` goes before `orden`; a value that is not there is its own word.
std::string_view en_palabras(std::string_view campo, std::string_view valor);

struct Valor {
    std::string_view valor;  // or `campo.valor`
    std::string_view palabras;
};
std::span<const Valor> valores();  // by rising `valor`

// All of them, by rising `campo`.
std::span<const Palabra> todas();

}  // namespace cacao::glosario
