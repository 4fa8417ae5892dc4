#include "prices_bench.hpp"

#include "client.hpp"
#include "db/migrations.hpp"
#include "load.hpp"
#include "process.hpp"
#include "support/postgres.hpp"
#include "trading_company.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

namespace cacao::bench {
namespace {

constexpr int products = 5000;
constexpr int steps = 4;  // quantity breaks of each product: 20,000 prices
constexpr int lines = 1000;

Reply expect(const Reply& reply) {
    if (reply.status != 200) throw std::runtime_error("prices: " + reply.body.substr(0, 500));
    return reply;
}

// A general list with every price, and a customer whose own list stands on it with a few of its own.
std::string bulk_body(const TradingCompany& company, std::size_t every, int breaks, int less) {
    std::string rows;
    for (std::size_t i = 0; i < company.productos.size(); i += every)
        for (int n = 0; n < breaks; ++n)
            rows += fmt::format(R"({}{{"productoId":{},"cantidadMinima":{},"precio":{}.50}})", rows.empty() ? "" : ",",
                                company.productos[i], n * 10, 100 - n - less);
    return R"({"todoONada":true,"precios":[)" + rows + "]}";
}

std::string question(const TradingCompany& company, std::uint64_t n) {
    std::string body = fmt::format(R"({{"clienteId":{},"partidas":[)", company.clientes.front());
    for (std::uint64_t i = 0; i < lines; ++i)
        body += fmt::format(R"({}{{"productoId":{},"cantidad":{}}})", i == 0 ? "" : ",",
                            company.productos[(n * 37 + i * 3) % company.productos.size()], 1 + i % 40);
    return body + "]}";
}

void measure(Report& report, const PricesOptions& options, std::string_view engine, const std::vector<std::string>& storage,
             const TradingCompany& company, const std::filesystem::path& data) {
    const auto port = free_port();
    const Process process{serve_command(options.binary, data, port, storage)};
    process.wait_for_answer(port);
    const auto token = token_for_key(port, company.apiKey);
    const auto make_list = [&](const std::string& body) {
        return field(expect(ask(port, "POST", "/api/ListasPrecios", token, body)).body, "listaPreciosId");
    };
    const auto general = make_list(R"({"codigo":"GENERAL","nombre":"General","esGeneral":true})");
    const auto own = make_list(fmt::format(
        R"({{"codigo":"PROPIA","nombre":"Propia","listaBaseId":{},"factor":0.9,"redondeo":"cercano","redondeoMultiplo":0.5}})",
        general));
    const auto begun = process.cpu_seconds();
    const auto before = std::chrono::steady_clock::now();
    expect(ask(port, "PUT", "/api/ListasPrecios/" + general + "/Precios", token, bulk_body(company, 1, steps, 0)));
    const std::chrono::duration<double, std::milli> bulk = std::chrono::steady_clock::now() - before;
    report.note(fmt::format("20,000 prices in one call, {}", engine), bulk.count(), "ms");
    report.note(fmt::format("CPU of 20,000 prices in one call, {}", engine), (process.cpu_seconds() - begun) * 1e3, "ms");
    expect(ask(port, "PUT", "/api/ListasPrecios/" + own + "/Precios", token, bulk_body(company, 10, 1, 20)));
    expect(ask(port, "PUT", fmt::format("/api/Contactos/{}", company.clientes.front()), token,
               fmt::format(R"({{"listaPreciosId":{}}})", own)));
    if (expect(ask(port, "POST", "/api/ListasPrecios/Resolver", token, question(company, 0))).body.find(R"("precio":null)") !=
        std::string::npos)
        throw std::runtime_error("prices: a line without a price");

    std::vector<double> cpu;
    for (int round = 0; round < options.rounds; ++round) {
        Load load;
        load.port = port;
        load.connections = 1;
        load.requests = static_cast<std::uint64_t>(options.calls);
        load.limit = std::chrono::seconds{120};
        load.generate = [&](std::string& out, std::uint64_t n) {
            const auto body = question(company, n);
            out += fmt::format(
                "POST /api/ListasPrecios/Resolver HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: "
                "application/json\r\nContent-Length: {}\r\n\r\n{}",
                token, body.size(), body);
        };
        const double start = process.cpu_seconds();
        const auto r = run_load(load);
        if (r.errors > 0) throw std::runtime_error("prices: a question failed under load");
        cpu.push_back((process.cpu_seconds() - start) * 1e3 / static_cast<double>(r.answers) * 100 / lines);
    }
    report.at_most(fmt::format("CPU per 100 of 1,000 prices resolved in one call, {}", engine), median(cpu), 2, "ms");
}

}  // namespace

void bench_prices(Report& report, const PricesOptions& options) {
    {
        const TemporaryFolder folder;
        const auto url = "sqlite:" + (folder.path() / "cacao.db").string();
        TradingCompany company;
        {
            db::migrate(url);
            const auto database = db::open({.url = url});
            company = make_trading_company(*database, 1, products);
        }
        std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
        measure(report, options, "SQLite", {}, company, folder.path());
    }
    if (!options.postgres) return;
    auto& server = test::Postgres::instance();
    const auto name = server.create_database();
    TradingCompany company;
    {
        const auto database = db::open({.url = server.service_url(name)});
        company = make_trading_company(*database, 1, products);
    }
    {
        const TemporaryFolder data;
        measure(report, options, "PostgreSQL", {"--db", server.service_url(name), "--connections", "2"}, company, data.path());
    }
    server.drop(name);
}

}  // namespace cacao::bench
