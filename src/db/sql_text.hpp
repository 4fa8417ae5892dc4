#pragma once
// Just enough of SQL's lexical rules to tell words and parameters from texts, quoted names and comments.

#include <optional>
#include <string_view>

namespace cacao::db {

struct SqlToken {
    enum Kind { word, parameter, quoted, comment, blank, other } kind = other;
    std::string_view text;
};

// Gives the whole text back piece by piece: joined, the tokens are the input.
class SqlScanner {
public:
    explicit SqlScanner(std::string_view sql) : sql_(sql) {}
    std::optional<SqlToken> next();

private:
    std::string_view sql_;
};

}  // namespace cacao::db
