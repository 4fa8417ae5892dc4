#pragma once
// What each operation of the rooms does stands in Markdown beside its code (`factura_venta.md`); here it comes to the table of
// operations.

#include "api/operations.hpp"
#include "base/embedded.hpp"

namespace cacao {

// The Markdown of src/rooms.
std::span<const Embedded> textos_de_operaciones();
// After all rooms have entered theirs: a section that is nobody's throws.
void explicar_operaciones(api::Operations& ops);

}  // namespace cacao
