#pragma once

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct HostileOptions {
    std::string binary;
    int invoices = 5'000;  // what reports read
    int seconds = 4;       // of each attack, three times
};

// Those who behave while somebody does not: a liveness probe, a point read and a registration, side by side with none, and what
// the service's memory rises to.
void bench_hostile(Report& report, const HostileOptions& options);

}  // namespace cacao::bench
