#pragma once
// How long a body may take to come and an answer to be taken: a while without anything, and never less than a rate in the long
// run. A slow line is fine, one that stands or trickles is not. What went by in one burst buys no time for later.

#include <chrono>
#include <cstdint>

namespace cacao::serve {

class Pace {
public:
    using Clock = std::chrono::steady_clock;

    Pace(std::chrono::milliseconds patience, std::uint64_t bytes_in_a_second)
        : patience_(patience), enough_(bytes_in_a_second * static_cast<std::uint64_t>(patience.count()) / 1000) {}

    void start(Clock::time_point now) {
        since_ = now;
        counted_ = 0;
    }
    // So many bytes went by since the start. By when there must be more of them, or an end.
    Clock::time_point due(Clock::time_point now, std::uint64_t bytes) {
        if (bytes - counted_ >= enough_ && bytes > counted_) {
            since_ = now;
            counted_ = bytes;
        }
        return since_ + patience_;
    }

private:
    std::chrono::milliseconds patience_;
    std::uint64_t enough_;  // to be granted the same time again
    Clock::time_point since_{};
    std::uint64_t counted_ = 0;
};

}  // namespace cacao::serve
