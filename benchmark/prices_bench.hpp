#pragma once
// What it costs to resolve a thousand prices in one call, and to change twenty thousand.

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct PricesOptions {
    std::string binary;
    int rounds = 5;
    int calls = 40;  // in each round
    bool postgres = true;
};

void bench_prices(Report& report, const PricesOptions& options);

}  // namespace cacao::bench
