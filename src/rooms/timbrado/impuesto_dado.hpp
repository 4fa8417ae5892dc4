#pragma once
// A tax of the books as the writer of fiscal documents takes it.

#include "engine/precios/impuestos.hpp"
#include "fiscal/comprobante.hpp"

#include <optional>
#include <string_view>

namespace cacao::timbrado {

// Nothing of what is no object of the tax: it has none to show.
std::optional<fiscal::ImpuestoDado> impuesto_dado(std::string_view impuesto, std::string_view factor, Tasa tasa, Importe base,
                                                  Importe importe);

}  // namespace cacao::timbrado
