#include "floor_bench.hpp"

#include "api/dispatch.hpp"
#include "api/organizacion.hpp"
#include "command/demo_company.hpp"
#include "command/installation.hpp"
#include "db/migrations.hpp"
#include "db/rows.hpp"
#include "process.hpp"
#include "raw_contact.hpp"
#include "rooms/contactos/contacto_filas.hpp"
#include "rooms/seguridad/alta.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>

#include <time.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <latch>
#include <mutex>
#include <thread>

namespace cacao::bench {
namespace {

double wall() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::vector<std::int64_t> some_ids(db::Database& database, std::int64_t organizacionId, std::int64_t most) {
    std::vector<std::int64_t> ids;
    database.read(organizacionId, [&](db::Reader& tx) {
        ids = tx.all<std::int64_t>("SELECT entidadId FROM contacto WHERE organizacionId = $1 ORDER BY entidadId LIMIT $2",
                                   organizacionId, most);
    });
    return ids;
}

// Reference and subject by turns; the median of the ratios of neighbours. `clock` is what is compared: CPU or wall time.
template <class Clock, class Reference, class Subject>
double compare(int rounds, int reads, const std::vector<std::int64_t>& ids, Clock clock, Reference reference, Subject subject) {
    std::vector<double> ratios;
    for (int round = -1; round < rounds; ++round) {
        const double start = clock();
        for (int i = 0; i < reads; ++i) reference(ids[static_cast<std::size_t>(i) * 7919 % ids.size()]);
        const double middle = clock();
        for (int i = 0; i < reads; ++i) subject(ids[static_cast<std::size_t>(i) * 7919 % ids.size()]);
        const double end = clock();
        if (round >= 0) ratios.push_back((middle - start) / (end - middle));
    }
    return median(ratios);
}

void same(const Contacto& a, const Contacto& b) {
    if (reflect::to_json(a) != reflect::to_json(b)) throw std::runtime_error("the bare loop reads something else");
}

void bench_sqlite_reads(Report& report, const FloorOptions& options) {
    const std::string file = (options.company / "cacao.db").string();
    const auto database = db::open({.url = "sqlite:" + file});
    const auto organizacionId = organizaciones(*database).front();
    const auto ids = some_ids(*database, organizacionId, 100'000);
    RawSqlite raw{file};
    auto through_db = [&](std::int64_t id) {
        Contacto c;
        database->read(organizacionId, [&](db::Reader& tx) { c = leer_contacto(tx, id, Instantanea::termina); });
        return c;
    };
    same(raw.read(organizacionId, ids[3]), through_db(ids[3]));
    const double ratio = compare(
        options.rounds, options.reads, ids, thread_cpu, [&](std::int64_t id) { raw.read(organizacionId, id); }, through_db);
    report.at_least("one contact through db/ against the bare C API, SQLite, CPU", ratio, 0.85);
}

void bench_postgres_reads(Report& report, const FloorOptions& options) {
    auto& server = test::Postgres::instance();
    const auto name = server.create_database();
    command::Config config;
    const TemporaryFolder folder;
    config.data = folder.path();
    {
        const auto database = db::open({.url = server.service_url(name)});
        const auto demo = command::make_demo(config, *database, {.contactos = 5000}, {});
        const auto ids = some_ids(*database, demo.organizacionId, 5000);
        RawPostgres raw{server.service_url(name)};
        auto through_db = [&](std::int64_t id) {
            Contacto c;
            database->read(demo.organizacionId, [&](db::Reader& tx) { c = leer_contacto(tx, id, Instantanea::termina); });
            return c;
        };
        same(raw.read(demo.organizacionId, ids[3]), through_db(ids[3]));
        const double ratio = compare(
            options.rounds, std::max(500, options.reads / 10), ids, wall,
            [&](std::int64_t id) { raw.read(demo.organizacionId, id); }, through_db);
        report.at_least("one contact through db/ against a bare libpq pipeline, PostgreSQL", ratio, 0.85);
    }
    server.drop(name);
}

// Answers with the one session it was given, whatever the token: the check left out.
class NoCheck final : public api::Authenticator {
public:
    explicit NoCheck(std::shared_ptr<const api::Sesion> sesion) : sesion_(std::move(sesion)) {}
    std::shared_ptr<const api::Sesion> cached(std::string_view) override { return sesion_; }
    std::shared_ptr<const api::Sesion> check(std::string_view) override { return sesion_; }

private:
    std::shared_ptr<const api::Sesion> sesion_;
};

void bench_token(Report& report, const FloorOptions& options) {
    const auto database = db::open({.url = "sqlite:" + (options.company / "cacao.db").string()});
    const auto organizacionId = organizaciones(*database).front();
    const auto key = auth::MasterKey::from_bytes(std::string(32, 'b'));
    const Reloj reloj;
    const TemporaryFolder folder;
    // Its own signing keys, in a database of its own: the company's are sealed with another key.
    const auto keys = db::open({.url = "sqlite::memory:"});
    api::Operations operations;
    Seguridad seguridad{*keys, key, operations, reloj, "bench"};
    command::register_rooms(operations, seguridad);
    api::set_cursor_seal(&seguridad.cursores());
    auth::PasswordPool passwords;
    const auto org = alta::crear_organizacion(*keys, passwords, {.nombre = "Bench"}, "bench@ejemplo.mx", "Bench", reloj.ahora());

    // A real login gives a real token; its session is pointed at the company that is read.
    api::Dispatcher login{operations, *keys, seguridad.autenticador(), reloj, {.workers = 1}};
    auto ask = [](api::Dispatcher& d, api::Verb verb, std::string_view path, std::string_view body,
                  std::string_view authorization) {
        api::Request r;
        r.verb = verb;
        r.path = path;
        r.body = body;
        r.trace_id = "0af7651916cd43dd8448eb211c80319c";
        if (!authorization.empty()) r.headers.push_back({"Authorization", authorization});
        api::Answer answer;
        std::latch done{1};
        d.handle(r, [&](api::Answer&& a) {
            answer = std::move(a);
            done.count_down();
        });
        done.wait();
        return answer;
    };
    const auto answer = ask(login, api::Verb::POST, "/api/Seguridad/Autenticacion",
                            fmt::format("{{\"usuario\":\"{}\",\"password\":\"{}\"}}", org.usuario, org.password), {});
    const auto at = answer.body.find("\"accessToken\":\"") + 15;
    const std::string token = "Bearer " + answer.body.substr(at, answer.body.find('"', at) - at);

    auto session = std::make_shared<api::Sesion>();
    session->organizacionId = organizacionId;
    session->permitidas = operations.allowed({"*"});
    NoCheck none{session};
    // The token's own session belongs to the small database; only the cost of finding it counts here, so the company's is used
    // after it.
    class Checked final : public api::Authenticator {
    public:
        Checked(api::Authenticator& real, std::shared_ptr<const api::Sesion> used) : real_(real), used_(std::move(used)) {}
        std::shared_ptr<const api::Sesion> cached(std::string_view token) override {
            return real_.cached(token) ? used_ : nullptr;
        }
        std::shared_ptr<const api::Sesion> check(std::string_view token) override {
            real_.check(token);
            return used_;
        }

    private:
        api::Authenticator& real_;
        std::shared_ptr<const api::Sesion> used_;
    } checked{seguridad.autenticador(), session};

    api::Dispatcher with{operations, *database, checked, reloj, {.workers = 1}};
    api::Dispatcher without{operations, *database, none, reloj, {.workers = 1}};
    const auto ids = some_ids(*database, organizacionId, 10'000);
    auto read = [&](api::Dispatcher& d, std::int64_t id) {
        const auto a = ask(d, api::Verb::GET, fmt::format("/api/Contactos/{}", id), {}, token);
        if (a.status != 200) throw std::runtime_error("refused: " + a.body);
    };
    const double ratio = compare(
        options.rounds, options.reads, ids, thread_cpu, [&](std::int64_t id) { read(with, id); },
        [&](std::int64_t id) { read(without, id); });
    report.at_most("one contact with a cached token against the check left out, CPU", ratio, 1.20);
}

std::uint64_t written_bytes() {
    std::ifstream in{"/proc/self/io"};
    for (std::string name; in >> name;) {
        std::uint64_t value{};
        in >> value;
        if (name == "write_bytes:") return value;
    }
    return 0;
}

struct Writes {
    double per_second;
    double kib_each;
};

// 32 callers, each sending its next create when the one before is durable.
Writes create_contacts(int group_max, int creates) {
    const TemporaryFolder folder;
    const std::string url = "sqlite:" + (folder.path() / "cacao.db").string();
    db::migrate(url);
    const auto database = db::open({.url = url, .group_max = group_max});
    auth::PasswordPool passwords;
    const auto org =
        alta::crear_organizacion(*database, passwords, {.nombre = "Bench"}, "bench@ejemplo.mx", "Bench", Instante::ahora());
    api::Sesion session;
    session.organizacionId = org.organizacionId;
    const Reloj reloj;
    const auto before = written_bytes();
    const double start = wall();
    std::atomic<int> next = 0;
    std::vector<std::thread> callers;
    for (int c = 0; c < 32; ++c)
        callers.emplace_back([&] {
            for (int n = next++; n < creates; n = next++)
                database->write_now(org.organizacionId, [&](db::Writer& tx) {
                    Context ctx{
                        {.sesion = &session, .reloj = &reloj, .operacion = "bench", .database = database.get()}, &tx, &tx};
                    ContactoNuevo nuevo;
                    nuevo.codigo = fmt::format("B{}", n);
                    nuevo.nombre = fmt::format("Ferretería del Bajío {}", n);
                    nuevo.roles = {Rol::cliente};
                    crear_contacto(ctx, nuevo);
                });
        });
    for (auto& c : callers) c.join();
    const double seconds = wall() - start;
    return {creates / seconds, static_cast<double>(written_bytes() - before) / 1024 / creates};
}

void bench_group_commit(Report& report, const FloorOptions& options) {
    std::vector<double> ratios, grouped, single;
    for (int round = 0; round < std::min(options.rounds, 5); ++round) {
        const auto one = create_contacts(1, options.creates);
        const auto many = create_contacts(64, options.creates);
        ratios.push_back(many.per_second / one.per_second);
        grouped.push_back(many.kib_each);
        single.push_back(one.kib_each);
    }
    report.at_least("durable creates, 32 callers, group commit against one commit each", median(ratios), 2);
    report.note("written per create, group commit", median(grouped), "KiB");
    report.note("written per create, one commit each", median(single), "KiB");
}

}  // namespace

void bench_floors(Report& report, const FloorOptions& options) {
    bench_sqlite_reads(report, options);
    if (options.postgres) bench_postgres_reads(report, options);
    bench_token(report, options);
    bench_group_commit(report, options);
}

}  // namespace cacao::bench
