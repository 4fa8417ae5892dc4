#pragma once
// The cadena original: the text that is sealed, made of the values of a document in the order of its tables (SAT, Anexo 20).

#include "fiscal/esquema.hpp"
#include "fiscal/xml.hpp"

#include <string>

namespace cacao::fiscal {

struct Cadena {
    std::string texto;                // ||4.0|…||
    const Nodo* sin_tabla = nullptr;  // a complement that takes part and that no table knows: then the text is not the sealed one
};

// Of a Comprobante, or of a stamp by itself.
Cadena cadena_original(const Nodo& raiz, const Esquema& esquema);

}  // namespace cacao::fiscal
