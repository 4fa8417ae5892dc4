#pragma once
// What a financial statement of a month costs in a company with many documents against one with few.

#include "report.hpp"
#include "scale_bench.hpp"

#include <cstdint>

namespace cacao::bench {

struct StatementsOptions {
    ScaleOptions scale;  // its companies: `few` and `many` of their documents
    int rounds = 5;
    std::uint64_t requests = 200;  // of each statement, in each round
};

void bench_statements(Report& report, const StatementsOptions& options);

}  // namespace cacao::bench
