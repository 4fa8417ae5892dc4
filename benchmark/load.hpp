#pragma once
// A closed-loop load generator over loopback: each connection keeps `depth` requests under way and sends the next ones when all
// of them are answered. One thread, epoll, so that the generator costs little and always the same.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace cacao::bench {

struct Load {
    std::uint16_t port = 0;
    int connections = 32;
    int depth = 1;                            // pipelined requests
    std::uint64_t requests = 0;               // the run ends after so many answers …
    std::chrono::milliseconds limit{10'000};  // … or after this time
    std::chrono::microseconds pause{0};       // of one connection, between an answer and the next request
    std::string request;                      // sent every time, or
    // written anew for each request: appends the bytes of request number `n`.
    std::function<void(std::string& out, std::uint64_t n)> generate;
};

struct LoadResult {
    std::uint64_t answers = 0;  // with a status below 400
    std::uint64_t errors = 0;   // other answers, and lost connections
    double seconds = 0;
    double per_second = 0;
    double p50_us = 0, p99_us = 0;
};

LoadResult run_load(const Load& load);

}  // namespace cacao::bench
