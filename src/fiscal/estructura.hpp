#pragma once
// Whether a document is made as the tables say.

#include "fiscal/esquema.hpp"
#include "fiscal/veredicto.hpp"
#include "fiscal/xml.hpp"

namespace cacao::fiscal {

// Adds what is wrong; false when the root is no CFDI, of which nothing else can be said. Of a complement that no table knows it
// says so and looks no further; what an addendum holds is between its parties.
bool revisar_estructura(const Xml& xml, const Esquema& esquema, Veredicto& veredicto);

}  // namespace cacao::fiscal
