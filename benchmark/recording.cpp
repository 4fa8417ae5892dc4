#include "recording.hpp"

#include "db/sql_text.hpp"

#include <endian.h>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

namespace cacao::bench {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// `$1` is a name to SQLite; the service rewrites it too.
std::string numbered(std::string_view sql) {
    std::string out;
    db::SqlScanner scanner{sql};
    while (const auto token = scanner.next()) {
        out += token->text;
        if (token->kind == db::SqlToken::parameter) out[out.size() - token->text.size()] = '?';
    }
    return out;
}

bool writes(std::string_view sql) {
    const auto start = sql.find_first_not_of(" \n\t");
    return start != std::string_view::npos && !sql.substr(start).starts_with("SELECT") && !sql.substr(start).starts_with("WITH");
}

// What the service does afterwards, for many at once: it gives the numbers that are next, so it cannot be repeated in another
// order.
bool seals(std::string_view sql) {
    return sql.find("UPDATE bitacora SET posicion") != std::string_view::npos ||
           sql.find("UPDATE evento SET posicion") != std::string_view::npos ||
           sql.find("UPDATE eventoRegistro SET posicion") != std::string_view::npos;
}

}  // namespace

class RecordingDatabase::Tap final : public db::Writer {
public:
    Tap(db::Writer& real, RecordingDatabase& owner) : real_(real), owner_(owner) {}
    db::Motor motor() const override { return real_.motor(); }
    std::int64_t organizacion() const override { return real_.organizacion(); }
    void query(std::string_view sql, db::Params params, db::EachRow each) override {
        note(sql, params);
        real_.query(sql, params, each);
    }
    void query_later(std::string_view sql, db::Params params, std::function<void(const db::Row&)> each) override {
        note(sql, params);
        real_.query_later(sql, params, std::move(each));
    }
    void settle() override { real_.settle(); }
    void execute(std::string_view sql, db::Params params) override {
        note(sql, params);
        real_.execute(sql, params);
    }
    std::int64_t execute_count(std::string_view sql, db::Params params) override {
        note(sql, params);
        return real_.execute_count(sql, params);
    }
    std::int64_t next_id() override { return real_.next_id(); }
    void lock(std::string_view name) override { real_.lock(name); }
    void lock_shared(std::string_view name) override { real_.lock_shared(name); }
    std::int64_t franja() const override { return real_.franja(); }
    void check_now() override { real_.check_now(); }
    void if_rolled_back(std::function<void(db::Writer&)> work) override { real_.if_rolled_back(std::move(work)); }

    std::vector<Statement> statements;

private:
    void note(std::string_view sql, db::Params params) {
        if (!writes(sql)) return;
        Statement s;
        s.sql = owner_.place_of(sql);
        s.texts.reserve(params.size());
        for (const db::Value& v : params) {
            db::Value copy = v;
            if (v.kind != db::Kind::integer) copy.text = s.texts.emplace_back(v.text);
            s.values.push_back(copy);
        }
        statements.push_back(std::move(s));
    }
    db::Writer& real_;
    RecordingDatabase& owner_;
};

std::size_t RecordingDatabase::place_of(std::string_view sql) {
    const std::lock_guard lock{mutex_};
    const auto it = std::find(recording.sqls.begin(), recording.sqls.end(), sql);
    if (it != recording.sqls.end()) return static_cast<std::size_t>(it - recording.sqls.begin());
    recording.sqls.emplace_back(sql);
    return recording.sqls.size() - 1;
}

void RecordingDatabase::write(std::int64_t organizacionId, std::function<void(db::Writer&)> work,
                              std::function<void(std::exception_ptr)> done, const db::Writing& how) {
    const auto taken = std::make_shared<std::vector<Statement>>();
    real_.write(
        organizacionId,
        [this, taken, work = std::move(work)](db::Writer& tx) {
            Tap tap{tx, *this};
            work(tap);
            *taken = std::move(tap.statements);
        },
        [this, taken, done = std::move(done)](std::exception_ptr error) {
            if (!error) {
                const std::lock_guard lock{mutex_};
                const bool sealing =
                    std::ranges::any_of(*taken, [&](const Statement& s) { return seals(recording.sqls[s.sql]); });
                if (!sealing) recording.transactions.push_back(std::move(*taken));
            }
            done(error);
        },
        how);
}

double replay_sqlite(const Recording& recording, const std::string& file, std::size_t group) {
    sqlite3* db = nullptr;
    const auto check = [&](int rc) {
        if (rc != SQLITE_OK && rc != SQLITE_DONE && rc != SQLITE_ROW) throw std::runtime_error(sqlite3_errmsg(db));
    };
    check(sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr));
    const auto run = [&](const char* sql) { check(sqlite3_exec(db, sql, nullptr, nullptr, nullptr)); };
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA mmap_size=274877906944; "
        "PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=0;");
    std::vector<sqlite3_stmt*> statements;
    for (const auto& sql : recording.sqls) {
        sqlite3_stmt* s = nullptr;
        const auto text = numbered(sql);
        check(sqlite3_prepare_v3(db, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &s, nullptr));
        statements.push_back(s);
    }
    const double start = now();
    for (std::size_t i = 0; i < recording.transactions.size(); ++i) {
        if (i % group == 0) run("BEGIN IMMEDIATE");
        for (const Statement& st : recording.transactions[i]) {
            sqlite3_stmt* s = statements[st.sql];
            int n = 0;
            for (const db::Value& v : st.values) {
                ++n;
                if (v.null) sqlite3_bind_null(s, n);
                else if (v.kind == db::Kind::integer) sqlite3_bind_int64(s, n, v.integer);
                else if (v.kind == db::Kind::text)
                    sqlite3_bind_text(s, n, v.text.data(), static_cast<int>(v.text.size()), SQLITE_STATIC);
                else sqlite3_bind_blob(s, n, v.text.data(), static_cast<int>(v.text.size()), SQLITE_STATIC);
            }
            int rc = SQLITE_ROW;
            while (rc == SQLITE_ROW) rc = sqlite3_step(s);
            check(rc);
            sqlite3_reset(s);
        }
        if (i % group == group - 1 || i + 1 == recording.transactions.size()) run("COMMIT");
    }
    const double seconds = now() - start;
    for (sqlite3_stmt* s : statements) sqlite3_finalize(s);
    sqlite3_close(db);
    return seconds;
}

namespace {

class Pipeline {
public:
    Pipeline(const Recording& recording, const std::string& url, std::int64_t organizacionId)
        : recording_(recording), organizacion_(std::to_string(organizacionId)), prepared_(recording.sqls.size()) {
        c_ = PQconnectdb(url.c_str());
        if (PQstatus(c_) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(c_));
        PQclear(PQexec(c_, "SET ROLE cacao_servicio"));
        PQclear(PQprepare(c_, "org", "SELECT set_config('cacao.organizacion', $1, true)", 0, nullptr));
        PQclear(PQprepare(c_, "begin", "BEGIN", 0, nullptr));
        PQclear(PQprepare(c_, "commit", "COMMIT", 0, nullptr));
        PQenterPipelineMode(c_);
    }
    ~Pipeline() { PQfinish(c_); }
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    // Prepares before the clock starts what a service has long prepared.
    void prepare(const Statement& st) {
        if (prepared_[st.sql]) return;
        std::vector<Oid> types;
        for (const db::Value& v : st.values)
            types.push_back(v.kind == db::Kind::integer ? 20 : v.kind == db::Kind::text ? 25 : 17);
        PQsendPrepare(c_, name(st.sql).c_str(), recording_.sqls[st.sql].c_str(), static_cast<int>(types.size()), types.data());
        PQpipelineSync(c_);
        drain();
        prepared_[st.sql] = true;
    }

    // False when another connection was in the way: the transaction must be tried again.
    bool run(const std::vector<Statement>& statements) {
        PQsendQueryPrepared(c_, "begin", 0, nullptr, nullptr, nullptr, 1);
        const char* org[] = {organizacion_.c_str()};
        PQsendQueryPrepared(c_, "org", 1, org, nullptr, nullptr, 1);
        std::vector<const char*> values;
        std::vector<int> lengths, formats;
        std::vector<std::uint64_t> numbers;
        for (const Statement& st : statements) {
            values.clear(), lengths.clear(), formats.clear(), numbers.clear();
            numbers.reserve(st.values.size());
            for (const db::Value& v : st.values) {
                if (v.null) values.push_back(nullptr), lengths.push_back(0);
                else if (v.kind == db::Kind::integer) {
                    numbers.push_back(htobe64(static_cast<std::uint64_t>(v.integer)));
                    values.push_back(reinterpret_cast<const char*>(&numbers.back()));
                    lengths.push_back(8);
                } else {
                    values.push_back(v.text.empty() ? "" : v.text.data());
                    lengths.push_back(static_cast<int>(v.text.size()));
                }
                formats.push_back(1);
            }
            PQsendQueryPrepared(c_, name(st.sql).c_str(), static_cast<int>(values.size()), values.data(), lengths.data(),
                                formats.data(), 1);
        }
        PQsendQueryPrepared(c_, "commit", 0, nullptr, nullptr, nullptr, 1);
        PQpipelineSync(c_);
        return drain();
    }

private:
    static std::string name(std::size_t sql) { return "s" + std::to_string(sql); }
    bool drain() {
        bool good = true;
        std::string failure;
        for (;;) {
            PGresult* r = PQgetResult(c_);
            if (r == nullptr) {
                r = PQgetResult(c_);
                if (r == nullptr) break;
            }
            const auto status = PQresultStatus(r);
            if (status == PGRES_FATAL_ERROR) {
                good = false;
                const std::string code = PQresultErrorField(r, PG_DIAG_SQLSTATE);
                if (code != "40001" && code != "40P01") failure = PQresultErrorMessage(r);
            }
            PQclear(r);
            if (status == PGRES_PIPELINE_SYNC) break;
        }
        if (!failure.empty()) throw std::runtime_error(failure);
        if (!good && PQtransactionStatus(c_) != PQTRANS_IDLE) {
            PQsendQueryParams(c_, "ROLLBACK", 0, nullptr, nullptr, nullptr, nullptr, 1);
            PQpipelineSync(c_);
            drain();
        }
        return good;
    }

    const Recording& recording_;
    std::string organizacion_;
    std::vector<bool> prepared_;
    PGconn* c_ = nullptr;
};

}  // namespace

double replay_postgres(const Recording& recording, const std::string& url, std::int64_t organizacionId, int connections) {
    std::vector<std::unique_ptr<Pipeline>> pipelines;
    for (int i = 0; i < connections; ++i) {
        auto& p = pipelines.emplace_back(std::make_unique<Pipeline>(recording, url, organizacionId));
        for (const auto& t : recording.transactions)
            for (const Statement& st : t) p->prepare(st);
    }
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    const double start = now();
    std::vector<std::thread> threads;
    for (auto& p : pipelines)
        threads.emplace_back([&] {
            try {
                for (std::size_t i = next++; i < recording.transactions.size(); i = next++)
                    while (!p->run(recording.transactions[i])) {
                    }
            } catch (...) {
                const std::lock_guard lock{mutex};
                failure = std::current_exception();
            }
        });
    for (auto& t : threads) t.join();
    if (failure) std::rethrow_exception(failure);
    return now() - start;
}

}  // namespace cacao::bench
