#pragma once
// What stock costs: its report by the row however many products there are, and thousands of serials in one line.

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct StockOptions {
    std::string binary;
    int few = 10'000;  // products on the shelves
    int many = 100'000;
    int serials = 5'000;
    int rounds = 5;
};

void bench_stock(Report& report, const StockOptions& options);

}  // namespace cacao::bench
