#include "engine/entorno/candados.hpp"

#include <string>

namespace cacao::engine {

void retener(db::Writer& tx, const Candados& c) {
    for (const auto id : c.documentos)
        if (id != 0) tx.lock_shared("documento/" + std::to_string(id));
    for (const auto id : c.cifras)
        if (id != 0) tx.lock("cifras/" + std::to_string(id));
    for (const auto id : c.saldos)
        if (id != 0) tx.lock("saldo/" + std::to_string(id));
}

void retener_solo(db::Writer& tx, std::int64_t transaccionId) { tx.lock("documento/" + std::to_string(transaccionId)); }

}  // namespace cacao::engine
