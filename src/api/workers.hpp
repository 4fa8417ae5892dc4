#pragma once
// A fixed set of threads and a queue. Ends by finishing what is queued.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cacao::api {

class Workers {
public:
    explicit Workers(int threads) {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { loop(); });
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

    void post(std::function<void()> work) { try_post(std::move(work), queue_.max_size()); }
    // False when so many are waiting already.
    bool try_post(std::function<void()> work, std::size_t most_waiting) {
        {
            const std::lock_guard lock{mutex_};
            if (queue_.size() >= most_waiting + idle_) return false;
            queue_.push_back(std::move(work));
        }
        wake_.notify_one();
        return true;
    }

private:
    void loop() {
        std::unique_lock lock{mutex_};
        for (;;) {
            ++idle_;
            wake_.wait(lock, [this] { return closing_ || !queue_.empty(); });
            --idle_;
            if (queue_.empty()) return;
            auto work = std::move(queue_.front());
            queue_.pop_front();
            lock.unlock();
            work();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> queue_;
    std::size_t idle_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace cacao::api
