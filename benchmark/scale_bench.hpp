#pragma once
// What history costs: the same questions and registrations in a company with many documents and in one with few.

#include "report.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace cacao::bench {

struct ScaleOptions {
    std::string binary;
    std::filesystem::path data;
    std::int64_t few = 20'000;
    std::int64_t some = 100'000;
    std::int64_t many = 1'000'000;
    bool postgres = false;  // the same companies, moved there
    int rounds = 5;
    std::uint64_t requests = 30'000;  // of a point read, each round
    int pages = 300;                  // of a list, each round
};

// The company with so many documents, which is made where it is not there yet, for one run: as it stands in that folder.
void copy_company(const ScaleOptions& options, std::int64_t documents, const std::filesystem::path& into);

void bench_scale(Report& report, const ScaleOptions& options);

}  // namespace cacao::bench
