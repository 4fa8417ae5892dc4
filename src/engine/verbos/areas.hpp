#pragma once
// Who may look at or add to a document of any kind: whoever has an operation of its area.

#include "api/operations.hpp"
#include "base/function_ref.hpp"

#include <string>
#include <string_view>

namespace cacao::engine {

// Whether some operation of the kind's area is the caller's; to add to a document, one that writes.
bool puede_en_area(const Context& ctx, const api::Operations& ops, std::string_view tipo, bool escribe);
// Whether the caller may read documents of a kind: by the operation that reads them, or by its area where none does.
bool puede_leer(const Context& ctx, const api::Operations& ops, std::string_view tipo);
// Kinds as SQL literals: 'FacturaVenta', 'Gasto'; "" when there is none.
std::string tipos_en_sql(FunctionRef<bool(std::string_view tipo)> cuales);
// … of whose area the caller may read.
std::string tipos_en_area(const Context& ctx, const api::Operations& ops);
// Refuses with permiso_denegado, naming what is missing.
void exigir_area(const Context& ctx, const api::Operations& ops, std::string_view tipo, bool escribe, std::string_view campo);

}  // namespace cacao::engine
