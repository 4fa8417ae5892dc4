#pragma once
// Search by the beginnings of words, whatever their accents and capitals: a table keeps the folded words of each record as
// (organizacionId, palabra, identifier).

#include "db/where.hpp"

#include <string>
#include <string_view>

namespace cacao {

struct TablaDePalabras {
    std::string_view tabla;     // contactoPalabra
    std::string_view id;        // its column that names the record
    std::string_view de_lista;  // the same in the list that is filtered: c.entidadId
};

// Adds what makes every word of `buscar` appear in a record. $1 of `donde` is the organization.
void filtrar_palabras(db::Reader& tx, const std::string& buscar, const TablaDePalabras& palabras_de, db::Where& donde);

}  // namespace cacao
