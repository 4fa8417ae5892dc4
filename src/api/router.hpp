#pragma once
// From a path to an operation. A literal segment wins over a parameter: /api/Contactos/Saldos before /api/Contactos/{entidadId}.

#include "api/operations.hpp"

#include <boost/container/small_vector.hpp>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cacao::api {

using ByVerb = std::array<const Operation*, 4>;  // GET, POST, PUT, DELETE

// Few, and one such list per request: kept without an allocation.
using PathValues = boost::container::small_vector<std::string_view, 4>;

struct Match {
    const ByVerb* operations = nullptr;  // null: no such path
    PathValues values;                   // of the parameters, still encoded
};

class Router {
public:
    explicit Router(const Operations& operations);
    Match match(std::string_view path) const;

private:
    struct Node {
        std::map<std::string, std::unique_ptr<Node>, std::less<>> literal;
        std::unique_ptr<Node> parameter;
        ByVerb operations{};
        bool any = false;
    };
    const Node* walk(const Node& node, std::string_view rest, PathValues& values) const;

    Node root_;
    std::unordered_map<std::string_view, const Node*> exact_;  // paths without parameters, the common case
};

// "GET, HEAD, POST" for the Allow header.
std::string allowed_methods(const ByVerb& operations);

// Decodes %XX (and '+' in a query). False on a bad escape, a NUL or invalid UTF-8.
bool percent_decode(std::string_view text, bool plus_is_space, std::string& out);
// Splits and decodes a query string; false when an escape is bad.
bool parse_query(std::string_view query, std::vector<std::pair<std::string, std::string>>& out);

}  // namespace cacao::api
