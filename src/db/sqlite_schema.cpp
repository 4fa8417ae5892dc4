// Migrating, backing up and restoring a SQLite file.

#include "db/engines.hpp"
#include "db/rows.hpp"
#include "db/sqlite_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cacao::db::sqlite {

std::vector<Applied> applied_steps(Connection& connection) {
    std::vector<Applied> applied;
    bool table = false;
    connection.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migracion'", {},
                     [&](const Row&) { table = true; });
    if (table) {
        connection.query("SELECT nombre, suma FROM migracion ORDER BY nombre", {}, [&](const Row& row) {
            applied.push_back({std::string{row.text(0)}, std::string{row.text(1)}});
        });
    }
    return applied;
}

namespace {

void apply_step(Connection& connection, const Migration& step) {
    connection.exec(translate(
        "CREATE TABLE IF NOT EXISTS migracion (nombre TEXTO PRIMARY KEY, suma TEXTO NOT NULL, aplicada INSTANTE NOT NULL);",
        Motor::sqlite));
    try {
        connection.exec(translate(step.sql, Motor::sqlite));
    } catch (const DbError& error) {
        throw DbError(error.fallo(), fmt::format("Schema step {} failed: {}.", step.name, error.what()));
    }
    const std::string suma = checksum(step.sql);
    const std::array<Value, 3> values{to_value(step.name), to_value(suma), to_value(Instante::ahora())};
    connection.execute("INSERT INTO migracion (nombre, suma, aplicada) VALUES ($1, $2, $3)", values);
}

// How selective an index is taken to be. Every key starts with organizacionId, which tells little apart in an installation with
// few companies; without statistics SQLite takes it to leave ten rows and then reads a company's whole table where an index would
// do. Fixed figures, not ANALYZE: a plan must not depend on what the file held on some day.
std::string assumed(Connection& connection, const std::string& index, bool unique, bool partial) {
    std::vector<std::string> columns;
    const std::array<Value, 1> values{to_value(index)};
    connection.query("SELECT name FROM pragma_index_info($1) ORDER BY seqno", values,
                     [&](const Row& row) { columns.emplace_back(row.text(0)); });
    std::int64_t rows = partial ? 20'000 : 1'000'000;
    std::string text = std::to_string(rows);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string& name = columns[i];
        const bool identifier =
            name.ends_with("Id") || name == "fecha" || name == "codigo" || name == "palabra" || name == "uuid";
        const std::int64_t apart = name == "organizacionId" ? 20 : identifier ? 500 : 10;
        rows = std::max<std::int64_t>(2, rows / apart);
        if (unique && i + 1 == columns.size()) rows = 1;
        text += ' ' + std::to_string(rows);
    }
    return text;
}

void assume_statistics(Connection& connection) {
    connection.exec("PRAGMA analysis_limit=1; ANALYZE; DELETE FROM sqlite_stat1;");
    struct Index {
        std::string table, name;
        bool unique = false, partial = false, primary = false, without_rowid = false;
    };
    std::vector<Index> indexes;
    connection.query(R"(SELECT t.name, i.name, i."unique", i.partial, i.origin = 'pk', t.wr
                        FROM pragma_table_list t JOIN pragma_index_list(t.name) i
                        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%')",
                     {}, [&](const Row& row) {
                         indexes.push_back({std::string{row.text(0)}, std::string{row.text(1)}, row.integer(2) != 0,
                                            row.integer(3) != 0, row.integer(4) != 0, row.integer(5) != 0});
                     });
    for (const Index& i : indexes) {
        const std::string stat = assumed(connection, i.name, i.unique, i.partial);
        // The key of a table without rowid goes by the table's name.
        const std::string& name = i.primary && i.without_rowid ? i.table : i.name;
        const std::array<Value, 3> values{to_value(i.table), to_value(name), to_value(stat)};
        connection.execute("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ($1, $2, $3)", values);
    }
}

}  // namespace

SchemaReport schema_state(const std::string& url, std::span<const Migration> steps) {
    const std::string file = file_of(url);
    // Opening a file that holds nothing would write to it.
    std::error_code error;
    if (!std::filesystem::exists(file) || std::filesystem::file_size(file, error) == 0) return compare_steps(steps, {});
    Connection connection{file, Access::write, 0};
    return compare_steps(steps, applied_steps(connection));
}

void migrate(const std::string& url, std::span<const Migration> steps, const std::function<void(std::string_view)>& progress) {
    Connection connection{file_of(url), Access::create, 0};
    // The lock is taken anew for each step, and what others did meanwhile is read under it.
    for (bool more = true; more;) {
        connection.exec("BEGIN EXCLUSIVE");
        try {
            const auto applied = applied_steps(connection);
            const SchemaReport report = compare_steps(steps, applied);
            refuse_unless_ours(report);
            more = report.state == SchemaState::behind;
            if (more) {
                const Migration& step = steps[applied.size()];
                if (progress) progress(step.name);
                apply_step(connection, step);
                if (applied.size() + 1 == steps.size()) assume_statistics(connection);
            }
            connection.exec("COMMIT");
        } catch (...) {
            connection.rollback();
            throw;
        }
    }
}

void backup(const std::string& url, const std::string& file) {
    NewFile target{file};
    Connection connection{file_of(url), Access::write, 0};
    // Reads one snapshot and disturbs no writer; the backup API would start over with each commit of another connection.
    const std::array<Value, 1> values{to_value(target.temporary())};
    connection.execute("VACUUM INTO $1", values);
    std::filesystem::permissions(target.temporary(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    target.keep();
}

void restore(const std::string& url, const std::string& file) {
    NewFile target{file_of(url)};
    for (const char* rest : {"-wal", "-shm"}) {
        // A log left over from another database would be read into the restored one.
        if (std::filesystem::exists(file_of(url) + rest)) {
            throw DbError(Fallo::other,
                          fmt::format("The file {}{} is left over from another database: remove it first.", file_of(url), rest));
        }
    }
    std::error_code copied;
    std::filesystem::copy_file(file, target.temporary(), copied);
    if (copied) throw DbError(Fallo::unavailable, fmt::format("Cannot copy {}: {}.", file, copied.message()));
    std::filesystem::permissions(target.temporary(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    {
        Connection connection{target.temporary(), Access::read, 0};
        std::string verdict;
        connection.query("PRAGMA integrity_check(1)", {}, [&](const Row& row) { verdict = row.text(0); });
        if (verdict != "ok") throw DbError(Fallo::other, fmt::format("The backup {} is damaged: {}.", file, verdict));
        bool ours = false;
        connection.query("SELECT 1 FROM sqlite_master WHERE name = 'migracion'", {}, [&](const Row&) { ours = true; });
        if (!ours) throw DbError(Fallo::other, fmt::format("The file {} is not a backup of this program.", file));
    }
    target.keep();
}

}  // namespace cacao::db::sqlite
