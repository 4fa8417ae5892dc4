#include "service_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <sys/wait.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cacao::bench {
namespace {

std::string get(const std::string& target, const std::string& token) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n";
}

// Everything a run needs to know of the service under measurement.
struct Subject {
    const Process& process;
    std::uint16_t port;
    std::string token;
};

struct Sample {
    double per_second, cpu_us, p50, p99;
};

Sample sample(const Subject& s, Load load) {
    load.port = s.port;
    const double before = s.process.cpu_seconds();
    const auto r = run_load(load);
    const double spent = s.process.cpu_seconds() - before;
    if (r.errors > 0) throw std::runtime_error(fmt::format("{} errors under load", r.errors));
    return {r.per_second, spent * 1e6 / static_cast<double>(r.answers), r.p50_us, r.p99_us};
}

Load of(std::uint64_t requests, std::string request, int connections = 32) {
    Load load;
    load.requests = requests;
    load.request = std::move(request);
    load.connections = connections;
    load.limit = std::chrono::seconds{30};
    return load;
}

struct Walk {
    std::vector<std::string> ids;
    std::string last_cursor;  // that gave the last full page
    std::int64_t pages = 0;
};

// From the first page to the last by cursor, as an integrator would.
Walk walk(const Subject& s, std::int64_t most_pages) {
    Walk w;
    std::string target = "/api/Contactos?conTotal=false";
    for (; w.pages < most_pages; ++w.pages) {
        const auto page = ask(s.port, "GET", target, s.token);
        if (page.status != 200) throw std::runtime_error("a page was refused: " + page.body);
        for (auto at = page.body.find("\"entidadId\":"); at != std::string::npos; at = page.body.find("\"entidadId\":", at + 1))
            w.ids.push_back(page.body.substr(at + 12, page.body.find(',', at) - at - 12));
        const auto next = field(page.body, "siguiente");
        if (next.empty() || next == "null") break;
        w.last_cursor = next;
        target = "/api/Contactos?cursor=" + next;
    }
    return w;
}

void bench_reads(Report& report, const ServiceOptions& options, const Subject& s, const Walk& w) {
    const std::string health = "GET /api/Health/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    Load contact = of(options.requests, "");
    contact.generate = [&](std::string& out, std::uint64_t n) {
        out += get("/api/Contactos/" + w.ids[n * 7919 % w.ids.size()], s.token);
    };
    Load warm = contact;  // until the pages of the file are mapped: a service runs for weeks, its first seconds do not count
    warm.requests = std::min<std::uint64_t>(10 * options.requests, w.ids.size());
    sample(s, warm);
    std::vector<double> ratios, cpu_health, cpu_contact;
    for (int i = 0; i < options.rounds; ++i) {
        const auto h = sample(s, of(options.requests, health));
        const auto c = sample(s, contact);
        ratios.push_back(c.per_second / h.per_second);
        cpu_health.push_back(h.cpu_us);
        cpu_contact.push_back(c.cpu_us);
    }
    report.at_least(fmt::format("GET one contact of {} against the health reply", w.ids.size()), median(ratios), 0.40);
    report.note("GET one contact, CPU per request", median(cpu_contact), "us");
    report.note("health reply with log and token left out, CPU per request", median(cpu_health), "us");

    std::vector<double> pages;
    const auto requests = std::max<std::uint64_t>(50, options.requests / 50);
    const auto first = of(requests, get("/api/Contactos?conTotal=false", s.token), 1);
    const auto last = of(requests, get("/api/Contactos?cursor=" + w.last_cursor, s.token), 1);
    sample(s, last);
    for (int i = 0; i < options.rounds; ++i) {
        const auto a = sample(s, first);
        const auto b = sample(s, last);
        pages.push_back(b.cpu_us / a.cpu_us);
    }
    report.at_most(fmt::format("page {} by cursor against page 1, CPU", w.pages), median(pages), 1.2);
}

void bench_report_beside(Report& report, const Subject& s) {
    const std::string health = "GET /api/Health/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    Load quiet = of(1'000'000, health, 1);
    quiet.limit = std::chrono::seconds{3};
    const auto idle = sample(s, quiet);
    // A search for words that nearly every contact has, counted to the end: it walks them all. Repeated until five seconds are
    // over.
    std::atomic<bool> started = false;
    std::thread slow{[&] {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{5};
        do {
            started = true;
            ask(s.port, "GET", "/api/Contactos?buscar=a%20c&conTotal=true&registrosPorPagina=1", s.token);
        } while (std::chrono::steady_clock::now() < until);
    }};
    while (!started) std::this_thread::yield();
    const auto busy = sample(s, quiet);
    slow.join();
    report.at_most("health reply while a 5 s report runs, p99 against idle", busy.p99 / idle.p99, 5);
    report.note("health reply idle, p99", idle.p99, "us");
}

}  // namespace

std::filesystem::path company(const ServiceOptions& options) {
    const auto folder = options.data / std::to_string(options.contactos);
    if (std::filesystem::exists(folder / "demo.json") && std::filesystem::exists(folder / "whole")) return folder;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    fmt::print(stderr, "making a company with {} contacts …\n", options.contactos);
    const auto command = fmt::format("'{}' demo --data '{}' --contactos {} --documents 0 --json --log-level warning >/dev/null",
                                     options.binary, folder.string(), options.contactos);
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the company could not be made");
    std::ofstream{folder / "whole"} << "1\n";
    return folder;
}

void bench_service(Report& report, const ServiceOptions& options) {
    const auto folder = company(options);
    const auto port = free_port();
    const Process process{serve_command(options.binary, folder, port)};
    const auto start = process.wait_for_answer(port);
    report.at_most(fmt::format("start to first answer, {} contacts", options.contactos),
                   std::chrono::duration<double>(start).count(), 0.5, "s");
    const auto idle = process.memory();
    const Subject s{process, port, token_of_demo(port, folder)};
    const auto w = walk(s, 10'000);
    bench_reads(report, options, s, w);
    bench_report_beside(report, s);
    const auto loaded = process.memory();
    constexpr double mib = 1 << 20;
    report.at_most("anonymous memory, idle", static_cast<double>(idle.anonymous_bytes) / mib, 30, "MiB");
    report.note("file-backed memory, idle", static_cast<double>(idle.file_bytes) / mib, "MiB");
    report.at_most("anonymous memory, after the load", static_cast<double>(loaded.anonymous_bytes) / mib, 150, "MiB");
    report.note("file-backed memory, after the load", static_cast<double>(loaded.file_bytes) / mib, "MiB");
}

}  // namespace cacao::bench
