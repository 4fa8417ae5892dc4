#pragma once
// Electronic accounting of a month with very many entries: what it holds in memory while it is written.

#include "report.hpp"

#include <cstdint>
#include <string>

namespace cacao::bench {

struct AccountingOptions {
    std::string binary;
    std::int64_t documents = 1'000'000;  // of one month
};

void bench_accounting(Report& report, const AccountingOptions& options);

}  // namespace cacao::bench
