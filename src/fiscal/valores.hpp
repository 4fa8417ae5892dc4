#pragma once
// Blanks as XML Schema collapses them and as XPath's normalize-space does: none at the ends, one between words. A non-breaking
// space is a character like any other.

#include <string>
#include <string_view>

namespace cacao::fiscal {

bool esta_colapsado(std::string_view texto);
void agregar_colapsado(std::string& out, std::string_view texto);

}  // namespace cacao::fiscal
