#pragma once
// Judging received documents against what no judge can do without, done bare: parsing, the walk over the tables, one RSA
// verification. And issuing them, against one signature and the walk.

#include "report.hpp"

namespace cacao::bench {

struct FiscalOptions {
    int rounds = 7;
    int documents = 10'000;
    int lines = 8;  // of each
};

void bench_fiscal(Report& report, const FiscalOptions& options);

}  // namespace cacao::bench
