#include "db/sql_text.hpp"

#include <cstddef>

namespace cacao::db {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<signed char>(c) < 0;
}
bool is_word(char c) { return is_word_start(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <class Is>
std::size_t length_while(std::string_view s, std::size_t from, Is is) {
    while (from < s.size() && is(s[from])) ++from;
    return from;
}

// Past the closing sign; a doubled one stands for itself, and then the text goes on as a second piece that ends the same way.
std::size_t past(std::string_view s, std::string_view closing, std::size_t from) {
    const std::size_t at = s.find(closing, from);
    return at == std::string_view::npos ? s.size() : at + closing.size();
}

}  // namespace

std::optional<SqlToken> SqlScanner::next() {
    if (sql_.empty()) return std::nullopt;
    const char c = sql_[0];
    SqlToken::Kind kind = SqlToken::other;
    std::size_t n = 1;
    if (is_word_start(c)) {
        kind = SqlToken::word;
        n = length_while(sql_, 1, is_word);
    } else if (is_digit(c)) {
        n = length_while(sql_, 1, is_word);
    } else if (is_blank(c)) {
        kind = SqlToken::blank;
        n = length_while(sql_, 1, is_blank);
    } else if (c == '\'' || c == '"') {
        kind = SqlToken::quoted;
        n = past(sql_, sql_.substr(0, 1), 1);
    } else if (sql_.starts_with("--")) {
        kind = SqlToken::comment;
        n = past(sql_, "\n", 2);
    } else if (sql_.starts_with("/*")) {
        kind = SqlToken::comment;
        n = past(sql_, "*/", 2);
    } else if (c == '$' && sql_.size() > 1 && is_digit(sql_[1])) {
        kind = SqlToken::parameter;
        n = length_while(sql_, 1, is_digit);
    }
    const SqlToken token{kind, sql_.substr(0, n)};
    sql_.remove_prefix(n);
    return token;
}

}  // namespace cacao::db
