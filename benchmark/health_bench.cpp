#include "health_bench.hpp"

#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace cacao::bench {
namespace {

constexpr const char* health_body = R"({"data":{"estado":"ok"}})";

std::vector<std::string> filled(std::vector<std::string> command, std::uint16_t port, const std::string& folder) {
    for (std::string& word : command) {
        const auto replace = [&](std::string_view mark, const std::string& value) {
            for (std::size_t at = word.find(mark); at != std::string::npos; at = word.find(mark))
                word.replace(at, mark.size(), value);
        };
        replace("{port}", std::to_string(port));
        replace("{folder}", folder);
    }
    return command;
}

struct Measured {
    std::vector<double> per_second, cpu_us, p50, p99;
};

void measure(const Process& process, std::uint16_t port, int depth, std::uint64_t requests, Measured* into) {
    Load load;
    load.port = port;
    load.depth = depth;
    load.requests = requests;
    load.request = "GET /api/Health/health HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n";
    const double before = process.cpu_seconds();
    const LoadResult result = run_load(load);
    const double spent = process.cpu_seconds() - before;
    if (result.errors > 0) throw std::runtime_error(fmt::format("{} errors under load", result.errors));
    if (into == nullptr) return;
    into->per_second.push_back(result.per_second);
    into->cpu_us.push_back(spent * 1e6 / static_cast<double>(result.answers));
    into->p50.push_back(result.p50_us);
    into->p99.push_back(result.p99_us);
}

// The middle of the ratios of neighbouring runs: what disturbs the machine disturbs both.
double ratio(const std::vector<double>& subject, const std::vector<double>& reference) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < subject.size(); ++i) ratios.push_back(subject[i] / reference[i]);
    return median(ratios);
}

}  // namespace

void bench_health(Report& report, const HealthOptions& options) {
    const TemporaryFolder nginx_folder, folder;
    const std::uint16_t nginx_port = free_port();
    const Process nginx{nginx_command(nginx_folder.path(), nginx_port, health_body)};
    nginx.wait_for_answer(nginx_port);
    const std::uint16_t port = free_port();
    const Process server{filled(options.command, port, folder.path())};
    server.wait_for_answer(port);

    Measured reference, subject, pipelined;
    measure(nginx, nginx_port, 1, options.requests, nullptr);
    measure(server, port, 1, options.requests, nullptr);
    for (int round = 0; round < options.rounds; ++round) {
        measure(nginx, nginx_port, 1, options.requests, &reference);
        measure(server, port, 1, options.requests, &subject);
        measure(server, port, 8, options.requests * 3, &pipelined);
    }

    report.at_least("health reply, requests/s against nginx", ratio(subject.per_second, reference.per_second), 0.85);
    report.at_most("health reply, CPU per request against nginx", ratio(subject.cpu_us, reference.cpu_us), 1.15);
    report.at_least("pipelined by 8 against unpipelined", ratio(pipelined.per_second, subject.per_second), 3);
    report.note("health reply", median(subject.per_second), "/s");
    report.note("health reply, CPU per request", median(subject.cpu_us), "us");
    report.note("health reply, p50", median(subject.p50), "us");
    report.note("health reply, p99", median(subject.p99), "us");
    report.note("nginx", median(reference.per_second), "/s");
    report.note("nginx, CPU per request", median(reference.cpu_us), "us");
    report.note("nginx, p99", median(reference.p99), "us");
    report.note("pipelined by 8", median(pipelined.per_second), "/s");
}

}  // namespace cacao::bench
