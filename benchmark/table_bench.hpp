#pragma once
// Many records at once: how fast a table comes in, and what a page of a long catalog costs.

#include "report.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace cacao::bench {

struct TableOptions {
    std::string binary;
    std::filesystem::path data;  // where the company with many products is kept between runs
    std::int64_t productos = 1'000'000;
    std::int64_t renglones = 100'000;  // of the tables that are imported
    int rounds = 7;
    int pages = 500;
};

void bench_tables(Report& report, const TableOptions& options);

}  // namespace cacao::bench
