#pragma once
// On which account goods lie. Their value is one pool for each product and place, which remembers no account: it is taken off the
// one that plays the part when they leave. So as long as there are any, that one stays.

#include "db/db.hpp"
#include "engine/tipos/cuentas.hpp"

#include <cstdint>
#include <optional>

namespace cacao::engine {

// A place with goods, and the account that carries them.
struct LugarConExistencia {
    std::int64_t almacenId = 0;
    std::int64_t cuentaId = 0;
};

// The first place whose goods would lie on another account; none when all of them stay where they are.
std::optional<LugarConExistencia> existencia_que_cambia(db::Reader& tx, const MapaCuentas& antes, const MapaCuentas& despues);
// The same of one product that goes from one class to another.
std::optional<LugarConExistencia> existencia_que_cambia(db::Reader& tx, std::int64_t productoId, std::int64_t antes,
                                                        std::int64_t despues);

}  // namespace cacao::engine
