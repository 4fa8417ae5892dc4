// A SQLite backup brought into an empty PostgreSQL database: how a company that outgrew one machine moves.

#include "db/engines.hpp"
#include "db/postgres_schema.hpp"
#include "db/sqlite_connection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libpq-fe.h>

#include <algorithm>
#include <limits>

namespace cacao::db::postgres {
namespace {

enum class Form : std::uint8_t { int4, int8, text, bytes };

struct Column {
    std::string name;
    Form form;
};

Form form_of(const std::string& type) {
    if (type == "int4") return Form::int4;
    if (type == "int8") return Form::int8;
    if (type == "text") return Form::text;
    if (type == "bytea") return Form::bytes;
    throw DbError(Fallo::other, fmt::format("The type {} is not known to the copy.", type));
}

// Rows of one table in the binary form of COPY: exact, and nothing to escape.
class CopyIn {
public:
    CopyIn(Session& session, const std::string& table, const std::vector<Column>& columns) : session_(session), table_(table) {
        std::vector<std::string> names;
        for (const Column& c : columns) names.push_back(session.quoted(c.name));
        session.start_copy(fmt::format("COPY {} ({}) FROM STDIN (FORMAT binary)", session.quoted(table), fmt::join(names, ", ")));
        buffer_.assign("PGCOPY\n\377\r\n\0", 11);
        number<std::int32_t>(0);  // flags
        number<std::int32_t>(0);  // no more of a header
    }

    void row(const Row& row, const std::vector<Column>& columns) {
        number(static_cast<std::int16_t>(columns.size()));
        for (std::size_t i = 0; i < columns.size(); ++i) field(row, static_cast<int>(i), columns[i]);
        constexpr std::size_t at_once = 1 << 18;
        if (buffer_.size() > at_once) send();
    }

    void end() {
        number<std::int16_t>(-1);
        send();
        session_.end_copy();
    }

private:
    void field(const Row& row, int i, const Column& column) {
        if (row.is_null(i)) return number<std::int32_t>(-1);
        switch (column.form) {
            case Form::int8: number<std::int32_t>(sizeof(std::int64_t)); return number(row.integer(i));
            case Form::int4: {
                const std::int64_t value = row.integer(i);
                using Limits = std::numeric_limits<std::int32_t>;
                if (value < Limits::min() || value > Limits::max())
                    throw DbError(Fallo::other, fmt::format("{} in {}.{} has no place there.", value, table_, column.name));
                number<std::int32_t>(sizeof(std::int32_t));
                return number(static_cast<std::int32_t>(value));
            }
            case Form::text:
            case Form::bytes: {
                const std::string_view text = row.text(i);
                number(static_cast<std::int32_t>(text.size()));
                buffer_ += text;
            }
        }
    }
    template <class T>
    void number(T value) {  // most significant byte first
        for (int shift = (static_cast<int>(sizeof(T)) - 1) * 8; shift >= 0; shift -= 8)
            buffer_ += static_cast<char>(static_cast<std::uint64_t>(value) >> static_cast<unsigned>(shift) & 0xFFU);
    }
    void send() {
        session_.put_copy(buffer_);
        buffer_.clear();
    }

    Session& session_;
    const std::string& table_;
    std::string buffer_;
};

// Takes down what is made anew once the rows are there: references hold in no order of the tables, an index is built faster than
// kept, and COPY does not go through the wall, not even for the owner, to whom it is open. Answers the statements that make it.
std::vector<std::string> take_down(Session& session) {
    const std::string_view ours = "c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'";
    std::vector<std::string> keys, indexes, walls;
    for (const auto& key : session.rows(fmt::format(R"(
        SELECT k.conrelid::regclass::text, quote_ident(k.conname), pg_get_constraintdef(k.oid)
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE {} AND k.contype = 'f')",
                                                    ours))) {
        session.exec(fmt::format("ALTER TABLE {} DROP CONSTRAINT {}", key[0], key[1]));
        keys.push_back(fmt::format("ALTER TABLE {} ADD CONSTRAINT {} {}", key[0], key[1], key[2]));
    }
    for (const auto& index : session.rows(fmt::format(R"(
        SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE {} AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid))",
                                                      ours))) {
        session.exec("DROP INDEX " + index[0]);
        indexes.push_back(index[1]);
    }
    for (const auto& table :
         session.rows(fmt::format("SELECT c.oid::regclass::text FROM pg_class c WHERE {} AND c.relforcerowsecurity", ours))) {
        session.exec(fmt::format("ALTER TABLE {} NO FORCE ROW LEVEL SECURITY", table[0]));
        walls.push_back(fmt::format("ALTER TABLE {} FORCE ROW LEVEL SECURITY", table[0]));
    }
    for (const auto* more : {&keys, &walls}) indexes.insert(indexes.end(), more->begin(), more->end());
    return indexes;
}

// Columns in PostgreSQL's order and spelling; SQLite does not mind the case of a name.
std::vector<Column> columns_of(Session& session, const std::string& table) {
    std::vector<Column> columns;
    for (const auto& row : session.rows(R"(
        SELECT a.attname, t.typname FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        WHERE a.attrelid = quote_ident($1)::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum)",
                                        {table}))
        columns.push_back({row[0], form_of(row[1])});
    return columns;
}

void copy_table(sqlite::Connection& from, Session& to, const std::string& table) {
    const auto columns = columns_of(to, table);
    std::vector<std::string> names;
    for (const Column& c : columns) names.push_back('"' + c.name + '"');
    CopyIn copy{to, table, columns};
    from.query(fmt::format("SELECT {} FROM \"{}\"", fmt::join(names, ", "), table), {},
               [&](const Row& row) { copy.row(row, columns); });
    copy.end();
}

}  // namespace

void restore_from_sqlite(Session& session, const std::string& file) {
    sqlite::Connection from{file, sqlite::Access::read, Settings{}.mmap_bytes};
    const auto applied = sqlite::applied_steps(from);
    refuse_unless_ours(compare_steps(migrations(), applied));
    if (applied.empty()) throw DbError(Fallo::other, fmt::format("The file {} is not a backup of this program.", file));
    make_service_role(session);
    session.exec("BEGIN");  // all of it, or an empty database still
    // As far as the backup's own version went; `cacao migrate` does the rest, as after any restore.
    apply_steps(session, migrations().first(applied.size()));
    const auto tables = session.rows(R"(
        SELECT c.relname FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
            AND c.relname <> 'migracion' ORDER BY c.relname)");
    const auto taken_down = take_down(session);
    for (const auto& table : tables) session.exec("TRUNCATE " + session.quoted(table[0]));  // what the steps themselves brought
    for (const auto& table : tables) copy_table(from, session, table[0]);
    for (const std::string& statement : taken_down) session.exec(statement);
    session.exec("COMMIT");
    session.exec("ANALYZE");
}

}  // namespace cacao::db::postgres
