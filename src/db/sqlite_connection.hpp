#pragma once
// One SQLite connection with its prepared statements. Used by one thread at a time.

#include "db/db.hpp"
#include "db/statement_text.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace cacao::db::sqlite {

// `$1` as `?1`, because SQLite takes `$1` for a name and counts names by first appearance. Texts and comments stay.
std::string numbered(std::string_view sql);

// The file behind sqlite:FILE.
std::string file_of(std::string_view url);

class Statement final : public Row {
public:
    Statement(sqlite3* db, std::string_view sql);
    ~Statement() override;
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    int columns() const override;
    std::string_view name(int column) const override;
    bool is_null(int column) const override;
    std::int64_t integer(int column) const override;
    std::string_view text(int column) const override;
    std::vector<int>& slots(const void* key, std::size_t n) const override;

    // Parameters are bound without a copy: they must stay until reset().
    void bind(Params params);
    bool step();  // true while there is a row
    void reset() noexcept;

    bool busy = false;

private:
    sqlite3* db_;
    sqlite3_stmt* stmt_ = nullptr;
    int parameters_ = 0;
    mutable std::vector<std::pair<const void*, std::unique_ptr<std::vector<int>>>> slots_;
};

enum class Access : std::uint8_t { read, write, create };

class Connection {
public:
    Connection(const std::string& file, Access access, std::int64_t mmap_bytes);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void query(std::string_view sql, Params params, EachRow each);
    std::int64_t execute(std::string_view sql, Params params);
    void exec(const std::string& script);  // several statements, no parameters, not kept

    // While it lives, what runs past the moment is interrupted (Fallo::took_too_long). A limit of 0 is none.
    class Limit {
    public:
        Limit(Connection& connection, std::chrono::milliseconds limit);
        ~Limit();
        Limit(const Limit&) = delete;
        Limit& operator=(const Limit&) = delete;

    private:
        sqlite3* db_ = nullptr;
        std::chrono::steady_clock::time_point until_;
    };

    bool in_transaction() const;
    bool deferred_fault() const;  // an unmet deferred foreign key
    // Never throws: for the way out of a failure.
    void rollback() noexcept;
    // Writes the log back into the file as far as readers allow. `wait_for_readers`: also lets the log start over.
    void checkpoint(bool wait_for_readers) noexcept;
    int log_pages() const { return log_pages_; }  // in the write-ahead log after the last commit
    std::size_t cached_statements() const { return statements_.size(); }

private:
    class Use;

    void write_ahead_log();

    sqlite3* db_ = nullptr;
    int log_pages_ = 0;
    ByText<std::unique_ptr<Statement>> statements_;
};

}  // namespace cacao::db::sqlite
