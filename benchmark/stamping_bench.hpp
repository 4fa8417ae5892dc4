#pragma once
// What other callers notice of stamping in the background: registrations and reads of one record beside a queue of documents that
// are sealed, stamped by the sandbox and stored, against the same without it.

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct StampingOptions {
    std::string binary;  // the cacao to measure
    int rounds = 5;
    int queued = 600;  // documents that wait to be stamped while callers are measured
    int seconds = 3;   // of each measurement
};

void bench_stamping(Report& report, const StampingOptions& options);

}  // namespace cacao::bench
