#include "statements_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cacao::bench {
namespace {

// A service over a copy of one of the companies.
class Ledger {
public:
    Ledger(const ScaleOptions& options, std::int64_t documents)
        : port_((copy_company(options, documents, folder_.path()), free_port())),
          process_(serve_command(options.binary, folder_.path(), port_)) {
        process_.wait_for_answer(port_);
        token_ = token_of_demo(port_, folder_.path());
    }

    // CPU of the service for one, in microseconds.
    double cost(const std::string& target, std::uint64_t requests) const {
        Load load;
        load.port = port_;
        load.connections = 1;
        load.requests = requests;
        load.limit = std::chrono::seconds{120};
        load.request = fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", target, token_);
        const double before = process_.cpu_seconds();
        const auto r = run_load(load);
        if (r.errors > 0) throw std::runtime_error(target + " failed under load");
        return (process_.cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers);
    }
    void check(const std::string& target) const {
        const auto r = ask(port_, "GET", target, token_);
        if (r.status != 200 || field(r.body, "diferencia") != "0")
            throw std::runtime_error(target + " does not agree with the books: " + r.body);
    }

private:
    TemporaryFolder folder_;
    std::uint16_t port_;
    Process process_;
    std::string token_;
};

// Last month, which the companies have whole.
std::string last_month() {
    const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    const std::chrono::year_month_day day{today};
    const auto month = std::chrono::year_month{day.year(), day.month()} - std::chrono::months{1};
    return fmt::format("{}{:02}", static_cast<int>(month.year()), static_cast<unsigned>(month.month()));
}

}  // namespace

void bench_statements(Report& report, const StatementsOptions& options) {
    const Ledger few{options.scale, options.scale.few};
    const Ledger many{options.scale, options.scale.many};
    const auto month = last_month();
    const std::vector<std::pair<std::string, std::string>> statements{
        {"income statement", "/api/Contabilidad/EstadoResultados?periodoInicial=" + month},
        {"balance sheet", "/api/Contabilidad/BalanceGeneral?periodo=" + month},
        {"direct cash flow", "/api/Contabilidad/FlujoEfectivo?metodo=directo&periodoInicial=" + month},
        {"indirect cash flow", "/api/Contabilidad/FlujoEfectivo?metodo=indirecto&periodoInicial=" + month},
        {"changes of capital", "/api/Contabilidad/CambiosCapital?periodoInicial=" + month},
    };
    for (const auto& [name, target] : statements) {
        for (const Ledger* each : {&few, &many}) {
            each->check(target);
            each->cost(target, options.requests);  // until the pages of the file are mapped
        }
        std::vector<double> ratios, costs;
        for (int i = 0; i < options.rounds; ++i) {
            const double small = few.cost(target, options.requests);
            costs.push_back(many.cost(target, options.requests));
            ratios.push_back(costs.back() / small);
        }
        report.at_most(
            fmt::format("{} of a month among {} documents against {}, CPU", name, options.scale.many, options.scale.few),
            median(ratios), 1.2);
        report.note(fmt::format("… CPU of one {}", name), median(costs), "us");
    }
}

}  // namespace cacao::bench
