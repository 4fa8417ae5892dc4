#pragma once
// Keys of the tax authority's catalogs, looked up where a record names one.

#include "db/db.hpp"

#include <string_view>

namespace cacao::engine {

// Whether the catalog lists the key, whatever the day.
bool hay_clave_sat(db::Reader& tx, std::string_view catalogo, std::string_view clave);

// Whether a document with this key would be refused that day: the catalog is there in full and the key is not in force in it. Of
// a catalog that is there in part nothing can be said.
bool clave_sat_sin_vigencia(db::Reader& tx, std::string_view catalogo, std::string_view clave, Fecha dia);

}  // namespace cacao::engine
