#pragma once
// Search over the tax authority's whole catalog of product keys, and the image of a product against nginx with the same file.

#include "report.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace cacao::bench {

struct CatalogOptions {
    std::string binary;
    std::filesystem::path published;  // folder with the authority's files; the search is left out where they are not there
    int rounds = 7;
    std::uint64_t searches = 300;  // per run
    std::uint64_t images = 6'000;  // per run
};

void bench_catalogs(Report& report, const CatalogOptions& options);

}  // namespace cacao::bench
