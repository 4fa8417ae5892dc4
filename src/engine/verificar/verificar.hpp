#pragma once
// Proves from the movements alone that everything the engine keeps agrees with them: entries, headers, balances, stock, layers,
// folios, links and events. Reads in stretches of identifiers and lets the database add up, so that memory does not grow with the
// books.

#include "base/fecha.hpp"
#include "db/db.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::engine {

// One sentence per difference: the table, the records concerned, what stands there and what the movements say.
using Diferencia = std::function<void(const std::string&)>;
// What is being looked at, how much of it is done, and of how much (0: not known).
using Progreso = std::function<void(std::string_view etapa, std::int64_t hecho, std::int64_t total)>;

// The books of the reader's organization. With `desde`, only what documents registered or changed since then touch: themselves,
// and the sums of their months, contacts and products.
void verificar(db::Reader& tx, const Diferencia& diferencia, std::optional<Instante> desde = {}, const Progreso& progreso = {});

}  // namespace cacao::engine
