#pragma once
// The real service over HTTP, on SQLite, with many contacts.

#include "report.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace cacao::bench {

struct ServiceOptions {
    std::string binary;          // the cacao to measure
    std::filesystem::path data;  // where the companies are kept between runs
    std::int64_t contactos = 1'000'000;
    int rounds = 5;
    std::uint64_t requests = 20'000;
};

// The data folder of a company with so many contacts; made on first use.
std::filesystem::path company(const ServiceOptions& options);

void bench_service(Report& report, const ServiceOptions& options);

}  // namespace cacao::bench
