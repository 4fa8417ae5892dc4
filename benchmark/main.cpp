// cacao_bench: what it costs, as ratios to a reference that runs interleaved on the same machine.

#include "accounting_bench.hpp"
#include "catalog_bench.hpp"
#include "engine_bench.hpp"
#include "events_bench.hpp"
#include "fiscal_bench.hpp"
#include "floor_bench.hpp"
#include "health_bench.hpp"
#include "hostile_bench.hpp"
#include "mcp_bench.hpp"
#include "prices_bench.hpp"
#include "report.hpp"
#include "routes_bench.hpp"
#include "scale_bench.hpp"
#include "school_bench.hpp"
#include "service_bench.hpp"
#include "stamping_bench.hpp"
#include "statements_bench.hpp"
#include "stock_bench.hpp"
#include "table_bench.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <filesystem>

int main(int argc, char** argv) {
    using namespace cacao::bench;
    CLI::App app{"Measures the service against its references.", "bench"};
    bool json = false;
    bool quick = false;
    std::string only;
    ServiceOptions service;
    service.binary = (std::filesystem::canonical("/proc/self/exe").parent_path().parent_path() / "cacao").string();
    service.data = std::filesystem::temp_directory_path() / "cacao-bench";
    app.add_flag("--json", json, "Print the lines as JSON");
    app.add_flag("--quick", quick, "Fewer rounds, and 50,000 contacts instead of 1,000,000");
    app.add_option("--only", only,
                   "One part: health, service, floors, engine, prices, scale, scale-postgres, stock, catalogs, tables, fiscal, "
                   "stamping, school, routes, statements, mcp, events, accounting or hostile")
        ->check(CLI::IsMember({"health", "service", "floors", "engine", "prices", "scale", "scale-postgres", "stock", "catalogs",
                               "tables", "fiscal", "stamping", "school", "routes", "statements", "mcp", "events", "accounting",
                               "hostile"}));
    app.add_option("--contactos", service.contactos, "Contacts in the company that is read")
        ->check(CLI::Range(1000, 100'000'000));
    app.add_option("--data", service.data, "Where the companies are kept between runs");
    CatalogOptions catalogs;
    // Beside the source, which stands three folders above the build's own.
    catalogs.published = std::filesystem::canonical("/proc/self/exe").parent_path() / "../../../../shared/cfdi/catalogs";
    app.add_option("--catalogs", catalogs.published, "Folder with the tax authority's catalogs");
    app.add_option("--binary", service.binary, "The cacao to measure");
    ScaleOptions scale;
    app.add_option("--documents", scale.many, "Documents in the largest company of `scale`")
        ->check(CLI::Range(20'000, 100'000'000));
    CLI11_PARSE(app, argc, argv);

    HealthOptions health;
    FloorOptions floors;
    EngineOptions engine;
    engine.binary = service.binary;
    catalogs.binary = service.binary;
    PricesOptions prices;
    prices.binary = service.binary;
    scale.binary = service.binary;
    scale.data = service.data;
    StockOptions stock;
    stock.binary = service.binary;
    TableOptions tables;
    FiscalOptions fiscal;
    StampingOptions stamping;
    stamping.binary = service.binary;
    SchoolOptions school;
    school.binary = service.binary;
    RoutesOptions routes;
    routes.binary = service.binary;
    StatementsOptions statements;
    EventsOptions events;
    events.binary = service.binary;
    AccountingOptions accounting;
    accounting.binary = service.binary;
    HostileOptions hostile;
    hostile.binary = service.binary;
    tables.binary = service.binary;
    tables.data = service.data;
    if (quick) {
        if (app.count("--contactos") == 0) service.contactos = 50'000;
        health.rounds = service.rounds = floors.rounds = 3;
        health.requests = 30'000;
        floors.creates = 600;
        engine.rounds = 2;
        engine.invoices = 1500;
        prices.rounds = 3;
        prices.calls = 20;
        scale.few = scale.some = 10'000;  // enough for as many open documents as any company has
        if (app.count("--documents") == 0) scale.many = 20'000;
        scale.rounds = 2;
        stock.few = 2'000;
        stock.many = 10'000;
        stock.rounds = 3;
        catalogs.rounds = 3;
        catalogs.searches = 100;
        catalogs.images = 3'000;
        tables.productos = 100'000;
        tables.renglones = 20'000;
        tables.rounds = 3;
        fiscal.rounds = 3;
        fiscal.documents = 2'000;
        stamping.rounds = 3;
        stamping.queued = 400;
        stamping.seconds = 2;
        school.rounds = 3;
        school.students = 2'000;
        school.statements = 200;
        routes.rounds = 3;
        routes.routes = 50;
        routes.together = std::chrono::seconds{5};
        routes.settlements = 30;
        statements.rounds = 3;
        statements.requests = 50;
        events.rounds = 12;
        events.notices = 3'000;
        accounting.documents = 50'000;
        hostile.invoices = 2'000;
        hostile.seconds = 2;
    }
    health.command = {service.binary, "serve", "--data",       "{folder}", "--listen",     "127.0.0.1:{port}",
                      "--io-threads", "1",     "--access-log", "off",      "--rate-limit", "0"};
    try {
        Report report;
        const auto wanted = [&](std::string_view part) { return only.empty() || only == part; };
        if (wanted("health")) bench_health(report, health);
        if (wanted("service")) bench_service(report, service);
        floors.company = wanted("floors") ? company(service) : "";
        if (wanted("floors")) bench_floors(report, floors);
        if (wanted("engine")) bench_engine(report, engine);
        if (wanted("prices")) bench_prices(report, prices);
        if (wanted("scale")) bench_scale(report, scale);
        scale.postgres = true;
        if (wanted("scale-postgres")) bench_scale(report, scale);
        if (wanted("stock")) bench_stock(report, stock);
        if (wanted("catalogs")) bench_catalogs(report, catalogs);
        if (wanted("tables")) bench_tables(report, tables);
        if (wanted("fiscal")) bench_fiscal(report, fiscal);
        if (wanted("stamping")) bench_stamping(report, stamping);
        if (wanted("school")) bench_school(report, school);
        scale.postgres = false;
        routes.scale = scale;
        if (wanted("routes")) bench_routes(report, routes);
        statements.scale = scale;
        if (wanted("statements")) bench_statements(report, statements);
        if (wanted("mcp")) bench_mcp(report, service);
        if (wanted("events")) bench_events(report, events);
        if (wanted("accounting")) bench_accounting(report, accounting);
        // Only when it is named: it takes minutes, and the others want a machine of their own.
        if (only == "hostile") bench_hostile(report, hostile);
        fmt::print("{}", json ? report.json() : report.table());
        return report.ok() ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench: {}\n", error.what());
        return 2;
    }
}
