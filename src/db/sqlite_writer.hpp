#pragma once
// The one writer of a SQLite file: takes what is queued, one after another for a while, and stores it with one commit.

#include "db/engines.hpp"
#include "db/sqlite_connection.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cacao::db::sqlite {

class GroupWriter {
public:
    // A group takes in nobody more once one of these is reached. So whoever waits for its commit, or for the next group, waits no
    // longer than that and the longest of its jobs; and what is held for callers until then is one answer more at the most.
    struct Limits {
        std::size_t jobs = 1;
        std::chrono::milliseconds time{};
        std::size_t held = std::size_t{1} << 20;
    };
    GroupWriter(const std::string& file, std::int64_t mmap_bytes, Limits limits);
    ~GroupWriter();  // runs what is queued first
    GroupWriter(const GroupWriter&) = delete;
    GroupWriter& operator=(const GroupWriter&) = delete;

    // Organizations take turns, and in each of them its callers, so that a group has of all of them who wait.
    void add(std::int64_t organizacionId, std::function<void(Writer&)> work, std::function<void(std::exception_ptr)> done,
             std::uint64_t caller);
    void drain();
    // How many groups were stored: a snapshot opened at this count misses nothing that was answered before.
    std::uint64_t commits() const { return commits_.load(); }
    // Called on the writer's thread before the log is written back, so that idle readers let go of it. May be set at any time;
    // once this returns, the hook before is not running and will not run again.
    void before_checkpoint(std::function<void()> hook) {
        const std::lock_guard lock{hook_mutex_};
        before_checkpoint_ = std::move(hook);
    }

private:
    struct Job {
        std::int64_t organizacionId = 0;
        std::function<void(Writer&)> work;
        std::function<void(std::exception_ptr)> done;
        std::exception_ptr error;
    };
    class Transaction;
    using Later = std::vector<std::function<void(Writer&)>>;

    void run();
    // The next one of the group, by whose turn it is; nobody when it has enough.
    Job* join(std::vector<Job>& group);
    void run_group(std::vector<Job>& group);
    void run_job(Job& job);
    void begin();
    void alone(std::int64_t organizacionId, const std::function<void(Writer&)>& work, Later& later);
    std::int64_t next_id();
    void forget_lease();
    void checkpoint_if_due();
    void checkpoint(bool wait_for_readers);

    Connection connection_;
    const Limits limits_;
    std::chrono::steady_clock::time_point group_begun_;
    std::size_t group_holds_ = 0;
    std::atomic<std::uint64_t> commits_{0};
    std::mutex hook_mutex_;
    std::function<void()> before_checkpoint_;

    IdBlock ids_;
    std::int64_t ids_floor_ = 1;  // every block up to here was handed out, stored or not
    bool empty_ = true;           // nothing is in the transaction yet
    bool leased_alone_ = false;
    bool leased_in_group_ = false;

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::condition_variable idle_;
    WriteQueue<Job> queue_;
    bool running_ = false;  // a group is being stored or answered
    bool closed_ = false;
    bool stop_ = false;
    std::thread thread_;  // last: it uses everything above
};

}  // namespace cacao::db::sqlite
