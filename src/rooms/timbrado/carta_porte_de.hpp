#pragma once
// What is kept of goods that ride on federal roads, as the complement of their document says it.

#include "db/db.hpp"
#include "fiscal/comprobante.hpp"

#include <cstdint>
#include <string>

namespace cacao::timbrado {

// Of the document: who issues it, whom it is for, and where it is.
struct PartesDelPorte {
    std::string emisorRfc, emisorNombre;
    std::string contactoRfc, contactoNombre;
    std::string zona;
};

// The complement of a document that has one to be issued, whose lines stand in `c` in the order of their numbers. Of a T its
// goods are those of the lines; of an invoice, which charges freight, what was said. Whatever is missing is told field by field.
void poner_carta_porte(db::Reader& tx, std::int64_t transaccionId, const PartesDelPorte& partes, fiscal::Comprobante& c,
                       Faltas& faltas);

}  // namespace cacao::timbrado
