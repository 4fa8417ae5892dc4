#include "db/migrations.hpp"
#include "db/sql_text.hpp"

#include <array>

namespace cacao::db {
namespace {

struct TypeWord {
    std::string_view word;
    std::string_view sqlite;
    std::string_view postgres;
};

// FECHA counts days and BOOLEANO is 0 or 1, so 32 bits hold them; everything that counts things or money gets 64.
constexpr std::array<TypeWord, 12> type_words{{
    {"ID", "INTEGER", "bigint"},
    {"REF", "INTEGER", "bigint"},
    {"ENTERO", "INTEGER", "bigint"},
    {"IMPORTE", "INTEGER", "bigint"},
    {"PRECIO", "INTEGER", "bigint"},
    {"CANTIDAD", "INTEGER", "bigint"},
    {"TASA", "INTEGER", "bigint"},
    {"INSTANTE", "INTEGER", "bigint"},
    {"FECHA", "INTEGER", "integer"},
    {"BOOLEANO", "INTEGER", "integer"},
    {"TEXTO", "TEXT", "text COLLATE \"C\""},
    {"BYTES", "BLOB", "bytea"},
}};

bool is_keyword(std::string_view text, std::string_view upper) {
    return text.size() == upper.size() && std::equal(text.begin(), text.end(), upper.begin(),
                                                     [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 32 : a) == b; });
}

std::string_view type_of(std::string_view word, Motor motor, bool in_cast) {
    for (const TypeWord& t : type_words) {
        if (t.word != word) continue;
        if (motor == Motor::sqlite) return t.sqlite;
        return in_cast && t.word == "TEXTO" ? "text" : t.postgres;  // a collation is no part of a cast
    }
    return word;
}

// An ID is unique in the database, so on SQLite it can be the rowid: `PRIMARY KEY (organizacionId, x)` becomes a UNIQUE that
// foreign keys can name, and a look-up by identifier descends one tree instead of two.
struct IdentifierKey {
    std::string column;
    std::size_t type_end = 0;
    std::size_t primary_at = 0;

    void make_rowid(std::string& out) const {
        const std::string clause = "PRIMARY KEY (organizacionId, " + column + ")";
        if (column.empty() || primary_at < type_end || out.compare(primary_at, clause.size(), clause) != 0) return;
        out.replace(primary_at, std::string_view{"PRIMARY KEY"}.size(), "UNIQUE");
        out.insert(type_end, " PRIMARY KEY");
    }
};

}  // namespace

std::string translate(std::string_view sql, Motor motor) {
    std::string out;
    out.reserve(sql.size() + sql.size() / 4);
    std::string last;       // the word before, to know CREATE TABLE and AS
    bool in_table = false;  // between CREATE TABLE and its semicolon
    int depth = 0;
    std::size_t body_end = 0;  // where the closing parenthesis of the table stands in `out`
    bool without_rowid = false;
    IdentifierKey key;

    const auto close_table = [&] {
        if (in_table && body_end > 0 && motor == Motor::sqlite) {
            out.insert(body_end, without_rowid ? " WITHOUT ROWID, STRICT" : " STRICT");
            if (!without_rowid) key.make_rowid(out);
        }
        in_table = without_rowid = false;
        body_end = 0;
        key = {};
    };

    SqlScanner scanner{sql};
    while (auto token = scanner.next()) {
        const std::string_view text = token->text;
        if (token->kind == SqlToken::word) {
            const bool after_table = in_table && depth == 0 && body_end > 0;
            if (is_keyword(text, "TABLE") && is_keyword(last, "CREATE")) in_table = true;
            // Taken out here and put back for SQLite with STRICT, because PostgreSQL does not know it.
            if (after_table && (is_keyword(text, "WITHOUT") || is_keyword(text, "ROWID"))) {
                without_rowid = true;
            } else {
                if (in_table && is_keyword(text, "PRIMARY")) key.primary_at = out.size();
                out += type_of(text, motor, is_keyword(last, "AS"));
                if (in_table && text == "ID") {
                    key.column = last;
                    key.type_end = out.size();
                }
            }
            last = text;
            continue;
        }
        out += text;
        if (token->kind != SqlToken::other) continue;
        if (text == "(") ++depth;
        if (text == ")" && --depth == 0 && in_table) body_end = out.size();
        if (text == ";") close_table();
    }
    close_table();
    return out;
}

}  // namespace cacao::db
