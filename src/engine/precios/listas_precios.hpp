#pragma once
// What others than the price lists themselves need to know of them.

#include "base/error.hpp"
#include "base/fecha.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <string_view>

namespace cacao::engine {

// The last day of a validity that has no end, as it is stored.
inline constexpr Fecha sin_fin = Fecha::de_dias(84005);  // 2199-12-31

// A list that a contact or a branch points to must be there and in use, and stays so until the transaction ends; 0 is none.
void exigir_lista_precios(db::Writer& tx, std::int64_t listaPreciosId, std::string_view campo, Faltas& faltas);

}  // namespace cacao::engine
