#include "base/turns.hpp"
#include "db/engines.hpp"
#include "db/postgres_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <unordered_map>
#include <utility>

namespace cacao::db::postgres {
namespace {

constexpr int conflict_attempts = 10;
constexpr int lost_attempts = 3;

// Identifiers of this process, leased over a connection of their own: a block must not go back with somebody's rollback.
class Ids {
public:
    explicit Ids(Pool& pool) : pool_(pool) {}
    std::int64_t next() {
        const std::lock_guard lock{mutex_};
        if (block_.next == block_.end) lease();
        return block_.next++;
    }

private:
    void lease() {
        for (int attempt = 1;; ++attempt) {
            try {
                if (!connection_) connection_ = pool_.connect();
                connection_->begin(0, false);
                std::int64_t end = 0;
                const std::array<Value, 2> values{to_value(ids_per_block), to_value(std::int64_t{1})};
                connection_->query(lease_sql, values, [&](const Row& row) { end = row.integer(0); });
                connection_->commit();
                block_ = {end - ids_per_block, end};
                return;
            } catch (const DbError& error) {
                // A block whose commit got no answer is simply left behind.
                // Nor is anybody made to wait twice.
                const bool lost =
                    dynamic_cast<const Lost*>(&error) != nullptr && dynamic_cast<const Unanswered*>(&error) == nullptr;
                connection_.reset();
                if (!lost || attempt >= lost_attempts) throw;
            }
        }
    }

    Pool& pool_;
    std::mutex mutex_;
    std::unique_ptr<Connection> connection_;
    IdBlock block_;
};

class PostgresReader final : public Reader {
public:
    using Clock = std::chrono::steady_clock;
    PostgresReader(Connection& connection, std::int64_t organizacionId, const Reading& how)
        : connection_(connection),
          organizacionId_(organizacionId),
          until_(how.limit.count() == 0 ? Clock::time_point::max() : Clock::now() + how.limit),
          rows_(how),
          by_rows_(rows_.limited() || how.lane == Lane::report),
          unless_small_(!how.passing) {}
    Motor motor() const override { return Motor::postgres; }
    std::int64_t organizacion() const override { return organizacionId_; }
    void belongs_to(Lane lane) override { rows_.belongs_to(lane); }
    void query(std::string_view sql, Params params, EachRow each) override {
        if (!by_rows_) return in_time([&] { connection_.query(sql, params, each); });
        if (!rows_.limited()) return in_time([&] { connection_.query_by_rows(sql, params, unless_small_, each); });
        in_time([&] { connection_.query_by_rows(sql, params, unless_small_, [&](const Row& row) { rows_.count(row, each); }); });
    }
    void query_later(std::string_view sql, Params params, std::function<void(const Row&)> each) override {
        if (!by_rows_) return connection_.query_later(sql, params, std::move(each));
        if (!rows_.limited()) return connection_.query_later_by_rows(sql, params, unless_small_, std::move(each));
        connection_.query_later_by_rows(sql, params, unless_small_,
                                        [this, each = std::move(each)](const Row& row) { rows_.count(row, each); });
    }
    void settle() override {
        in_time([&] { connection_.settle_all(); });
    }
    void settle_last() override {
        in_time([&] { connection_.settle_read(); });
    }

private:
    // The server keeps the time of each statement; here it is kept for all of them together.
    template <class Step>
    void in_time(Step step) {
        const auto late = [this] { return until_ != Clock::time_point::max() && Clock::now() >= until_; };
        if (late()) throw DbError(Fallo::took_too_long, "The read took longer than it may.");
        try {
            step();
        } catch (const DbError& error) {
            if (late()) throw DbError(Fallo::took_too_long, error.what());
            throw;
        }
    }

    Connection& connection_;
    std::int64_t organizacionId_;
    Clock::time_point until_;
    RowCount rows_;
    // Of what may be large no more than a row is in memory beside what is made of it: libpq would keep all of a result.
    const bool by_rows_;
    const bool unless_small_;
};

constexpr std::int64_t stripes = 16;

using Work = std::function<void(Writer&)>;
using Later = std::vector<Work>;

class PostgresWriter final : public Writer {
public:
    PostgresWriter(Connection& connection, Ids& ids, std::int64_t organizacionId, std::int64_t stripe, Later& later)
        : connection_(connection), ids_(ids), organizacionId_(organizacionId), stripe_(stripe), later_(later) {}
    Motor motor() const override { return Motor::postgres; }
    std::int64_t organizacion() const override { return organizacionId_; }
    void query(std::string_view sql, Params params, EachRow each) override { connection_.query(sql, params, each); }
    void query_later(std::string_view sql, Params params, std::function<void(const Row&)> each) override {
        connection_.query_later(sql, params, std::move(each));
    }
    void settle() override { connection_.settle_all(); }
    void execute(std::string_view sql, Params params) override { connection_.queue(sql, params); }
    std::int64_t execute_count(std::string_view sql, Params params) override { return connection_.count(sql, params); }
    std::int64_t next_id() override { return ids_.next(); }
    void lock(std::string_view name) override {
        const std::string key = std::to_string(organizacionId_) + '/' + std::string{name};
        const Value value = to_value(key);
        query("SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended($1, 0))) l", {&value, 1}, [](const Row&) {});
    }
    // Queued: statements run in their order, so what is asked after it already sees the world behind the lock.
    void lock_shared(std::string_view name) override {
        const std::string key = std::to_string(organizacionId_) + '/' + std::string{name};
        const Value value = to_value(key);
        execute("SELECT 1 FROM (SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))) l", {&value, 1});
    }
    std::int64_t franja() const override { return stripe_; }
    void check_now() override { connection_.check_constraints(); }
    void if_rolled_back(Work work) override { later_.push_back(std::move(work)); }

private:
    Connection& connection_;
    Ids& ids_;
    std::int64_t organizacionId_;
    std::int64_t stripe_;
    Later& later_;
};

// Two that collided would collide again if they came back at the same moment.
void back_off(int attempt) {
    thread_local std::minstd_rand random{std::random_device{}()};
    const int most = 1 << std::min(attempt, 7);
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>{most / 2, most}(random)));
}

class PostgresDatabase final : public Database {
public:
    explicit PostgresDatabase(const Settings& settings)
        : settings_(settings),
          // Some places are left to readers, however long the queue of writes.
          writers_(std::max(1, settings.connections * 3 / 4)),
          pool_(settings.url, settings.connections, settings.timeouts, settings.reports),
          ids_(pool_) {
        // What one organization waits for, a lock that a stopped process of PostgreSQL holds, must not take every writer.
        queue_.share_out(static_cast<std::size_t>(writers_ + 1) / 2);
        // Each worker adds to a stripe of its own; where another instance begins is left to chance.
        const auto first = static_cast<std::int64_t>(std::random_device{}());
        for (int i = 0; i < writers_; ++i) workers_.emplace_back([this, stripe = (first + i) % stripes] { run(stripe); });
        if (answer_limit().count() > 0) workers_.emplace_back([this] { refuse_late(); });
    }

    ~PostgresDatabase() override {
        drain();
        {
            const std::lock_guard lock{mutex_};
            stop_ = true;
        }
        arrived_.notify_all();
        stopping_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }
    PostgresDatabase(const PostgresDatabase&) = delete;
    PostgresDatabase& operator=(const PostgresDatabase&) = delete;

    Motor motor() const override { return Motor::postgres; }

    using Database::read;
    void read(std::int64_t organizacionId, FunctionRef<void(Reader&)> work, const Reading& how) override {
        Pool::Lease lease{pool_, use_of(how.lane), how.limit.count() == 0 ? answer_limit() : settings_.timeouts.statement};
        Connection& connection = lease.begin(organizacionId, true, how.limit);
        PostgresReader reader{connection, organizacionId, how};
        try {
            work(reader);
        } catch (...) {
            connection.rollback();
            throw;
        }
        connection.end_read();
    }

    using Database::write;
    void write(std::int64_t organizacionId, Work work, std::function<void(std::exception_ptr)> done,
               const Writing& how) override {
        {
            const std::lock_guard lock{mutex_};
            if (!closed_) {
                queue_.push(organizacionId, how.caller,
                            Job{organizacionId, std::move(work), std::move(done), how.prompt, Clock::now()});
                arrived_.notify_one();
                return;
            }
        }
        done(std::make_exception_ptr(DbError(Fallo::unavailable, "The database is being closed.")));
    }

    bool alive() override {
        try {
            bool answered = false;
            read(0, [&](Reader& reader) { reader.query("SELECT 1", {}, [&](const Row&) { answered = true; }); });
            return answered;
        } catch (const DbError&) {
            return false;
        }
    }

    void backup(const std::string& file) override {
        // The service's own login sees no rows without an organization: its backup would be an empty one.
        if (!settings_.as_owner) throw DbError(Fallo::other, "A backup of PostgreSQL needs the address of the database's owner.");
        postgres::backup(settings_.url, file);
    }

    void drain() override {
        std::unique_lock lock{mutex_};
        closed_ = true;
        idle_.wait(lock, [this] { return queue_.empty() && running_ == 0; });
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Job {
        std::int64_t organizacionId = 0;
        Work work;
        std::function<void(std::exception_ptr)> done;
        bool prompt = false;
        Clock::time_point since{};
    };

    static Pool::Use use_of(Lane lane) {
        return lane == Lane::point ? Pool::Use::point : lane == Lane::list ? Pool::Use::list : Pool::Use::report;
    }

    std::chrono::milliseconds answer_limit() const { return settings_.timeouts.for_answer(); }

    // When the queue that this one waits in last moved: of those at work for its organization, or, where there are none, of all.
    Clock::time_point moved(const Job& job) const {
        if (queue_.at_work(job.organizacionId) == 0) return moved_;
        return moved_of_.at(job.organizacionId);
    }

    // Those who wait behind writers that all wait for PostgreSQL are told in time as well; a queue that moves is only long.
    void refuse_late() {
        std::unique_lock lock{mutex_};
        while (!stop_) {
            stopping_.wait_for(lock, look_again);
            const auto before = Clock::now() - answer_limit();
            auto refused =
                queue_.take_out([&](const Job& job) { return job.prompt && std::max(job.since, moved(job)) <= before; });
            if (refused.empty()) continue;
            ++running_;
            lock.unlock();
            for (const Job& job : refused)
                job.done(std::make_exception_ptr(DbError(Fallo::unavailable, "Every writer waits for PostgreSQL.")));
            refused.clear();
            lock.lock();
            --running_;
            if (queue_.empty() && running_ == 0) idle_.notify_all();
        }
    }

    static bool was_answered(const std::exception_ptr& error) {
        if (!error) return true;
        try {
            std::rethrow_exception(error);
        } catch (const DbError& e) {
            return e.fallo() != Fallo::unavailable;
        } catch (...) {
            return true;
        }
    }

    void run(std::int64_t stripe) {
        ask_for_short_turns();
        std::unique_lock lock{mutex_};
        for (;;) {
            arrived_.wait(lock, [this] { return stop_ || queue_.ready(); });
            if (!queue_.ready()) return;
            auto [organizacionId, job] = queue_.next();
            moved_of_.try_emplace(organizacionId, Clock::now());
            ++running_;
            lock.unlock();
            auto error = run_job(job, stripe);
            const bool answered = was_answered(error);
            job.done(std::move(error));  // handed over: whoever waits for it may end it at once
            job = {};
            lock.lock();
            --running_;
            if (answered) moved_ = moved_of_[organizacionId] = Clock::now();
            queue_.done(organizacionId);
            if (queue_.at_work(organizacionId) == 0) moved_of_.erase(organizacionId);
            if (queue_.empty() && running_ == 0) idle_.notify_all();
        }
    }

    std::exception_ptr run_job(const Job& job, std::int64_t stripe) {
        try {
            Pool::Lease lease{pool_, Pool::Use::write, job.prompt ? answer_limit() : settings_.timeouts.statement};
            return run_job(lease, job, stripe);
        } catch (...) {
            return std::current_exception();  // no place came free
        }
    }

    std::exception_ptr run_job(Pool::Lease& lease, const Job& job, std::int64_t stripe) {
        Later later;
        // Zero: the connection's own limit, which is the one for those who wait.
        const auto limit = job.prompt ? std::chrono::milliseconds{} : settings_.timeouts.statement;
        std::exception_ptr error = run_transaction(lease, job.organizacionId, stripe, limit, job.work, later);
        for (const Work& work : later) {
            Later ignored;
            run_transaction(lease, job.organizacionId, stripe, limit, work, ignored);
        }
        return error;
    }

    // `later` holds, afterwards, what must run because this was rolled back.
    std::exception_ptr run_transaction(Pool::Lease& lease, std::int64_t organizacionId, std::int64_t stripe,
                                       std::chrono::milliseconds limit, const Work& work, Later& later) {
        int conflicts = 0;
        int losses = 0;
        for (;;) {
            later.clear();
            Connection* connection = nullptr;
            bool committing = false;
            try {
                connection = &lease.begin(organizacionId, false, limit);
                PostgresWriter writer{*connection, ids_, organizacionId, stripe, later};
                work(writer);
                committing = true;
                connection->commit();
                later.clear();
                return nullptr;
            } catch (const Lost& lost) {
                if (committing && !lost.nothing_stored()) {
                    later.clear();
                    return std::make_exception_ptr(
                        DbError(Fallo::unknown_outcome,
                                "The connection to PostgreSQL was lost while committing: it may be stored or not."));
                }
                if (dynamic_cast<const Unanswered*>(&lost) != nullptr || ++losses >= lost_attempts) {
                    later.clear();
                    return std::current_exception();
                }
                back_off(losses);
            } catch (const Conflict&) {
                connection->rollback();
                if (++conflicts >= conflict_attempts) return std::current_exception();
                back_off(conflicts);
            } catch (...) {
                if (connection != nullptr) connection->rollback();
                return std::current_exception();
            }
        }
    }

    const Settings settings_;
    const int writers_;
    Pool pool_;
    Ids ids_;

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::condition_variable idle_;
    std::condition_variable stopping_;
    WriteQueue<Job> queue_;
    Clock::time_point moved_{};  // when PostgreSQL last let a write come to its end
    // … of an organization that has some at work, or when the first of them began.
    std::unordered_map<std::int64_t, Clock::time_point> moved_of_;
    int running_ = 0;
    bool closed_ = false;
    bool stop_ = false;
    std::vector<std::thread> workers_;  // last: they use everything above
};

// Row-level security is no wall for a superuser or an owner, so the service is neither.
void refuse_privileged_login(const std::string& url) {
    Session session{url};
    const auto login = session.rows("SELECT rolsuper::int, rolbypassrls::int FROM pg_roles WHERE rolname = session_user");
    if (login.empty() || login[0][0] == "1") {
        throw DbError(Fallo::unavailable,
                      "The service must not connect to PostgreSQL as a superuser: row-level security would not hold.");
    }
    if (login[0][1] == "1") {
        throw DbError(Fallo::unavailable,
                      "The service must not connect to PostgreSQL with BYPASSRLS: row-level security would not hold.");
    }
    const auto owned = session.rows(
        "SELECT c.relname FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') "
        "AND pg_has_role(session_user, c.relowner, 'MEMBER') LIMIT 1");
    if (!owned.empty()) {
        throw DbError(
            Fallo::unavailable,
            fmt::format(
                "The service must not connect to PostgreSQL as an owner of tables ({}): use a login that is a member of {}.",
                owned[0][0], service_role));
    }
}

}  // namespace

std::unique_ptr<Database> open(const Settings& settings) {
    if (!settings.as_owner) refuse_privileged_login(settings.url);
    Pool{settings.url, 1, settings.timeouts}.connect();  // the role and the rights are there, or it says so now
    return std::make_unique<PostgresDatabase>(settings);
}

}  // namespace cacao::db::postgres
