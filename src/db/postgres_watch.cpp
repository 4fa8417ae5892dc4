#include "db/postgres_watch.hpp"

#include <spdlog/spdlog.h>

namespace cacao::db::postgres {

Watch::Watch(std::string url, Timeouts timeouts, std::function<void()> fell)
    : url_(std::move(url)), timeouts_(timeouts), fell_(std::move(fell)), thread_([this] { loop(); }) {}

Watch::~Watch() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Watch::doubt() {
    {
        const std::lock_guard lock{mutex_};
        doubted_ = true;
    }
    wake_.notify_all();
}

// A caller is promised an answer in time; a command, whose statements have no limit, rather waits for a server that is very busy.
bool Watch::answers() {
    constexpr int patient = 5;
    const int knocks = down_ || timeouts_.statement.count() > 0 ? 1 : patient;
    const auto before = heard_.load();
    for (int i = 0; i < knocks; ++i)
        if (knock(url_, timeouts_.connect) || heard_ != before) return true;
    return false;
}

void Watch::loop() {
    std::unique_lock lock{mutex_};
    for (;;) {
        if (down_) wake_.wait_for(lock, look_again, [this] { return closing_; });
        else wake_.wait(lock, [this] { return closing_ || doubted_; });
        if (closing_) return;
        lock.unlock();
        const bool there = answers();
        const bool changed = down_.exchange(!there) == there;
        if (changed && there) spdlog::warn("PostgreSQL answers again");
        if (changed && !there) {
            spdlog::error("PostgreSQL does not answer; requests are refused until it does");
            fell_();
        }
        lock.lock();
        doubted_ = false;  // whoever still waits will doubt again
    }
}

}  // namespace cacao::db::postgres
