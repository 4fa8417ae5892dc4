#pragma once

#include "report.hpp"

#include <string>
#include <vector>

namespace cacao::bench {

struct HealthOptions {
    // The server under measurement; {port} and {folder} are filled in.
    std::vector<std::string> command;
    int rounds = 7;
    std::uint64_t requests = 60'000;  // per run
};

// The health reply against nginx with the same body, one thread each, and pipelined against unpipelined.
void bench_health(Report& report, const HealthOptions& options);

}  // namespace cacao::bench
