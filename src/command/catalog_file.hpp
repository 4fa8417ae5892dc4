#pragma once
// A large catalog of the tax authority as a CSV file: as the authority's workbook is saved, with its title rows and its names of
// columns, or as others convert it (id, texto, vigencia_desde …). Accents and case of the names do not matter.

#include "rooms/sat/filas.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cacao::command {

struct BrokenRow {
    std::size_t line = 0;
    std::string column;  // as the file names it; "" for the row as a whole
    std::string problem;
};

struct CatalogFile {
    std::string catalogo;
    std::vector<sat::Fila> filas;
    std::vector<BrokenRow> broken;
};

// What a place is called, from the key of its state and of its municipality.
using PlaceName = std::function<std::string(const std::string& estado, const std::string& municipio)>;

// `catalogo` "" finds out from the names of the columns. Throws Plain when no row names the columns of a catalog that can be
// imported.
CatalogFile read_catalog(std::string bytes, const std::string& catalogo, const PlaceName& place);

}  // namespace cacao::command
