#pragma once
// The work that goes on with substitutions once the new document is stamped.

#include "api/trabajos.hpp"

namespace cacao::timbrado {

api::Oficio oficio_de_sustituciones();

}  // namespace cacao::timbrado
