#pragma once
// What a school costs: charging a month of all its students against registering the same notes one by one, and a family's
// statement once it has paid for years.

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct SchoolOptions {
    std::string binary;  // the cacao to measure
    int students = 10'000;
    int rounds = 5;
    int statements = 500;  // asked for in each round
};

void bench_school(Report& report, const SchoolOptions& options);

}  // namespace cacao::bench
