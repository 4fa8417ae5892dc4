#pragma once
// A fixed set of threads and a queue. Ends by finishing what is queued and was not dropped.

#include "base/turns.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cacao::api {

// How readily a core is given up to those who work at short things: where there are fewer cores than callers, a report takes
// longer before a read does. What the system calls niceness.
enum class Standing : std::uint8_t { first = 0, behind = 5, last = 10 };

// How many may wait for a thread.
struct Waiting {
    static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();
    std::size_t most = any_number;    // of all callers together
    std::size_t of_one = any_number;  // caller
};

// Callers take turns: whoever posts much waits for what they posted, and keeps nobody else waiting for it.
class Workers {
public:
    using Work = std::function<void()>;
    using Caller = std::uint64_t;  // 0: nobody in particular
    explicit Workers(int threads, Standing standing = Standing::first, Waiting limits = {})
        : count_(static_cast<std::size_t>(threads)), limits_(limits) {
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
        Work put_out;
        {
            const std::lock_guard lock{mutex_};
            if (dropping_ && dropped) return false;
            const auto line = lines_.find(caller);
            const std::size_t own = line == lines_.end() ? 0 : line->second.size();
            // What an idle thread is about to take does not wait.
            if (limits_.of_one != Waiting::any_number && own >= limits_.of_one + count_ - busy_) return false;
            if (limits_.most != Waiting::any_number && waiting_ + busy_ >= limits_.most + count_) {
                put_out = displace(own + 1);
                if (!put_out) return false;
            }
            if (own == 0) turns_.push_back(caller);
            lines_[caller].push_back({std::move(work), std::move(dropped)});
            ++waiting_;
        }
        wake_.notify_one();
        if (put_out) put_out();
        return true;
    }

    // What is waiting is not done any more, nor what comes after.
    void drop() {
        std::vector<Work> put_out;
        {
            const std::lock_guard lock{mutex_};
            dropping_ = true;
            for (auto& [caller, line] : lines_)
                for (Job& job : line)
                    if (job.dropped) {
                        put_out.push_back(std::move(job.dropped));
                        job.work = nullptr;
                    }
        }
        for (const Work& work : put_out) work();
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
        Work work;  // none: it was dropped
        Work dropped;
    };
    using Line = std::deque<Job>;

    // The place of whoever has most of them, and more than so many; what to tell them.
    Work displace(std::size_t more_than) {
        auto most = lines_.end();
        for (auto line = lines_.begin(); line != lines_.end(); ++line)
            if (line->second.size() > more_than && (most == lines_.end() || line->second.size() > most->second.size()))
                most = line;
        if (most == lines_.end() || !most->second.back().dropped) return {};
        Work told = std::move(most->second.back().dropped);
        most->second.pop_back();
        --waiting_;
        return told;
    }

    Job next() {
        const Caller caller = turns_.front();
        turns_.pop_front();
        const auto line = lines_.find(caller);
        Job job = std::move(line->second.front());
        line->second.pop_front();
        --waiting_;
        if (line->second.empty()) lines_.erase(line);
        else turns_.push_back(caller);
        return job;
    }

    void loop() {
        here_ = true;
        std::unique_lock lock{mutex_};
        for (;;) {
            wake_.wait(lock, [this] { return closing_ || waiting_ > 0; });
            if (waiting_ == 0) return;
            Job job = next();
            ++busy_;
            lock.unlock();
            if (job.work) job.work();
            job = {};
            lock.lock();
            --busy_;
        }
    }

    inline static thread_local bool here_ = false;

    const std::size_t count_;
    const Waiting limits_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::unordered_map<Caller, Line> lines_;  // none of them empty
    std::deque<Caller> turns_;                // each that has a line, once
    std::size_t waiting_ = 0;
    std::size_t busy_ = 0;
    bool dropping_ = false;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cacao::api
