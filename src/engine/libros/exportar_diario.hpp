#pragma once
// The books in the plain-text accounting format that hledger reads: accounts and the currency declared first, then one
// transaction per entry, by day. Amounts are in the organization's currency; an original in another one stands in a tag.

#include "base/fecha.hpp"
#include "base/function_ref.hpp"
#include "db/db.hpp"

#include <optional>
#include <string_view>

namespace cacao::engine {

struct Dias {
    std::optional<Fecha> desde;
    std::optional<Fecha> hasta;
};

// Calls `escribir` with piece after piece; holds the chart of accounts and a page of entries, whatever the books hold.
void exportar_diario(db::Reader& tx, const Dias& dias, FunctionRef<void(std::string_view)> escribir);

}  // namespace cacao::engine
