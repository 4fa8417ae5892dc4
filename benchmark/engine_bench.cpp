#include "engine_bench.hpp"

#include "api/dispatch.hpp"
#include "client.hpp"
#include "command/installation.hpp"
#include "db/migrations.hpp"
#include "load.hpp"
#include "process.hpp"
#include "recording.hpp"
#include "support/postgres.hpp"
#include "trading_company.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <latch>

namespace cacao::bench {
namespace {

constexpr int callers = 32;

class OneSession final : public api::Authenticator {
public:
    explicit OneSession(std::shared_ptr<const api::Sesion> session) : session_(std::move(session)) {}
    std::shared_ptr<const api::Sesion> cached(std::string_view) override { return session_; }
    std::shared_ptr<const api::Sesion> check(std::string_view) override { return session_; }

private:
    std::shared_ptr<const api::Sesion> session_;
};

// What the service writes for so many invoices, audit row and idempotency key included, one after the other.
Recording record(db::Database& database, const TradingCompany& company, int invoices) {
    const auto key = auth::MasterKey::from_bytes(std::string(32, 'b'));
    const Reloj reloj;
    api::Operations operations;
    Seguridad seguridad{database, key, operations, reloj, "bench"};
    command::register_rooms(operations, seguridad);
    auto session = std::make_shared<api::Sesion>();
    session->organizacionId = company.organizacion.organizacionId;
    session->usuarioId = company.organizacion.usuarioId;
    session->sucursalId = company.organizacion.sembrado.sucursalId;
    session->permisos = {"*"};
    session->permitidas = operations.allowed({"*"});
    OneSession one{session};
    RecordingDatabase recorder{database};
    {
        api::Dispatcher dispatcher{operations, recorder, one, reloj, {.workers = 1}};
        for (int n = 0; n < invoices; ++n) {
            const auto body = invoice_body(company, static_cast<std::uint64_t>(n));
            const auto idempotency = fmt::format("r{}", n);
            api::Request r;
            r.verb = api::Verb::POST;
            r.path = "/api/FacturaVenta";
            r.body = body;
            r.trace_id = "0af7651916cd43dd8448eb211c80319c";
            r.headers.push_back({"Authorization", "Bearer x"});
            r.headers.push_back({"Content-Type", "application/json"});
            r.headers.push_back({"Idempotency-Key", idempotency});
            std::latch done{1};
            api::Answer answer;
            dispatcher.handle(r, [&](api::Answer&& a) {
                answer = std::move(a);
                done.count_down();
            });
            done.wait();
            if (answer.status != 200) throw std::runtime_error("an invoice was refused: " + answer.body);
        }
    }
    return std::move(recorder.recording);
}

struct Registered {
    double per_second;
    double cpu_us;
};

// The same invoices over HTTP, by 32 callers, each with a key of its own.
Registered register_over_http(const EngineOptions& options, const std::vector<std::string>& storage,
                              const TradingCompany& company, const std::filesystem::path& data) {
    const auto port = free_port();
    const Process process{serve_command(options.binary, data, port, storage)};
    process.wait_for_answer(port);
    const auto token = token_for_key(port, company.apiKey);
    Load load;
    load.port = port;
    load.connections = callers;
    load.requests = static_cast<std::uint64_t>(options.invoices);
    load.limit = std::chrono::seconds{120};
    load.generate = [&](std::string& out, std::uint64_t n) {
        const auto body = invoice_body(company, n);
        out += fmt::format(
            "POST /api/FacturaVenta HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
            "Idempotency-Key: k{}\r\nContent-Length: {}\r\n\r\n{}",
            token, n, body.size(), body);
    };
    const double before = process.cpu_seconds();
    const auto r = run_load(load);
    if (r.errors > 0) throw std::runtime_error(fmt::format("{} invoices failed under load", r.errors));
    return {r.per_second, (process.cpu_seconds() - before) * 1e6 / static_cast<double>(r.answers)};
}

void show(Report& report, std::string_view engine, const std::vector<double>& ratios, const std::vector<double>& rates,
          const std::vector<double>& cpu, const Recording& recording) {
    report.at_least(fmt::format("invoice of five stocked lines over HTTP against the same rows bare, {}", engine), median(ratios),
                    0.5);
    report.note(fmt::format("invoices registered, {}", engine), median(rates), "/s");
    report.note(fmt::format("CPU per invoice, {}", engine), median(cpu), "us");
    std::size_t statements = 0;
    for (const auto& t : recording.transactions) statements += t.size();
    report.note(fmt::format("statements that write, per invoice, {}", engine),
                static_cast<double>(statements) / static_cast<double>(recording.transactions.size()), "");
}

void bench_sqlite(Report& report, const EngineOptions& options) {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    const auto base = folder.path() / "base.db";
    TradingCompany company;
    {
        db::migrate("sqlite:" + base.string());
        const auto database = db::open({.url = "sqlite:" + base.string()});
        company = make_trading_company(*database, 200, 500);
    }
    const auto copy = [&](const fs::path& to) {
        fs::remove_all(to.parent_path());
        fs::create_directories(to.parent_path());
        fs::permissions(to.parent_path(), fs::perms::owner_all);
        for (const char* tail : {"", "-wal", "-shm"})
            if (fs::exists(base.string() + tail)) fs::copy_file(base.string() + tail, to.string() + tail);
        return to.string();
    };
    Recording recording;
    {
        const auto file = copy(folder.path() / "recorded" / "cacao.db");
        const auto database = db::open({.url = "sqlite:" + file});
        recording = record(*database, company, options.invoices);
    }
    std::vector<double> ratios, rates, cpu;
    for (int round = 0; round < options.rounds; ++round) {
        const auto raw = replay_sqlite(recording, copy(folder.path() / "raw" / "cacao.db"), callers);
        const auto file = fs::path{copy(folder.path() / "service" / "cacao.db")};
        const auto mine = register_over_http(options, {}, company, file.parent_path());
        rates.push_back(mine.per_second);
        cpu.push_back(mine.cpu_us);
        ratios.push_back(mine.per_second / (options.invoices / raw));
    }
    show(report, "SQLite", ratios, rates, cpu, recording);
}

void bench_postgres(Report& report, const EngineOptions& options) {
    auto& server = test::Postgres::instance();
    const auto base = server.create_database();
    TradingCompany company;
    {
        const auto database = db::open({.url = server.service_url(base)});
        company = make_trading_company(*database, 200, 500);
    }
    Recording recording;
    {
        const auto name = server.create_database(base);
        {
            const auto database = db::open({.url = server.service_url(name), .connections = 2});
            recording = record(*database, company, options.invoices);
        }
        server.drop(name);
    }
    std::vector<double> ratios, rates, cpu;
    for (int round = 0; round < options.rounds; ++round) {
        auto name = server.create_database(base);
        const auto raw = replay_postgres(recording, server.service_url(name), company.organizacion.organizacionId, 8);
        server.drop(name);
        name = server.create_database(base);
        const TemporaryFolder data;
        const auto mine =
            register_over_http(options, {"--db", server.service_url(name), "--connections", "8"}, company, data.path());
        server.drop(name);
        rates.push_back(mine.per_second);
        cpu.push_back(mine.cpu_us);
        ratios.push_back(mine.per_second / (options.invoices / raw));
    }
    server.drop(base);
    show(report, "PostgreSQL, 8 connections", ratios, rates, cpu, recording);
}

}  // namespace

void bench_engine(Report& report, const EngineOptions& options) {
    bench_sqlite(report, options);
    if (options.postgres) bench_postgres(report, options);
}

}  // namespace cacao::bench
