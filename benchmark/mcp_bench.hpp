#pragma once
// Agents at the service: what a tool's call costs beside the same call over HTTP.

#include "report.hpp"
#include "service_bench.hpp"

namespace cacao::bench {

void bench_mcp(Report& report, const ServiceOptions& options);

}  // namespace cacao::bench
