#pragma once
// A fixed set of threads and a queue. Ends by finishing what is queued.

#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace cacao::api {

// How readily a core is given up to those who work at short things: where there are fewer cores than callers, a report takes
// longer before a read does. What the system calls niceness.
enum class Standing : std::uint8_t { first = 0, behind = 5, last = 10 };

// For threads that do little at a time and are waited for: to be let in soon counts more than to go on long. Linux takes it from
// 6.12 on; elsewhere nothing changes.
void ask_for_short_turns();

class Workers {
public:
    explicit Workers(int threads, Standing standing = Standing::first) : count_(static_cast<std::size_t>(threads)) {
        for (int i = 0; i < threads; ++i)
            threads_.emplace_back([this, standing] {
                // Of this thread alone, as Linux has it, and never before where the whole process was put. Without it the work is
                // done all the same.
                if (standing == Standing::first) ask_for_short_turns();
                else setpriority(PRIO_PROCESS, 0, std::max(getpriority(PRIO_PROCESS, 0), static_cast<int>(standing)));
                loop();
            });
    }
    ~Workers() {
        {
            const std::lock_guard lock{mutex_};
            closing_ = true;
        }
        wake_.notify_all();
        for (auto& t : threads_) t.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void post(std::function<void()> work) { try_post(std::move(work), any_number); }
    // False when so many are waiting already.
    bool try_post(std::function<void()> work, std::size_t most_waiting) {
        {
            const std::lock_guard lock{mutex_};
            if (most_waiting != any_number && queue_.size() + busy_ >= most_waiting + count_) return false;
            queue_.push_back(std::move(work));
        }
        wake_.notify_one();
        return true;
    }

private:
    void loop() {
        std::unique_lock lock{mutex_};
        for (;;) {
            wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
            if (queue_.empty()) return;
            auto work = std::move(queue_.front());
            queue_.pop_front();
            ++busy_;
            lock.unlock();
            work();
            work = nullptr;
            lock.lock();
            --busy_;
        }
    }

    static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

    const std::size_t count_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> queue_;
    std::size_t busy_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cacao::api
