#pragma once
// multipart/form-data (RFC 7578) taken apart without copying the contents.

#include "api/operations.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace cacao::api {

// Under this name an operation gets the table that is its body (Operation::con_tabla).
inline constexpr std::string_view parte_de_tabla = "filas";

// Nothing when the body is not what its Content-Type says.
std::optional<std::vector<Part>> parse_multipart(std::string_view content_type, std::string_view body);

}  // namespace cacao::api
