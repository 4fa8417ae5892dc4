#pragma once
// The OpenAPI 3.1 document, derived from the operation table.

#include "api/operations.hpp"
#include "reflect/schema.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cacao::serve {

// Indented, with stable order, so that a committed copy shows a readable difference.
std::string openapi_document(const api::Operations& operations, std::string_view version);

// The same contents as one HTML page without JavaScript.
std::string plain_documentation(const api::Operations& operations, std::string_view version);

// How one begins, in Markdown: a token, the guides, what holds everywhere.
std::string introduction();

// Of what is answered around the table of operations.
inline constexpr std::string_view root_group = "Raiz";
// Those of the operations and the root, as a business needs them: first who may come in, last the service itself.
std::vector<std::string_view> groups_in_order(const api::Operations& operations);

// Those of src/palabras.
reflect::Words words();

// Two blanks per level; the input must be valid JSON.
std::string indented(std::string_view json);

}  // namespace cacao::serve
