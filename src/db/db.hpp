#pragma once
// One small interface over two engines. SQL is written once, with $1, $2 …; what the engines say differently stays below here.
//
// A Reader sees one consistent snapshot; a Writer is one transaction. Both are bound to one organization: on PostgreSQL it is
// set by the first message of the transaction and row-level security holds to it even where a WHERE was forgotten.

#include "base/function_ref.hpp"
#include "db/value.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::db {

enum class Motor : std::uint8_t { sqlite, postgres };

// What went wrong in the engine, as far as callers must tell it apart.
enum class Fallo : std::uint8_t {
    constraint,       // UNIQUE, CHECK, FOREIGN KEY, NOT NULL; the message names it
    unavailable,      // no connection, disk full, read-only: the service answers 503 and goes on
    unknown_outcome,  // the connection was lost while committing
    took_too_long,    // a read that was cancelled at its limit
    too_many_rows,    // a read that turned out larger than its lane takes
    other,            // a bug: bad SQL, wrong type
};

class DbError : public std::runtime_error {
public:
    DbError(Fallo fallo, const std::string& message) : std::runtime_error(message), fallo_(fallo) {}
    Fallo fallo() const noexcept { return fallo_; }

private:
    Fallo fallo_;
};

// How much there is.
struct Extent {
    std::size_t rows = 0;
    std::size_t bytes = 0;
};

// Reads keep to their lanes, so that long ones cannot stand in the way of short ones: each lane has connections of its own
// (SQLite), or those that nothing else may take (PostgreSQL, point reads).
enum class Lane : std::uint8_t { point, list, report };

// A read turned out larger than its lane takes.
class TooLarge : public DbError {
public:
    explicit TooLarge(const std::string& message, Extent known = {}) : DbError(Fallo::too_many_rows, message), known_(known) {}
    explicit TooLarge(Lane belongs) : DbError(Fallo::too_many_rows, "The read belongs to another lane."), belongs_(belongs) {}
    const Extent& known() const noexcept { return known_; }            // of the whole, as far as it is
    std::optional<Lane> belongs() const noexcept { return belongs_; }  // when it was told before anything was read

private:
    Extent known_;
    std::optional<Lane> belongs_;
};

// The current row of a result. Valid inside the callback it is passed to.
class Row {
public:
    virtual ~Row() = default;
    virtual int columns() const = 0;
    virtual std::string_view name(int column) const = 0;
    virtual bool is_null(int column) const = 0;
    virtual std::int64_t integer(int column) const = 0;   // NULL reads as 0
    virtual std::string_view text(int column) const = 0;  // TEXTO or BYTES; NULL reads as ""
    // A small per-statement cache: `key` is the address of something unique to the asker, the slots start as -2 each.
    // Used to find "column of member i" once per statement and type instead of once per row.
    virtual std::vector<int>& slots(const void* key, std::size_t n) const = 0;
};

using Params = std::span<const Value>;
using EachRow = FunctionRef<void(const Row&)>;

class Reader {
public:
    virtual ~Reader() = default;
    virtual Motor motor() const = 0;
    virtual std::int64_t organizacion() const = 0;

    // What is asked from here on belongs to this lane: a read that keeps to a shorter one ends and starts over there (TooLarge).
    virtual void belongs_to(Lane) {}

    // Two reads at the same epoch see the same data. 0: not known.
    virtual std::uint64_t epoch() const { return 0; }

    // Runs a query and calls `each` for every row. The statement text is cached: keep it literal.
    virtual void query(std::string_view sql, Params params, EachRow each) = 0;

    // Like query, without waiting: several of them travel to PostgreSQL together, and `each` runs at the next statement that
    // waits, or at settle(). On SQLite there is nothing to wait for.
    virtual void query_later(std::string_view sql, Params params, std::function<void(const Row&)> each) {
        query(sql, params, each);
    }
    virtual void settle() {}
    // settle() of a read that asks nothing more: to PostgreSQL the end of the snapshot travels with the questions instead of in
    // a message of its own. A question after it is a bug, and says so. A transaction that writes goes on as after settle().
    virtual void settle_last() { settle(); }

    // Convenience on top; T is a described struct (by column name, case ignored) or a single value (first column).
    // Defined in db/rows.hpp.
    template <class T, class... Args>
    std::vector<T> all(std::string_view sql, const Args&... args);
    template <class T, class... Args>
    std::optional<T> one(std::string_view sql, const Args&... args);
    // The same with parameters gathered beforehand (db/where.hpp).
    template <class T>
    std::vector<T> all_with(std::string_view sql, Params params);
    template <class T>
    std::optional<T> one_with(std::string_view sql, Params params);
    // `into` is filled by settle() at the latest, and must live until then.
    template <class T, class... Args>
    void all_later(std::vector<T>& into, std::string_view sql, const Args&... args);
    // Of the first row, when there is one.
    template <class T, class... Args>
    void one_later(std::optional<T>& into, std::string_view sql, const Args&... args);
    template <class F, class... Args>
    void each(std::string_view sql, F&& f, const Args&... args) {
        const std::array<Value, sizeof...(Args)> values{to_value(args)...};
        query(sql, values, std::forward<F>(f));
    }
};

class Writer : public Reader {
public:
    // Queues a statement whose answer nobody needs. On PostgreSQL it travels with the next query or the commit, so an error
    // may surface there; on SQLite it runs at once.
    virtual void execute(std::string_view sql, Params params) = 0;
    // Runs now; how many rows it touched.
    virtual std::int64_t execute_count(std::string_view sql, Params params) = 0;

    template <class... Args>
    void run(std::string_view sql, const Args&... args) {
        const std::array<Value, sizeof...(Args)> values{to_value(args)...};
        execute(sql, values);
    }
    template <class... Args>
    std::int64_t count(std::string_view sql, const Args&... args) {
        const std::array<Value, sizeof...(Args)> values{to_value(args)...};
        return execute_count(sql, values);
    }

    // A fresh identifier, below 2^53, unique in the database; leased in blocks, so neither dense nor ordered.
    virtual std::int64_t next_id() = 0;
    // Holds a named lock of this organization until the transaction ends. SQLite has one writer, so there it is free.
    virtual void lock(std::string_view name) = 0;
    // The same, together with others that hold it so; whoever wants it alone waits for all of them.
    virtual void lock_shared(std::string_view name) = 0;
    // Which stripe of a kept sum this writer adds to: those that run at once have different ones, as far as there are enough.
    virtual std::int64_t franja() const = 0;
    // Waits for what is queued and checks deferred constraints now instead of at commit (for `simular`, and before a group
    // commit, where one request's fault must not fail its neighbours).
    virtual void check_now() = 0;
    // Runs in a transaction of its own if, and only if, this one is rolled back (failed-login counters and the like). Not when
    // the database itself failed: a full disk, a lost connection, an unknown outcome.
    virtual void if_rolled_back(std::function<void(Writer&)> work) = 0;
    // So much is held for the caller until the commit: no large answers are gathered for one.
    virtual void holds(std::size_t /*bytes*/) {}
};

// How long PostgreSQL is waited for; zero: as long as its own settings say.
struct Timeouts {
    std::chrono::seconds connect{2};  // for each host that the address names
    std::chrono::milliseconds statement{};
    std::chrono::milliseconds answer{};  // of what a caller waits for: point reads and prompt writes; zero: as `statement`
    std::chrono::milliseconds lock{};

    std::chrono::milliseconds for_answer() const { return answer.count() > 0 ? answer : statement; }
};

struct Settings {
    std::string url = {};                 // sqlite:FILE, sqlite::memory: (tests: migrated at once, gone at close), postgres://…
    int connections = 8;                  // reader connections (SQLite), pool size (PostgreSQL)
    std::int64_t mmap_bytes = 1LL << 38;  // SQLite; 0 for fault-injection tests
    int group_max = 64;                   // SQLite: requests per commit at the most …
    std::chrono::milliseconds group_time{20};  // … and for how long others join it
    int reports = 2;                           // reads of Lane::report at once
    Timeouts timeouts = {};                    // PostgreSQL
    bool as_owner = false;  // PostgreSQL: the URL is the owner's (command line); works as cacao_servicio, may back up
};

struct Reading {
    Lane lane = Lane::point;
    // The whole read is cancelled after it (Fallo::took_too_long); 0: it may take as long as it likes.
    std::chrono::milliseconds limit{0};
    // With one row more, or one byte of text, it ends (Fallo::too_many_rows), and can be read again in a lane that takes more; 0:
    // any number.
    std::size_t rows = 0;
    std::size_t bytes = 0;
    // Nothing is kept of its rows: neither is what the engine brings.
    bool passing = false;
};

struct Writing {
    // A caller waits for it: neither for its turn nor for any answer of PostgreSQL's is longer waited than Timeouts::answer.
    bool prompt = false;
    // Who of the organization sends it; 0: nobody in particular. They take turns, simulated or not.
    std::uint64_t caller = 0;
};

// Keeps a read to its lane: counts its rows, and the texts that are taken from them.
class RowCount {
public:
    explicit RowCount(const Reading& how) : lane_(how.lane), rows_(limit(how.rows)), bytes_(limit(how.bytes)) {}
    void belongs_to(Lane lane) const {
        if (lane_ < lane) throw TooLarge(lane);
    }
    bool limited() const { return rows_ != unlimited || bytes_ != unlimited; }
    // Passes a row on.
    template <class Each>
    void count(const Row& row, Each&& each) {
        if (rows_-- == 0) throw TooLarge("The read has more rows than its lane takes.");
        each(Counted{row, *this});
    }

private:
    class Counted final : public Row {
    public:
        Counted(const Row& row, RowCount& count) : row_(row), count_(count) {}
        int columns() const override { return row_.columns(); }
        std::string_view name(int column) const override { return row_.name(column); }
        bool is_null(int column) const override { return row_.is_null(column); }
        std::int64_t integer(int column) const override { return row_.integer(column); }
        std::string_view text(int column) const override {
            const std::string_view found = row_.text(column);
            if (found.size() > count_.bytes_) throw TooLarge("The read has more text than its lane takes.");
            count_.bytes_ -= found.size();
            return found;
        }
        std::vector<int>& slots(const void* key, std::size_t n) const override { return row_.slots(key, n); }

    private:
        const Row& row_;
        RowCount& count_;
    };

    static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
    static std::size_t limit(std::size_t most) { return most > 0 ? most : unlimited; }

    Lane lane_;
    std::size_t rows_;
    std::size_t bytes_;
};

class Database {
public:
    virtual ~Database() = default;
    virtual Motor motor() const = 0;

    // Runs `work` on the calling thread over a read-only snapshot that includes every write answered before the call.
    virtual void read(std::int64_t organizacionId, FunctionRef<void(Reader&)> work, const Reading& how) = 0;
    void read(std::int64_t organizacionId, FunctionRef<void(Reader&)> work) { read(organizacionId, work, {}); }

    // Queues `work` as one transaction. It may run more than once (a conflict on PostgreSQL), so it must start from scratch
    // each time. `done` is called exactly once, on a thread of the database: after the commit with nullptr, otherwise with
    // what was thrown. Work that throws is rolled back alone, also in a group commit.
    virtual void write(std::int64_t organizacionId, std::function<void(Writer&)> work,
                       std::function<void(std::exception_ptr)> done, const Writing& how) = 0;
    void write(std::int64_t organizacionId, std::function<void(Writer&)> work, std::function<void(std::exception_ptr)> done) {
        write(organizacionId, std::move(work), std::move(done), {});
    }

    // The same, waiting for it: for the command line and tests. Never from a database thread.
    void write_now(std::int64_t organizacionId, std::function<void(Writer&)> work);

    virtual bool alive() = 0;                          // a cheap round trip
    virtual void backup(const std::string& file) = 0;  // online and consistent; refuses an existing file
    // Waits for queued writes, then takes no more (they fail as unavailable).
    virtual void drain() = 0;
};

// Opens without touching the schema. Throws DbError(unavailable) with one plain sentence: no such file or server, or a
// PostgreSQL login that is superuser, bypasses row-level security or owns a table (unless as_owner).
std::unique_ptr<Database> open(const Settings& settings);

// Which engine a URL names. Throws DbError(unavailable) for one that names none.
Motor motor_of(std::string_view url);

// Online and consistent; refuses an existing file. PostgreSQL: the owner's URL, through pg_dump.
void backup(const std::string& url, const std::string& file);
// Checks the file first; refuses to overwrite an existing SQLite file or a PostgreSQL database that has tables.
void restore(const std::string& url, const std::string& file);

}  // namespace cacao::db
