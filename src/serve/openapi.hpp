#pragma once
// The OpenAPI 3.1 document, derived from the operation table.

#include "api/operations.hpp"
#include "reflect/schema.hpp"

#include <string>
#include <string_view>

namespace cacao::serve {

// Indented, with stable order, so that a committed copy shows a readable difference.
std::string openapi_document(const api::Operations& operations, std::string_view version);

// The same contents as one HTML page without JavaScript.
std::string plain_documentation(const api::Operations& operations, std::string_view version);

// Those of src/palabras.
reflect::Words words();

// Two blanks per level; the input must be valid JSON.
std::string indented(std::string_view json);

}  // namespace cacao::serve
