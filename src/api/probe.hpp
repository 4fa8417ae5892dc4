#pragma once
// Whether the database answers, asked by a thread of its own: whoever wants to know it looks at the last answer and waits for
// nobody, whatever else the service is doing.

#include "db/db.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cacao::api {

class Probe {
public:
    explicit Probe(db::Database& database);
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    // The last answer was good, and is not old: one that does not come is a bad one.
    bool ready() const;
    // Somebody could not reach it: not ready until it has been asked again, which happens at once.
    void doubt();

private:
    using Clock = std::chrono::steady_clock;
    void run();
    void ask();

    db::Database& database_;
    std::atomic<Clock::rep> answered_{0};  // when it last did; 0: it did not
    std::mutex mutex_;
    std::condition_variable wake_;
    bool doubted_ = false;
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace cacao::api
