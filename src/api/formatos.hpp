#pragma once
// In what form an answer leaves: JSON for programs, and reports also as people read them.

#include "api/operations.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::api {

enum class Formato : std::uint8_t { json, xlsx, csv, pdf, xml };
// By the number of each; JSON, the first, is what a caller gets who has no preference. XML is no table: a document may have one.
inline constexpr std::array<std::string_view, 4> tipos_de_formato{
    "application/json", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv", "application/pdf"};

// What the caller likes best of what the operation has; nothing when he takes none of it. `impreso`: it is a document that can be
// printed.
std::optional<Formato> formato_pedido(const Executable& x, std::string_view accept, bool impreso);

// The answer as a table, in `spool` when it is long: it is written as fast as it is read, whatever the caller does. Not for JSON.
Outcome escribir_tabla(Formato formato, const Context& ctx, const Operation& op, const Executable& x, const void* request,
                       const std::shared_ptr<Spool>& spool);

}  // namespace cacao::api
