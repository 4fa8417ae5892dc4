#include "api/router.hpp"

#include "base/texto.hpp"

#include <stdexcept>

namespace cacao::api {
namespace {

int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Takes the first segment off `rest` (which starts with '/').
std::string_view next_segment(std::string_view& rest) {
    rest.remove_prefix(1);
    const auto end = std::min(rest.find('/'), rest.size());
    const auto segment = rest.substr(0, end);
    rest.remove_prefix(end);
    return segment;
}

}  // namespace

Router::Router(const Operations& operations) {
    for (const auto& op : operations.all()) {
        Node* node = &root_;
        std::string_view rest = op.path;
        while (!rest.empty()) {
            const auto segment = next_segment(rest);
            auto& child = segment.starts_with('{') ? node->parameter : node->literal[std::string{segment}];
            if (!child) child = std::make_unique<Node>();
            node = child.get();
        }
        auto& slot = node->operations.at(static_cast<std::size_t>(op.verb));
        if (slot != nullptr) throw std::logic_error("two operations at " + op.path);
        slot = &op;
        node->any = true;
        if (op.path.find('{') == std::string::npos) exact_[op.path] = node;
    }
}

const Router::Node* Router::walk(const Node& node, std::string_view rest, PathValues& values) const {
    if (rest.empty()) return node.any ? &node : nullptr;
    const auto segment = next_segment(rest);
    if (const auto literal = node.literal.find(segment); literal != node.literal.end())
        if (const Node* found = walk(*literal->second, rest, values)) return found;
    if (!node.parameter || segment.empty()) return nullptr;
    values.push_back(segment);
    if (const Node* found = walk(*node.parameter, rest, values)) return found;
    values.pop_back();
    return nullptr;
}

Match Router::match(std::string_view path) const {
    Match m;
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    if (const auto exact = exact_.find(path); exact != exact_.end()) {
        m.operations = &exact->second->operations;
    } else if (path.starts_with('/')) {
        if (const Node* node = walk(root_, path, m.values)) m.operations = &node->operations;
    }
    return m;
}

std::string allowed_methods(const ByVerb& operations) {
    std::string list;
    for (const Operation* op : operations) {
        if (op == nullptr) continue;
        list += std::string{nombre(op->verb)} + ", ";
        if (op->verb == Verb::GET) list += "HEAD, ";
    }
    return list + "OPTIONS";
}

bool percent_decode(std::string_view text, bool plus_is_space, std::string& out) {
    out.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) return false;
            const int high = hex(text[i + 1]);
            const int low = hex(text[i + 2]);
            if (high < 0 || low < 0) return false;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (c == '\0') return false;
        out.push_back(c);
    }
    return utf8_valido(out);
}

bool parse_query(std::string_view query, std::vector<std::pair<std::string, std::string>>& out) {
    while (!query.empty()) {
        const auto end = std::min(query.find('&'), query.size());
        const auto pair = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        auto& [name, value] = out.emplace_back();
        if (!percent_decode(pair.substr(0, equals), true, name)) return false;
        if (!percent_decode(pair.substr(std::min(equals + 1, pair.size())), true, value)) return false;
    }
    return true;
}

}  // namespace cacao::api
