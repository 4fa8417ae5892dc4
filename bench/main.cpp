// cacao_bench: what it costs, as ratios to a reference that runs interleaved on the same machine.

#include "health_bench.hpp"
#include "report.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <sstream>

int main(int argc, char** argv) {
    using namespace cacao::bench;
    CLI::App app{"Measures the service against its references."};
    bool json = false;
    std::string command = (std::filesystem::path{argv[0]}.parent_path() / "health_server").string() + " 127.0.0.1:{port}";
    HealthOptions health;
    app.add_flag("--json", json, "Print the lines as JSON");
    app.add_option("--command", command, "Server to measure, with one io thread; {port} and {folder} are filled in");
    app.add_option("--rounds", health.rounds, "Interleaved rounds")->check(CLI::Range(1, 1000));
    app.add_option("--requests", health.requests, "Requests per run")->check(CLI::Range(1000, 100'000'000));
    CLI11_PARSE(app, argc, argv);

    try {
        std::istringstream words{command};
        for (std::string word; words >> word;) health.command.push_back(word);
        Report report;
        bench_health(report, health);
        fmt::print("{}", json ? report.json() : report.table());
        return report.ok() ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "cacao_bench: {}\n", error.what());
        return 2;
    }
}
