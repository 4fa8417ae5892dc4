#pragma once
// What a day on the road costs: sent in one bundle against the same documents one by one, from many devices at once, and settled
// in a company with many documents against one with few.

#include "report.hpp"
#include "scale_bench.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace cacao::bench {

struct RoutesOptions {
    std::string binary;  // the cacao to measure
    ScaleOptions scale;  // its companies: `few` and `many` of their documents
    int rounds = 5;
    int routes = 500;  // of the devices, which are 500 whatever this is
    std::chrono::seconds together{60};
    int settlements = 100;  // worked out, and validated without keeping it, in each round
};

void bench_routes(Report& report, const RoutesOptions& options);

}  // namespace cacao::bench
