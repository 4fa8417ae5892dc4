#pragma once
// Tells of stock that moved, beside the documents that moved it and at no cost of theirs: what documents did is followed by
// position, once for all that moved a product in the meantime.

#include "base/fecha.hpp"
#include "db/db.hpp"

namespace cacao::eventos {

// Whether there may be something to tell: a look that costs little.
bool hay_existencias_por_contar(db::Reader& tx);
// One stretch of it; whether anything was told, or there is more.
bool contar_existencias(db::Writer& tx, Instante ahora);

}  // namespace cacao::eventos
