#include "db/sqlite_writer.hpp"

#include <fmt/format.h>

namespace cacao::db::sqlite {
namespace {

constexpr int checkpoint_pages = 25'000;
constexpr int checkpoint_pages_at_latest = 2 * checkpoint_pages;  // without waiting for a pause

std::exception_ptr unavailable(const char* why) {
    return std::make_exception_ptr(DbError(Fallo::unavailable, fmt::format("The database could not store: {}.", why)));
}

}  // namespace

// One job's view of the group's transaction.
class GroupWriter::Transaction final : public Writer {
public:
    Transaction(GroupWriter& owner, std::int64_t organizacionId, Later& later)
        : owner_(owner), organizacionId_(organizacionId), later_(later) {}

    Motor motor() const override { return Motor::sqlite; }
    std::int64_t organizacion() const override { return organizacionId_; }
    void query(std::string_view sql, Params params, EachRow each) override { owner_.connection_.query(sql, params, each); }
    void execute(std::string_view sql, Params params) override { owner_.connection_.execute(sql, params); }
    std::int64_t execute_count(std::string_view sql, Params params) override { return owner_.connection_.execute(sql, params); }
    std::int64_t next_id() override { return owner_.next_id(); }
    void lock(std::string_view) override {}  // there is one writer
    void lock_shared(std::string_view) override {}
    std::int64_t franja() const override { return 0; }
    void check_now() override {
        if (owner_.connection_.deferred_fault()) throw DbError(Fallo::constraint, "FOREIGN KEY constraint failed");
    }
    void if_rolled_back(std::function<void(Writer&)> work) override { later_.push_back(std::move(work)); }
    void holds(std::size_t bytes) override { owner_.group_holds_ += bytes; }

private:
    GroupWriter& owner_;
    std::int64_t organizacionId_;
    Later& later_;
};

GroupWriter::GroupWriter(const std::string& file, std::int64_t mmap_bytes, Limits limits)
    : connection_(file, Access::write, mmap_bytes), limits_(limits), thread_([this] { run(); }) {}

GroupWriter::~GroupWriter() {
    {
        const std::lock_guard lock{mutex_};
        closed_ = stop_ = true;
    }
    arrived_.notify_all();
    thread_.join();
}

void GroupWriter::add(std::int64_t organizacionId, std::function<void(Writer&)> work,
                      std::function<void(std::exception_ptr)> done, std::uint64_t caller) {
    {
        const std::lock_guard lock{mutex_};
        if (!closed_) {
            queue_.push(organizacionId, caller, Job{organizacionId, std::move(work), std::move(done), nullptr});
            arrived_.notify_one();
            return;
        }
    }
    done(unavailable("it is being closed"));
}

void GroupWriter::drain() {
    std::unique_lock lock{mutex_};
    closed_ = true;
    idle_.wait(lock, [this] { return queue_.empty() && !running_; });
}

void GroupWriter::run() {
    std::vector<Job> group;
    group.reserve(limits_.jobs);  // they stay where they are
    std::unique_lock lock{mutex_};
    for (;;) {
        if (queue_.empty() && !stop_) {
            // A pause: the log is written back while nobody waits for it.
            if (connection_.log_pages() >= checkpoint_pages) {
                lock.unlock();
                checkpoint(false);
                lock.lock();
            }
            arrived_.wait(lock, [this] { return stop_ || !queue_.empty(); });
        }
        if (queue_.empty()) return;
        group.push_back(queue_.next().second);
        running_ = true;
        lock.unlock();
        run_group(group);
        lock.lock();
        // What they had of this group counts when the next one is made up only as a turn that is past.
        for (const Job& job : group) queue_.done(job.organizacionId);
        lock.unlock();
        for (Job& job : group) job.done(std::move(job.error));
        group.clear();  // destroys what the callers captured before drain() returns
        checkpoint_if_due();
        lock.lock();
        running_ = false;
        if (queue_.empty()) idle_.notify_all();
    }
}

GroupWriter::Job* GroupWriter::join(std::vector<Job>& group) {
    if (group.size() >= limits_.jobs || group_holds_ >= limits_.held) return nullptr;
    if (std::chrono::steady_clock::now() - group_begun_ >= limits_.time) return nullptr;
    const std::lock_guard lock{mutex_};
    return queue_.empty() ? nullptr : &group.emplace_back(queue_.next().second);
}

void GroupWriter::checkpoint_if_due() {
    if (connection_.log_pages() >= checkpoint_pages_at_latest) checkpoint(true);
}

void GroupWriter::checkpoint(bool wait_for_readers) {
    {
        const std::lock_guard lock{hook_mutex_};
        if (before_checkpoint_) before_checkpoint_();
    }
    connection_.checkpoint(wait_for_readers);
}

void GroupWriter::run_group(std::vector<Job>& group) {
    leased_in_group_ = false;
    group_holds_ = 0;
    group_begun_ = std::chrono::steady_clock::now();
    try {
        begin();
        for (Job* job = &group.front(); job != nullptr; job = join(group)) run_job(*job);
        connection_.execute("COMMIT", {});
        ++commits_;  // before anyone is answered
    } catch (const std::exception& failure) {
        // The whole group is lost (no space, an I/O error, another process that will not let go): everyone learns of it.
        connection_.rollback();
        if (leased_in_group_) forget_lease();
        for (Job& job : group) job.error = unavailable(failure.what());
    }
}

void GroupWriter::run_job(Job& job) {
    Later later;
    try {
        alone(job.organizacionId, job.work, later);
        return;
    } catch (...) {
        job.error = std::current_exception();
    }
    // SQLite itself ends the transaction on a full disk or an I/O error, and with it the neighbours' work.
    if (!connection_.in_transaction()) std::rethrow_exception(job.error);
    for (const auto& work : later) {
        Later ignored;
        try {
            alone(job.organizacionId, work, ignored);
        } catch (...) {
            // The caller is told why the job failed; that matters more than what failed after it.
            if (!connection_.in_transaction()) throw;
        }
    }
}

void GroupWriter::begin() {
    connection_.execute("BEGIN IMMEDIATE", {});
    empty_ = true;
}

// What fails leaves nothing behind and does its neighbours no harm. The first of a group has none before it: the transaction
// itself is what it goes back to. Behind a savepoint each page would be copied before its first change.
void GroupWriter::alone(std::int64_t organizacionId, const std::function<void(Writer&)>& work, Later& later) {
    leased_alone_ = false;
    const bool first = empty_;
    if (!first) connection_.execute("SAVEPOINT job", {});
    try {
        Transaction transaction{*this, organizacionId, later};
        work(transaction);
        transaction.check_now();
        if (!first) connection_.execute("RELEASE job", {});
        empty_ = false;
    } catch (...) {
        if (leased_alone_) forget_lease();
        if (connection_.in_transaction()) {
            if (first) {
                connection_.rollback();
                begin();
            } else {
                connection_.execute("ROLLBACK TO job", {});
                connection_.execute("RELEASE job", {});
            }
        }
        throw;
    }
}

std::int64_t GroupWriter::next_id() {
    if (ids_.next == ids_.end) {
        const std::array<Value, 2> values{to_value(ids_per_block), to_value(ids_floor_)};
        connection_.query(lease_sql, values, [this](const Row& row) { ids_.end = row.integer(0); });
        ids_.next = ids_.end - ids_per_block;
        ids_floor_ = ids_.end;
        leased_alone_ = leased_in_group_ = true;
    }
    return ids_.next++;
}

// The row of `contador` went back with the rollback: the rest of the block belongs to whoever leases next. The floor stays,
// so that no identifier leaves this process twice.
void GroupWriter::forget_lease() { ids_.next = ids_.end; }

}  // namespace cacao::db::sqlite
