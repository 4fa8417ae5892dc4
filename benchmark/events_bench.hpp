#pragma once
// What following events costs: registering beside ten subscriptions against none, notices that are delivered in a second, and
// what a thousand readers hold that wait.

#include "report.hpp"

#include <string>

namespace cacao::bench {

struct EventsOptions {
    std::string binary;  // the cacao to measure
    int rounds = 40;
    int invoices = 400;  // registered in each round
    int notices = 5000;  // delivered
    int readers = 1000;  // that wait
};

void bench_events(Report& report, const EventsOptions& options);

}  // namespace cacao::bench
