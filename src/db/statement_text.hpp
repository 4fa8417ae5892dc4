#pragma once
// The prepared statements of a connection are found by their text, some sixty times for an invoice.

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cacao::db {

struct StatementHash {
    using is_transparent = void;
    // Statements differ at their ends (WHERE, LIMIT) and in length; hashing all of a long text would cost as much as a row.
    // Not noexcept: the standard library keeps with each entry only what may throw, and would hash those that share a place
    // anew at every look.
    std::size_t operator()(std::string_view s) const {
        return std::hash<std::string_view>{}(s.substr(s.size() > 64 ? s.size() - 64 : 0)) ^ s.size();
    }
};

template <class Statement>
using ByText = std::unordered_map<std::string, Statement, StatementHash, std::equal_to<>>;

}  // namespace cacao::db
