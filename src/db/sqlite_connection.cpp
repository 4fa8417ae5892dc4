#include "db/sqlite_connection.hpp"

#include "base/error.hpp"
#include "db/sql_text.hpp"
#include "db/sqlite_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>

namespace cacao::db::sqlite {
namespace {

constexpr std::size_t statements_max = 1000;
constexpr int busy_milliseconds = 10'000;  // another process may be writing: the command line beside the service

Fallo fallo_of(int extended) {
    if (extended == SQLITE_CONSTRAINT_DATATYPE) return Fallo::other;  // a STRICT table refused a type: our bug
    switch (extended & 0xFF) {
        case SQLITE_CONSTRAINT: return Fallo::constraint;
        case SQLITE_INTERRUPT: return Fallo::took_too_long;
        case SQLITE_FULL:
        case SQLITE_IOERR:
        case SQLITE_READONLY:
        case SQLITE_CANTOPEN:
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PERM:
        case SQLITE_NOMEM:
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_PROTOCOL: return Fallo::unavailable;
        default: return Fallo::other;
    }
}

[[noreturn]] void raise(sqlite3* db) {
    const std::string_view why = sqlite3_errmsg(db);
    // A sum that no integer holds becomes a real number, which no column takes. It is what the caller asked for, as in Decimal.
    if (why == "integer overflow" || why.starts_with("cannot store REAL value in INTEGER column"))
        reject(Codigo::fuera_de_rango, "");
    throw DbError(fallo_of(sqlite3_extended_errcode(db)), std::string{why});
}

void configure_once() {
    static std::once_flag once;
    // Counting memory takes a global lock on every allocation. If someone else has started the library, it stays as it is.
    std::call_once(once, [] {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
#ifndef __SANITIZE_ADDRESS__  // which has to see each block come and go
        sqlite3_config(SQLITE_CONFIG_MALLOC, &memory_methods());
#endif
        sqlite3_initialize();
    });
}

}  // namespace

std::string numbered(std::string_view sql) {
    std::string out;
    out.reserve(sql.size());
    SqlScanner scanner{sql};
    while (auto token = scanner.next()) {
        const std::string_view t = token->text;
        if (token->kind == SqlToken::parameter) {
            out.push_back('?');
            out.append(t.substr(1));
        } else {
            out.append(t);
        }
    }
    return out;
}

std::string file_of(std::string_view url) { return std::string{url.substr(std::string_view{"sqlite:"}.size())}; }

Statement::Statement(sqlite3* db, std::string_view sql) : db_(db) {
    const std::string text = numbered(sql);
    if (sqlite3_prepare_v3(db, text.c_str(), static_cast<int>(text.size()) + 1, SQLITE_PREPARE_PERSISTENT, &stmt_, nullptr) !=
        SQLITE_OK) {
        raise(db);
    }
    if (stmt_ == nullptr) throw DbError(Fallo::other, "an empty statement");
    parameters_ = sqlite3_bind_parameter_count(stmt_);
}

Statement::~Statement() { sqlite3_finalize(stmt_); }

int Statement::columns() const { return sqlite3_column_count(stmt_); }

std::string_view Statement::name(int column) const { return sqlite3_column_name(stmt_, column); }

bool Statement::is_null(int column) const { return sqlite3_column_type(stmt_, column) == SQLITE_NULL; }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(stmt_, column); }

std::string_view Statement::text(int column) const {
    // For a BLOB this gives the bytes as they are: the database is UTF-8, so nothing is converted.
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(stmt_, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(stmt_, column))};
}

std::vector<int>& Statement::slots(const void* key, std::size_t n) const {
    for (auto& [known, slots] : slots_) {
        if (known == key) return *slots;
    }
    return *slots_.emplace_back(key, std::make_unique<std::vector<int>>(n, -2)).second;
}

void Statement::bind(Params params) {
    if (static_cast<int>(params.size()) != parameters_) {
        throw DbError(Fallo::other,
                      fmt::format("{} values for {} parameters in: {}", params.size(), parameters_, sqlite3_sql(stmt_)));
    }
    int n = 0;
    for (const Value& v : params) {
        ++n;
        int code = SQLITE_OK;
        // A null pointer would be bound as NULL, and an empty text is not that.
        const char* text = v.text.data() == nullptr ? "" : v.text.data();
        if (v.null) {
            code = sqlite3_bind_null(stmt_, n);
        } else if (v.kind == Kind::integer) {
            code = sqlite3_bind_int64(stmt_, n, v.integer);
        } else if (v.kind == Kind::text) {
            code = sqlite3_bind_text64(stmt_, n, text, v.text.size(), SQLITE_STATIC, SQLITE_UTF8);
        } else {
            code = sqlite3_bind_blob64(stmt_, n, text, v.text.size(), SQLITE_STATIC);
        }
        if (code != SQLITE_OK) raise(db_);
    }
}

bool Statement::step() {
    const int code = sqlite3_step(stmt_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    raise(db_);
}

void Statement::reset() noexcept { sqlite3_reset(stmt_); }

// Holds a statement while it runs. One that is running already (a query inside the rows of the same query) gets a twin.
class Connection::Use {
public:
    Use(Connection& connection, std::string_view sql) {
        auto& known = connection.statements_;
        auto found = known.find(sql);
        if (found == known.end()) {
            if (known.size() >= statements_max) std::erase_if(known, [](const auto& entry) { return !entry.second->busy; });
            found = known.emplace(std::string{sql}, std::make_unique<Statement>(connection.db_, sql)).first;
        }
        statement_ = found->second.get();
        if (statement_->busy) {
            twin_ = std::make_unique<Statement>(connection.db_, sql);
            statement_ = twin_.get();
        }
        statement_->busy = true;
    }
    ~Use() {
        statement_->reset();
        statement_->busy = false;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Statement* operator->() { return statement_; }
    Statement& operator*() { return *statement_; }

private:
    Statement* statement_ = nullptr;
    std::unique_ptr<Statement> twin_;
};

Connection::Connection(const std::string& file, Access access, std::int64_t mmap_bytes) {
    configure_once();
    if (access == Access::create) {
        // Made by hand, because SQLite would let the group and others read it; the log files take over its permissions.
        const int made = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (made < 0)
            throw DbError(Fallo::unavailable, fmt::format("Cannot create the database {}: {}.", file, std::strerror(errno)));
        ::close(made);
    }
    const int flags = SQLITE_OPEN_NOMUTEX | (access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
    if (sqlite3_open_v2(file.c_str(), &db_, flags, nullptr) != SQLITE_OK) {
        const std::string why = ::access(file.c_str(), F_OK) != 0 ? "there is no such file" : sqlite3_errmsg(db_);
        sqlite3_close_v2(db_);
        throw DbError(Fallo::unavailable, fmt::format("Cannot open the database {}: {}.", file, why));
    }
    try {
        sqlite3_extended_result_codes(db_, 1);
        sqlite3_busy_timeout(db_, busy_milliseconds);
        sqlite3_db_config(db_, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
        sqlite3_db_config(db_, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
        if (access != Access::read) write_ahead_log();
        exec(fmt::format("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA mmap_size={}; PRAGMA temp_store=MEMORY;{}",
                         mmap_bytes, access == Access::read ? " PRAGMA query_only=ON;" : " PRAGMA wal_autocheckpoint=0;"));
        exec("SELECT count(*) FROM sqlite_master");  // a file that is no database is told apart here, not at the first request
        // After wal_autocheckpoint, which is a hook itself.
        if (access != Access::read) {
            sqlite3_wal_hook(
                db_,
                [](void* self, sqlite3*, const char*, int pages) {
                    static_cast<Connection*>(self)->log_pages_ = pages;
                    return SQLITE_OK;
                },
                this);
        }
    } catch (const DbError& error) {
        const std::string why = error.what();
        sqlite3_close_v2(db_);
        throw DbError(Fallo::unavailable, fmt::format("Cannot open the database {}: {}.", file, why));
    }
}

Connection::~Connection() {
    statements_.clear();
    sqlite3_close_v2(db_);
}

void Connection::write_ahead_log() {
    // Changing the mode does not call the busy handler, so two processes that start at once would trip over each other.
    for (int attempt = 0;; ++attempt) {
        try {
            exec("PRAGMA journal_mode=WAL; PRAGMA journal_size_limit=67108864;");
            return;
        } catch (const DbError&) {
            if ((sqlite3_errcode(db_) & 0xFF) != SQLITE_BUSY || attempt >= 200) throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
}

void Connection::query(std::string_view sql, Params params, EachRow each) {
    Use statement{*this, sql};
    statement->bind(params);
    while (statement->step()) each(*statement);
}

std::int64_t Connection::execute(std::string_view sql, Params params) {
    Use statement{*this, sql};
    statement->bind(params);
    while (statement->step()) {
    }
    return sqlite3_changes64(db_);
}

void Connection::exec(const std::string& script) {
    if (sqlite3_exec(db_, script.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) raise(db_);
}

Connection::Limit::Limit(Connection& connection, std::chrono::milliseconds limit) {
    if (limit.count() == 0) return;
    db_ = connection.db_;
    until_ = std::chrono::steady_clock::now() + limit;
    constexpr int instructions = 10'000;  // a fraction of a millisecond
    sqlite3_progress_handler(
        db_, instructions,
        [](void* self) { return std::chrono::steady_clock::now() >= static_cast<Limit*>(self)->until_ ? 1 : 0; }, this);
}

Connection::Limit::~Limit() {
    if (db_ != nullptr) sqlite3_progress_handler(db_, 0, nullptr, nullptr);
}

bool Connection::in_transaction() const { return sqlite3_get_autocommit(db_) == 0; }

bool Connection::deferred_fault() const {
    int unmet = 0;
    int highest = 0;
    sqlite3_db_status(db_, SQLITE_DBSTATUS_DEFERRED_FKS, &unmet, &highest, 0);
    return unmet != 0;
}

void Connection::rollback() noexcept {
    if (in_transaction()) sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void Connection::checkpoint(bool wait_for_readers) noexcept {
    // A reader that stays would hold up the writer: it gets a moment, and the next try comes with the next pages.
    sqlite3_busy_timeout(db_, 50);
    int total = 0;
    int written = 0;
    const int mode = wait_for_readers ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE;
    if (sqlite3_wal_checkpoint_v2(db_, nullptr, mode, &total, &written) == SQLITE_OK && total == written) log_pages_ = 0;
    sqlite3_busy_timeout(db_, busy_milliseconds);
}

}  // namespace cacao::db::sqlite
