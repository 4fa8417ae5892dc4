#pragma once
// A fixed set of threads and a queue. Ends by finishing what is queued and was not dropped.

#include "base/turn_queue.hpp"
#include "base/turns.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace cacao::api {

// How readily a core is given up to those who work at short things: where there are fewer cores than callers, a report takes
// longer before a read does. What the system calls niceness.
enum class Standing : std::uint8_t { first = 0, behind = 5, last = 10 };

// How many may wait for a thread, and have one.
struct Waiting {
    static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();
    std::size_t most = any_number;    // of all callers together
    std::size_t of_one = any_number;  // caller
    bool half = false;                // of the threads, rounded up, is all that one of several callers has at work
};

// Callers take turns: whoever posts much waits for what they posted, and keeps nobody else waiting for it.
class Workers {
public:
    using Work = std::function<void()>;
    using Caller = std::uint64_t;  // 0: nobody in particular
    explicit Workers(int threads, Standing standing = Standing::first, Waiting limits = {})
        : count_(static_cast<std::size_t>(threads)), limits_(limits) {
        if (limits_.half) queue_.share_out((count_ + 1) / 2);
        for (int i = 0; i < threads; ++i)
            threads_.emplace_back([this, standing] {
                // Of this thread alone, as Linux has it, and never before where the whole process was put. Without it the work is
                // done all the same.
                if (standing == Standing::first) ask_for_short_turns();
                else setpriority(PRIO_PROCESS, 0, std::max(getpriority(PRIO_PROCESS, 0), static_cast<int>(standing)));
                loop();
            });
    }
    ~Workers() { finish(); }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Whether the calling thread is one of some Workers, and may take its time.
    static bool here() { return here_; }

    // False when so many are waiting already. Where all places are taken, a caller with fewer of them than another gets one of
    // the other's. `dropped` is called in place of work that lost its place, or that was still waiting at drop(); without it the
    // work is done in any case.
    bool post(Work work, Caller caller = 0, Work dropped = {}) {
        std::optional<Job> put_out;
        {
            const std::lock_guard lock{mutex_};
            if (dropping_ && dropped) return false;
            const std::size_t own = queue_.size(caller);
            // What an idle thread is about to take does not wait.
            if (limits_.of_one != Waiting::any_number && own >= limits_.of_one + count_ - busy_) return false;
            if (limits_.most != Waiting::any_number && queue_.size() + busy_ >= limits_.most + count_) {
                put_out = queue_.displace(own + 1, can_be_dropped);
                if (!put_out) return false;
            }
            queue_.push(caller, Job{std::move(work), std::move(dropped)});
        }
        wake_.notify_one();
        if (put_out) put_out->dropped();
        return true;
    }

    // What is waiting is not done any more, nor what comes after.
    void drop() {
        std::vector<Job> put_out;
        {
            const std::lock_guard lock{mutex_};
            dropping_ = true;
            put_out = queue_.take_out(can_be_dropped);
        }
        for (const Job& job : put_out) job.dropped();
    }

    // Whether at least so many are being done now.
    bool at_work(std::size_t many) const {
        const std::lock_guard lock{mutex_};
        return busy_ >= many;
    }

    // Waits for what is queued; nothing may be posted afterwards, but to be refused after drop().
    void finish() {
        {
            const std::lock_guard lock{mutex_};
            closing_ = true;
        }
        wake_.notify_all();
        for (auto& t : threads_) t.join();
        threads_.clear();
    }

private:
    struct Job {
        Work work;
        Work dropped;
    };
    static bool can_be_dropped(const Job& job) { return job.dropped != nullptr; }

    void loop() {
        here_ = true;
        std::unique_lock lock{mutex_};
        for (;;) {
            wake_.wait(lock, [this] { return closing_ || queue_.ready(); });
            if (queue_.empty()) return;  // at the end; what is left then is done by all of them
            auto [caller, job] = queue_.next();
            ++busy_;
            lock.unlock();
            job.work();
            job = {};
            lock.lock();
            --busy_;
            queue_.done(caller);
        }
    }

    inline static thread_local bool here_ = false;

    const std::size_t count_;
    const Waiting limits_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    TurnQueue<Caller, Fifo<Job>> queue_;
    std::size_t busy_ = 0;
    bool dropping_ = false;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cacao::api
