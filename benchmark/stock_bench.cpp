#include "stock_bench.hpp"

#include "client.hpp"
#include "db/migrations.hpp"
#include "process.hpp"
#include "trading_company.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace cacao::bench {
namespace {

// A service over SQLite with so many products, each with something on hand.
class Shelves {
public:
    Shelves(const StockOptions& options, int products) : products_(products) {
        const auto url = "sqlite:" + (folder_.path() / "cacao.db").string();
        {
            db::migrate(url);
            company_ = make_trading_company(*db::open({.url = url}), 1, products);
        }
        std::filesystem::permissions(folder_.path(), std::filesystem::perms::owner_all);
        process_ = std::make_unique<Process>(serve_command(options.binary, folder_.path(), port_));
        process_->wait_for_answer(port_);
        token_ = token_for_key(port_, company_.apiKey);
    }

    Reply asked(const std::string& method, const std::string& target, const std::string& body = {}) const {
        auto reply = ask(port_, method, target, token_, body);
        if (reply.status != 200) throw std::runtime_error(target + " was refused: " + reply.body.substr(0, 500));
        return reply;
    }
    // CPU of the service by the row, in microseconds, over the whole report.
    double by_row() const {
        const double before = process_->cpu_seconds();
        const std::string list = "/api/Inventario/Existencias?conTotal=false";
        std::string target = list;
        int pages = 0;
        for (std::string next = "x"; !next.empty() && next != "null"; ++pages) {
            next = field(asked("GET", target).body, "siguiente");
            target = list + "&cursor=" + next;
        }
        if (pages != products_ / 100) throw std::runtime_error("the report has other rows than the company has products");
        return (process_->cpu_seconds() - before) * 1e6 / products_;
    }
    const TradingCompany& company() const { return company_; }

private:
    TemporaryFolder folder_;
    std::uint16_t port_ = free_port();
    int products_;
    TradingCompany company_;
    std::unique_ptr<Process> process_;
    std::string token_;
};

// One line that brings in thousands of units, each with its serial; the longest of several.
void bench_serials(Report& report, const StockOptions& options, const Shelves& shelves) {
    const auto product = field(
        shelves
            .asked(
                "POST", "/api/Productos",
                fmt::format(
                    R"({{"codigo":"SERIES","nombre":"Con serie","unidadMedidaId":{},"claveProdServ":"50161813","seguimiento":"serie"}})",
                    shelves.company().organizacion.sembrado.unidadMedidaId))
            .body,
        "productoId");
    double longest = 0;
    for (int round = 0; round < options.rounds; ++round) {
        const auto body = fmt::format(
            R"({{"tipo":"entrada","partidas":[{{"productoId":{},"cantidad":{},"costoUnitario":10,"series":["S{}-00001..S{}-{:05}"]}}]}})",
            product, options.serials, round, round, options.serials);
        const auto start = std::chrono::steady_clock::now();
        shelves.asked("POST", "/api/Inventario/MovimientoAgregar", body);
        longest = std::max(longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    report.at_most(fmt::format("{} serials received in one line, SQLite", options.serials), longest, 1, "s");
}

}  // namespace

void bench_stock(Report& report, const StockOptions& options) {
    const Shelves few{options, options.few};
    const Shelves many{options, options.many};
    few.by_row();
    many.by_row();
    std::vector<double> ratios;
    for (int i = 0; i < options.rounds; ++i) {
        const double before = few.by_row();
        ratios.push_back(many.by_row() / before);
    }
    report.at_most(fmt::format("stock of {} products against {}, CPU by the row", options.many, options.few), median(ratios),
                   1.2);
    bench_serials(report, options, few);
}

}  // namespace cacao::bench
