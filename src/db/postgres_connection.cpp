#include "db/postgres_connection.hpp"

#include "db/engines.hpp"

#include <endian.h>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace cacao::db::postgres {
namespace {

// Type numbers of pg_type; they are fixed for good.
constexpr Oid oid_bool = 16;
constexpr Oid oid_bytea = 17;
constexpr Oid oid_name = 19;
constexpr Oid oid_int8 = 20;
constexpr Oid oid_int2 = 21;
constexpr Oid oid_int4 = 23;
constexpr Oid oid_text = 25;
constexpr Oid oid_varchar = 1043;

// Answers pile up in memory while nobody reads them, so a long row of statements is settled now and then.
constexpr std::size_t pending_max = 1000;

Oid oid_of(Kind kind) {
    switch (kind) {
        case Kind::integer: return oid_int8;
        case Kind::text: return oid_text;
        case Kind::bytes: return oid_bytea;
    }
    return oid_text;
}

std::int64_t big_endian(const char* bytes, int length) {
    if (length == 8) {
        std::uint64_t v = 0;
        std::memcpy(&v, bytes, 8);
        return static_cast<std::int64_t>(be64toh(v));
    }
    if (length == 4) {
        std::uint32_t v = 0;
        std::memcpy(&v, bytes, 4);
        return static_cast<std::int32_t>(be32toh(v));
    }
    if (length == 2) {
        std::uint16_t v = 0;
        std::memcpy(&v, bytes, 2);
        return static_cast<std::int16_t>(be16toh(v));
    }
    return bytes[0];  // bool
}

void add_rows(Extent& all, const pg_result* result) {
    const int rows = PQntuples(result);
    const int columns = PQnfields(result);
    all.rows += static_cast<std::size_t>(rows);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) all.bytes += static_cast<std::size_t>(PQgetlength(result, r, c));
}

Extent extent_of(const pg_result* result) {
    Extent all;
    add_rows(all, result);
    return all;
}

// What was too large learns how large it was.
std::exception_ptr with_extent(const std::exception_ptr& error, const Extent& all) {
    try {
        std::rethrow_exception(error);
    } catch (const TooLarge& e) {
        return std::make_exception_ptr(TooLarge(e.what(), all));
    } catch (...) {
        return error;
    }
}

}  // namespace

struct Connection::Prepared {
    std::string name;
    std::vector<Kind> kinds;
    bool sent = false;           // the server has it, or will have read it before whatever is sent next
    std::vector<bool> integers;  // by column, once a result has been seen
    bool described = false;
    std::vector<std::pair<const void*, std::unique_ptr<std::vector<int>>>> slots;
    int small = 0;         // results in a row that were
    int small_enough = 4;  // of them, and the next is taken whole

    void measure(std::size_t memory) {
        constexpr std::size_t large = 2 << 20;
        if (memory < large) {
            small = std::min(small + 1, small_enough);
        } else {
            small_enough = std::min(small_enough * 2, 1 << 20);
            small = 0;
        }
    }
    bool takes(Params params) const {
        return std::equal(kinds.begin(), kinds.end(), params.begin(), params.end(),
                          [](Kind k, const Value& v) { return k == v.kind; });
    }
    void describe(const pg_result* result) {
        if (described) return;
        integers.clear();
        for (int c = 0; c < PQnfields(result); ++c) {
            const Oid type = PQftype(result, c);
            const bool integer = type == oid_int8 || type == oid_int4 || type == oid_int2 || type == oid_bool;
            if (!integer && type != oid_text && type != oid_varchar && type != oid_name && type != oid_bytea) {
                throw DbError(Fallo::other, fmt::format("column {} has a type of PostgreSQL's own: cast it to BIGINT or TEXT",
                                                        PQfname(result, c)));
            }
            integers.push_back(integer);
        }
        described = true;
    }
};

class Connection::ResultRow final : public Row {
public:
    ResultRow(const pg_result* result, Prepared& statement) : result_(result), statement_(statement) {}
    int row = 0;

    int columns() const override { return PQnfields(result_); }
    std::string_view name(int column) const override { return PQfname(result_, column); }
    bool is_null(int column) const override { return PQgetisnull(result_, row, column) != 0; }
    std::int64_t integer(int column) const override {
        if (!statement_.integers[static_cast<std::size_t>(column)]) {
            throw DbError(Fallo::other, fmt::format("column {} is no integer", PQfname(result_, column)));
        }
        const int length = PQgetlength(result_, row, column);
        return length == 0 ? 0 : big_endian(PQgetvalue(result_, row, column), length);
    }
    std::string_view text(int column) const override {
        if (statement_.integers[static_cast<std::size_t>(column)]) {
            throw DbError(Fallo::other, fmt::format("column {} is no text", PQfname(result_, column)));
        }
        return {PQgetvalue(result_, row, column), static_cast<std::size_t>(PQgetlength(result_, row, column))};
    }
    std::vector<int>& slots(const void* key, std::size_t n) const override {
        for (auto& [known, slots] : statement_.slots) {
            if (known == key) return *slots;
        }
        return *statement_.slots.emplace_back(key, std::make_unique<std::vector<int>>(n, -2)).second;
    }

private:
    const pg_result* result_;
    Prepared& statement_;
};

// The answers to one statement, as they come.
class Connection::Rows {
public:
    explicit Rows(Connection& connection) : connection_(connection), outer_(std::exchange(connection.rows_, this)) {}
    ~Rows() { connection_.rows_ = outer_; }
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;

    // The next of them; nothing behind the last.
    ResultHandle next() { return taken_ < gathered_.size() ? std::move(gathered_[taken_++]) : fetch(); }
    // The rest, because something else is asked meanwhile.
    void gather() {
        while (ResultHandle answer = fetch()) gathered_.push_back(std::move(answer));
    }

private:
    ResultHandle fetch() {
        if (ended_) return nullptr;
        ResultHandle answer = connection_.next_result();
        ended_ = !answer;
        return answer;
    }

    Connection& connection_;
    Rows* const outer_;
    std::vector<ResultHandle> gathered_;
    std::size_t taken_ = 0;  // of those
    bool ended_ = false;
};

Connection::Connection(const std::string& url, Watch& watch)
    : watch_(watch), connection_(connect(url, watch.timeouts().connect)) {
    if (PQsetnonblocking(connection_.get(), 1) != 0) lose();
    const ResultHandle role = at_once(fmt::format("SET ROLE {}", service_role));
    if (PQresultStatus(role.get()) != PGRES_COMMAND_OK) {
        const char* state = PQresultErrorField(role.get(), PG_DIAG_SQLSTATE);
        const bool missing = state != nullptr && std::string_view{state} == "22023";
        throw DbError(Fallo::unavailable,
                      missing ? fmt::format("The role {} does not exist: migrate the database first, with the owner's address.",
                                            service_role)
                              : fmt::format("The database login must be a member of the role {}: {}.", service_role,
                                            last_words(connection_.get())));
    }
    // What is sent up to a sync is one transaction by itself: a read needs neither BEGIN nor COMMIT, only these properties. A
    // transaction that writes says otherwise in its BEGIN.
    std::string settings = "SET default_transaction_isolation = 'repeatable read'; SET default_transaction_read_only = on";
    const Timeouts& timeouts = watch.timeouts();
    if (limit().count() > 0) settings += fmt::format("; SET statement_timeout = {}", limit().count());
    if (timeouts.lock.count() > 0) settings += fmt::format("; SET lock_timeout = {}", timeouts.lock.count());
    if (PQresultStatus(at_once(settings).get()) != PGRES_COMMAND_OK) lose();
    if (PQenterPipelineMode(connection_.get()) != 1) lose();
}

Connection::~Connection() = default;

std::int64_t Connection::number() const { return PQbackendPID(connection_.get()); }

void Connection::begin(std::int64_t organizacionId, bool read_only, std::chrono::milliseconds limit) {
    refresh();
    read_ended_ = false;
    limit_ = limit;
    heard_ = false;
    // A transaction that writes must not find out about a lost connection by the answer to its commit.
    if (!read_only && !pending_.empty()) {
        std::exception_ptr ignored;
        read_pending(ignored);
    }
    if (!read_only) send("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", {});
    const std::string text = organizacionId == 0 ? std::string{} : std::to_string(organizacionId);
    const std::string longest = std::to_string(limit.count());
    const std::array<Value, 2> values{to_value(text), to_value(longest)};
    if (limit.count() == 0) send("SELECT set_config('cacao.organizacion', $1, true)", Params{values}.first(1));
    else send("SELECT set_config('cacao.organizacion', $1, true), set_config('statement_timeout', $2, true)", values);
    // Answered before what may take long begins.
    if (limit.count() > 0 && PQsendFlushRequest(connection_.get()) != 1) lose();
}

// Takes in what came while the connection lay idle: the answer to the last read's COMMIT, or the server's farewell, which is
// best found out now, while nothing has been sent.
void Connection::refresh() {
    pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
    while (::poll(&socket, 1, 0) > 0) {
        if (PQconsumeInput(connection_.get()) == 0 || PQstatus(connection_.get()) != CONNECTION_OK) lose();
    }
    std::exception_ptr ignored;
    ResultHandle last;
    while (!pending_.empty() && PQisBusy(connection_.get()) == 0) read_answer(ignored, last);
}

void Connection::query(std::string_view sql, Params params, EachRow each) {
    Prepared& statement = send(sql, params);
    const ResultHandle result = settle();
    walk(result.get(), statement, each);
}

void Connection::walk(const pg_result* result, Prepared& statement, EachRow each) {
    statement.describe(result);
    ResultRow row{result, statement};
    const int rows = PQntuples(result);
    for (row.row = 0; row.row < rows; ++row.row) each(row);
}

void Connection::query_later(std::string_view sql, Params params, std::function<void(const Row&)> each) {
    send(sql, params);
    pending_.back().each = std::move(each);
}

void Connection::query_by_rows(std::string_view sql, Params params, bool unless_small, EachRow each) {
    std::exception_ptr thrown;
    query_later_by_rows(sql, params, unless_small, [each](const Row& row) { each(row); });
    pending_.back().thrown = &thrown;
    settle();
    if (thrown) std::rethrow_exception(thrown);
}

void Connection::query_later_by_rows(std::string_view sql, Params params, bool unless_small,
                                     std::function<void(const Row&)> each) {
    query_later(sql, params, std::move(each));
    Pending& sent = pending_.back();
    sent.by_rows = !unless_small || sent.statement->small < sent.statement->small_enough;
    sent.measured = unless_small;
}

void Connection::settle_all() {
    if (!pending_.empty()) settle();
}

void Connection::queue(std::string_view sql, Params params) {
    send(sql, params);
    if (pending_.size() >= pending_max) settle();
}

std::int64_t Connection::count(std::string_view sql, Params params) {
    send(sql, params);
    const ResultHandle result = settle();
    const char* touched = PQcmdTuples(result.get());
    return touched[0] == '\0' ? 0 : std::stoll(touched);
}

void Connection::check_constraints() {
    send("SET CONSTRAINTS ALL IMMEDIATE", {});
    settle();
    send("SET CONSTRAINTS ALL DEFERRED", {});
}

void Connection::commit() {
    send("COMMIT", {}, Step::commit);
    settle_and_sync();
}

void Connection::settle_read() {
    if (read_ended_) return;
    read_ended_ = true;
    settle_and_sync();
}

void Connection::end_read() {
    if (read_ended_) return;
    forget_questions();
    send_sync();
    if (PQflush(connection_.get()) < 0) usable_ = false;  // whoever comes next gets a new connection
}

void Connection::rollback() noexcept {
    if (!usable_ || (read_ended_ && pending_.empty())) return;
    read_ended_ = false;
    forget_questions();
    try {
        send("ROLLBACK", {});
        send_sync();
        std::exception_ptr ignored;  // of statements that nobody waited for
        read_pending(ignored);
        if (PQtransactionStatus(connection_.get()) == PQTRANS_IDLE) return;
        // The pipeline had failed, so the server skipped the ROLLBACK along with the rest.
        send("ROLLBACK", {});
        settle_and_sync();
        if (PQtransactionStatus(connection_.get()) != PQTRANS_IDLE) usable_ = false;
    } catch (...) {
        usable_ = false;
    }
}

Connection::Prepared& Connection::prepared(std::string_view sql, Params params) {
    auto found = prepared_.find(sql);
    if (found == prepared_.end()) {
        found = prepared_.emplace(std::string{sql}, std::vector<std::unique_ptr<Prepared>>{}).first;
    }
    for (auto& known : found->second) {
        if (known->takes(params)) return *known;
    }
    auto& made = *found->second.emplace_back(std::make_unique<Prepared>());
    made.name = fmt::format("s{}", ++names_);
    for (const Value& v : params) made.kinds.push_back(v.kind);
    ++prepared_count_;
    return made;
}

Connection::Prepared& Connection::send(std::string_view sql, Params params, Step step) {
    if (read_ended_) throw DbError(Fallo::other, read_has_ended);
    if (rows_ != nullptr) rows_->gather();
    Prepared& statement = prepared(sql, params);
    if (!statement.sent) {
        std::vector<Oid> types;
        for (const Kind kind : statement.kinds) types.push_back(oid_of(kind));
        const std::string text{sql};
        if (PQsendPrepare(connection_.get(), statement.name.c_str(), text.c_str(), static_cast<int>(types.size()),
                          types.data()) != 1)
            lose();
        statement.sent = true;
        pending_.push_back({Step::prepare, &statement});
    }
    const std::size_t n = params.size();
    values_.resize(n);
    lengths_.resize(n);
    formats_.assign(n, 1);
    integers_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Value& v = params[i];
        if (v.null) {
            values_[i] = nullptr;
            lengths_[i] = 0;
        } else if (v.kind == Kind::integer) {
            integers_[i] = static_cast<std::int64_t>(htobe64(static_cast<std::uint64_t>(v.integer)));
            values_[i] = reinterpret_cast<const char*>(&integers_[i]);
            lengths_[i] = 8;
        } else {
            values_[i] = v.text.data() == nullptr ? "" : v.text.data();  // a null pointer would be NULL
            lengths_[i] = static_cast<int>(v.text.size());
        }
    }
    if (PQsendQueryPrepared(connection_.get(), statement.name.c_str(), static_cast<int>(n), values_.data(), lengths_.data(),
                            formats_.data(), 1) != 1) {
        lose();
    }
    pending_.push_back({step, &statement});
    return statement;
}

void Connection::send_sync() {
    if (PQpipelineSync(connection_.get()) != 1) lose();
    pending_.push_back({Step::sync});
}

ResultHandle Connection::settle() {
    if (PQsendFlushRequest(connection_.get()) != 1) lose();
    std::exception_ptr error;
    ResultHandle last = read_pending(error);
    if (!error) return last;
    // The server skips everything up to a sync; after it the pipeline can be used again, to roll back.
    send_sync();
    std::exception_ptr ignored;
    read_pending(ignored);
    std::rethrow_exception(error);
}

ResultHandle Connection::settle_and_sync() {
    send_sync();
    std::exception_ptr error;
    ResultHandle last = read_pending(error);
    if (error) std::rethrow_exception(error);
    return last;
}

ResultHandle Connection::read_pending(std::exception_ptr& first_error) {
    flush();
    ResultHandle last;
    while (!pending_.empty()) read_answer(first_error, last);
    return last;
}

ResultHandle Connection::pass_rows(Rows& rows, const Pending& pending, std::exception_ptr& first_error) {
    Extent all;
    std::exception_ptr thrown;
    ResultHandle answer = rows.next();
    for (; answer && PQresultStatus(answer.get()) == PGRES_SINGLE_TUPLE; answer = rows.next()) {
        add_rows(all, answer.get());
        if (thrown || first_error || !pending.each) continue;
        try {
            walk(answer.get(), *pending.statement, pending.each);
        } catch (...) {
            thrown = std::current_exception();
        }
    }
    if (thrown) (pending.thrown != nullptr ? *pending.thrown : first_error) = with_extent(thrown, all);
    // As much as libpq would have needed for all of it.
    constexpr std::size_t per_value = 16;
    if (pending.measured && answer)
        pending.statement->measure(all.bytes + all.rows * per_value * static_cast<std::size_t>(PQnfields(answer.get())));
    return answer;
}

void Connection::pass_whole(const pg_result* result, const Pending& pending, std::exception_ptr& first_error) {
    if (pending.measured) pending.statement->measure(PQresultMemorySize(result));
    try {
        walk(result, *pending.statement, pending.each);
    } catch (...) {
        (pending.thrown != nullptr ? *pending.thrown : first_error) = with_extent(std::current_exception(), extent_of(result));
    }
}

void Connection::read_answer(std::exception_ptr& first_error, ResultHandle& last) {
    const Pending pending = std::move(pending_.front());
    pending_.pop_front();
    // Refused where the pipeline has failed, and there are no rows then.
    if (pending.by_rows) PQsetSingleRowMode(connection_.get());
    Rows answers{*this};
    ResultHandle result = pending.by_rows ? pass_rows(answers, pending, first_error) : answers.next();
    if (!result) lose();
    const auto status = PQresultStatus(result.get());
    if (pending.step == Step::sync) {
        if (status != PGRES_PIPELINE_SYNC) lose();
        return;
    }
    const bool well = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!well && pending.step == Step::prepare) pending.statement->sent = false;
    if (!well && status != PGRES_PIPELINE_ABORTED && !first_error) {
        first_error = error_of(result.get());
        try {
            std::rethrow_exception(first_error);
        } catch (const Lost& lost) {
            usable_ = false;
            // A farewell in answer to the COMMIT itself may come after it took effect.
            throw Lost(lost.what(), pending.step != Step::commit);
        } catch (...) {
            // Kept for the caller, once every answer has been read.
        }
    }
    if (well && pending.each && !pending.by_rows && !first_error) pass_whole(result.get(), pending, first_error);
    if (pending.step != Step::prepare) last = std::move(result);
    while (answers.next()) {
    }
}

ResultHandle Connection::next_result() {
    while (PQisBusy(connection_.get()) != 0) {
        wait(false);
        if (PQconsumeInput(connection_.get()) == 0) {
            // The server's last words may have come in with the end of the stream.
            if (PQisBusy(connection_.get()) != 0) lose();
        }
    }
    return ResultHandle{PQgetResult(connection_.get())};
}

void Connection::flush() {
    // Reading while writing: the server stops reading when nobody takes its answers, and then both sides would wait.
    for (;;) {
        const int left = PQflush(connection_.get());
        if (left < 0) lose();
        if (left == 0) return;
        wait(true);
        if (PQconsumeInput(connection_.get()) == 0) lose();
    }
}

// What is on its way was asked for by whoever has gone: the answers are read, and nobody is told.
void Connection::forget_questions() {
    for (Pending& pending : pending_) {
        pending.each = nullptr;
        pending.thrown = nullptr;
    }
}

ResultHandle Connection::at_once(const std::string& script) {
    if (PQsendQuery(connection_.get(), script.c_str()) != 1) lose();
    flush();
    ResultHandle last;
    while (ResultHandle next = next_result()) last = std::move(next);
    return last;
}

// A server that is there says by itself when a statement took too long; one that is not is found out by the watch.
void Connection::wait(bool for_writing) {
    using Clock = std::chrono::steady_clock;
    pollfd socket{PQsocket(connection_.get()), static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN), 0};
    if (socket.fd < 0) lose();
    const auto start = Clock::now();
    const auto most = limit();
    auto doubt = start + patience;
    auto say = start + quiet_wait;
    for (;;) {
        if (watch_.down()) give_up();
        const int ready = ::poll(&socket, 1, static_cast<int>(look_again.count()));
        if (ready > 0) {
            if (socket.revents == POLLIN) watch_.heard();
            if ((socket.revents & POLLIN) != 0) heard_ = true;
            return;
        }
        if (ready < 0 && errno != EINTR) lose();
        const auto now = Clock::now();
        if (most.count() > 0 && now - start > most + last_word(most)) give_up();
        if (most.count() == 0 && now >= say) {
            spdlog::warn("PostgreSQL has been at one statement for {} s (process {}); still waiting",
                         std::chrono::duration_cast<std::chrono::seconds>(now - start).count(), number());
            say = now + (now - start);
        }
        if (now < doubt) continue;
        doubt = now + patience;
        watch_.doubt();
    }
}

// What a caller waits for has a shorter limit than what was said to be long. Nothing tells a process that works from one that
// stands, but that the first thing asked of it, which is no work at all, is answered.
std::chrono::milliseconds Connection::limit() const {
    const auto answer = watch_.timeouts().for_answer();
    if (limit_.count() == 0) return answer;
    return heard_ || answer.count() == 0 ? limit_ : std::min(limit_, answer);
}

void Connection::give_up() {
    usable_ = false;
    unanswered_ = true;
    throw Unanswered("PostgreSQL does not answer.");
}

void Connection::lose() {
    usable_ = false;
    throw Lost(fmt::format("The connection to PostgreSQL was lost: {}.", last_words(connection_.get())), false);
}

}  // namespace cacao::db::postgres
