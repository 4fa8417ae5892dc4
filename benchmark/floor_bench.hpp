#pragma once
// Floors measured inside this process, against the same work done bare: reads through db/, the token check, group commit.

#include "report.hpp"

#include <cstdint>
#include <filesystem>

namespace cacao::bench {

struct FloorOptions {
    std::filesystem::path company;  // a data folder with a SQLite company
    int rounds = 7;
    int reads = 20'000;
    int creates = 1'500;
    bool postgres = true;
};

void bench_floors(Report& report, const FloorOptions& options);

}  // namespace cacao::bench
