#pragma once
// Operations as agents see them: which there are for them, how each is described in one piece, and the request that arguments
// stand for.

#include "api/operations.hpp"
#include "serve/mcp_json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::serve::mcp {

// Whether an agent may know of it at all: it needs a token and holds no secret, people do not keep it to themselves, it takes and
// answers JSON, is not withdrawn, and if it writes, can be simulated and repeated.
bool offered(const api::Operation& op);

// Rows of a page where the agent does not say how many.
inline constexpr int rows_of_a_page = 20;
// The argument that picks fields of an answer; no operation that reads has a member of that name.
inline constexpr std::string_view fields_argument = "campos";

// All members of its request, wherever they travel, as one object without references; with `campos` of one that reads.
std::string input_schema(const api::Operation& op, bool with_fields);
// As a tool of its own.
std::string as_tool(const api::Operation& op);
// Whatever is to be known before it is called, as JSON.
std::string described(const api::Operation& op);

// A request of the operation that arguments stand for, or what is wrong with them.
struct Asked {
    api::Parts parts;  // its body is `body`, once that lies where it stays
    std::string path, query, body;
    Faltas faltas;
};
Asked asked(const api::Operation& op, const Json& arguments);
// The request as the operation reads it, written one way; nothing when it does not.
std::optional<std::string> canonical(const api::Operation& op, const Asked& asked);

// Fields of the answer that `fields` names, a path each (`partidas.importe`), that there are not.
std::vector<std::string> unknown_fields(const api::Operation& op, const std::vector<std::string>& fields);
// Of an answer, what stands around its data and the named fields of that. As it is when it is no JSON.
std::string with_fields_alone(std::string_view answer, const std::vector<std::string>& fields);
// Of the data of a long answer, what is no list and no object: enough to find the record again.
std::string in_short(std::string_view answer);

}  // namespace cacao::serve::mcp
