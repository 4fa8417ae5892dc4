#pragma once
// What registering a document costs against writing the same rows bare.

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct EngineOptions {
    std::string binary;
    int rounds = 5;
    int invoices = 4000;
    bool postgres = true;
};

void bench_engine(Report& report, const EngineOptions& options);

}  // namespace cacao::bench
