#pragma once
// Whether the server answers at all. A statement may take long; a server that is stopped, or behind a network that swallows
// packets, looks the same from the connection that waits for it. So whoever waits longer than usual says so, and one thread
// knocks at the server's door: while nobody opens, every wait ends at once, until somebody does.

#include "db/postgres_session.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace cacao::db::postgres {

// A wait that took this long is doubted, and again each time as long has passed.
inline constexpr std::chrono::milliseconds patience{1000};
// How often a doubted wait, and a server that is away, are looked at.
inline constexpr std::chrono::milliseconds look_again{250};
// What the server needs beyond a statement's own limit to say that it is over. A process of it that was stopped says nothing.
constexpr std::chrono::milliseconds last_word(std::chrono::milliseconds limit) {
    return std::min(limit / 8, std::chrono::milliseconds{5000});
}
// From the server's last sign of life to the refusal of whoever waits for it; a caller is promised five seconds.
static_assert(patience + std::chrono::milliseconds{Timeouts{}.connect} + look_again < std::chrono::seconds{5});

class Watch {
public:
    // `fell` is called, on the watch's thread, when the server is found to be away.
    Watch(std::string url, Timeouts timeouts, std::function<void()> fell);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    const Timeouts& timeouts() const { return timeouts_; }
    bool down() const noexcept { return down_; }
    void doubt();
    // Something of the server's came in on some connection: it is slow at worst.
    void heard() noexcept { ++heard_; }

private:
    void loop();
    bool answers();

    const std::string url_;
    const Timeouts timeouts_;
    const std::function<void()> fell_;
    std::atomic<bool> down_ = false;
    std::atomic<std::uint64_t> heard_ = 0;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool doubted_ = false;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace cacao::db::postgres
