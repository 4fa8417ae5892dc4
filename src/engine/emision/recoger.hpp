#pragma once
// The parts of recoger() that ask what depends on the first answers. For the files of engine/emision alone.

#include "engine/emision/hallado.hpp"

namespace cacao::engine {

// Prices of the lists, and what delivered goods were agreed at.
void recoger_precios(const Context& ctx, const Documento& tipo, const Solicitud& pedida, Hallado& h);
// Figures of the lines that lines take a share of, under the lock of their documents.
void recoger_cifras(db::Writer& tx, const Documento& tipo, const Solicitud& pedida, Hallado& h);
// Those that hold now, where they matter.
void recoger_promociones(const Context& ctx, const Solicitud& pedida, Hallado& h);

}  // namespace cacao::engine
