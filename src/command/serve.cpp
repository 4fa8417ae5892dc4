#include "api/organizacion.hpp"
#include "api/problema.hpp"
#include "api/trabajos.hpp"
#include "base/paso.hpp"
#include "command/commands.hpp"
#include "command/demo_company.hpp"
#include "command/installation.hpp"
#include "rooms/eventos/repartidor.hpp"
#include "rooms/seguridad/instalacion.hpp"
#include "serve/access_log.hpp"
#include "serve/console.hpp"
#include "serve/docs.hpp"
#include "serve/mcp.hpp"
#include "serve/metrics.hpp"
#include "serve/notice_metrics.hpp"
#include "serve/server.hpp"
#include "serve/work_metrics.hpp"

#include <spdlog/spdlog.h>

#include <fmt/format.h>

#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iterator>
#include <thread>

namespace cacao::command {
namespace {

constexpr std::chrono::seconds drain_time{28};
constexpr std::chrono::seconds farewell_time{2};
constexpr std::chrono::hours hour{1};
constexpr std::uint64_t room_for_a_head = 64U << 10U;

std::uint64_t largest_body(const Config& config) {
    return std::max(static_cast<std::uint64_t>(config.body_limit), api::cuerpo_de_archivos());
}

// Room for two of the largest bodies, so that what is allowed can come.
std::uint64_t bytes_in_flight(const Config& config) {
    return std::max(static_cast<std::uint64_t>(config.bytes_in_flight), 2 * largest_body(config));
}

serve::ServerSettings server_settings(const Config& config, const api::SpoolFolder& temporary_folder) {
    serve::ServerSettings s;
    s.listen = config.listen.text();
    s.io_threads = config.io_threads > 0 ? static_cast<int>(config.io_threads)
                                         : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    s.max_connections = static_cast<std::size_t>(config.max_connections);
    s.connections_per_address = static_cast<std::size_t>(config.connections_per_address);
    s.bytes_in_flight = bytes_in_flight(config);
    s.largest_body = largest_body(config) + room_for_a_head;
    s.temporary_folder = temporary_folder;
    s.header_timeout = config.header_timeout;
    s.body_timeout = config.body_timeout;
    s.minimum_rate = static_cast<std::uint64_t>(config.minimum_rate);
    s.idle_timeout = config.idle_timeout;
    s.tls_certificate = config.tls_certificate;
    s.tls_key = config.tls_key;
    s.trusted_proxies = config.trusted_proxies;
    s.cors_origins = config.cors_origins;
    return s;
}

std::string address_of_mcp(const Config& config) { return config.mcp == "off" ? "" : public_url(config) + "/mcp"; }

serve::McpSettings mcp_settings(const Config& config) {
    serve::McpSettings s;
    s.access = config.mcp == "off"         ? serve::mcp::Access::off
               : config.mcp == "escritura" ? serve::mcp::Access::writes
                                           : serve::mcp::Access::reads;
    s.public_url = public_url(config);
    s.origins = config.cors_origins;
    // A page of the service itself; behind a path its origin is what stands before that.
    s.origins.push_back(s.public_url.substr(0, s.public_url.find('/', s.public_url.find("//") + 2)));
    s.version = version;
    s.body_limit = std::min(s.body_limit, static_cast<std::uint64_t>(config.body_limit));
    return s;
}

// Every connection is an open file, and so is what stands behind it. Where the system does not allow as many as were promised,
// the promise is broken now, in words, and not later by callers who are not let in.
void raise_open_files(const Config& config) {
    constexpr rlim_t others = 256;
    constexpr rlim_t files_per_reader = 8;  // of its lanes: file, log and index of each
    const rlim_t needed =
        static_cast<rlim_t>(config.max_connections) + static_cast<rlim_t>(config.connections) * files_per_reader + others;
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return;
    limit.rlim_cur = std::min(needed, limit.rlim_max);
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == needed) return;
    getrlimit(RLIMIT_NOFILE, &limit);
    spdlog::warn(
        "only {} files may be open at once, and max-connections ({}) asks for {}: raise the limit of the system (ulimit -n, "
        "LimitNOFILE) or lower max-connections",
        limit.rlim_cur, config.max_connections, needed);
}

// Signals are taken by this thread alone: every other one is started with them blocked.
sigset_t blocked_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int s : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set, s);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return set;
}

// A link with which a company is founded in the browser, while there is none but one that is there to be tried. What stands
// behind the # is never sent to anybody.
std::string code_to_found(db::Database& database, const std::optional<DemoCredentials>& demo) {
    if (alta::hay_empresas(database)) return {};
    std::optional<alta::Lugar> tried;
    if (demo) tried = alta::buscar_usuario(database, demo->usuario);
    std::string code;
    database.write_now(0, [&](db::Writer& tx) { code = nuevo_codigo_de_instalacion(tx, tried, Instante::ahora()); });
    return code;
}

void greet(const Config& config, const std::string& address, const std::optional<DemoCredentials>& demo,
           const std::string& code) {
    fmt::print("cacao {} serves {}\n", version, address);
    fmt::print("  console        {}/consola/\n  documentation  {}/docs\n", address, address);
    if (!code.empty()) fmt::print("  found your company (once)\n                 {}/consola/instalar#{}\n", address, code);
    if (demo) {
        fmt::print("  demo company   user {}   password {}\n  API key        {}\n  (kept in {}/demo.json)\n\n  Try it:\n\n",
                   demo->usuario, demo->password, demo->apiKey, config.data);
        fmt::print(
            "curl -s {0}/api/Contactos?registrosPorPagina=2 -H \"Authorization: Bearer $(curl -s {0}/api/Seguridad/Autenticacion "
            "-H 'Content-Type: application/json' -d '{{\"apiKey\":\"{1}\"}}' | sed "
            "'s/.*\"accessToken\":\"\\([^\"]*\\)\".*/\\1/')\"\n\n",
            address, demo->apiKey);
    }
    std::fflush(stdout);
}

// What requests and answers took is given back to the system once enough of it has come together: the allocator would keep it.
class Memory {
public:
    void look(std::uint64_t given_back) {
        if (given_back - seen_ < worth_it) return;
        seen_ = given_back;
        malloc_trim(0);
    }

private:
    static constexpr std::uint64_t worth_it = 16U << 20U;
    std::uint64_t seen_ = 0;
};

// Contents that somebody began to bring and no document names.
void collect_files(db::Database& database, api::Almacen& almacen, const Reloj& reloj) {
    for (const auto organizacionId : organizaciones(database))
        if (const auto gone = api::recolectar_contenidos(database, organizacionId, reloj.ahora()); gone > 0)
            spdlog::info("{} contents of files that nobody names were taken away", gone);
    almacen.ordenar();
}

// Waits for the end, doing what other signals ask meanwhile.
void wait_for_end(const sigset_t& signals, serve::Server& server, const api::Dispatcher& dispatcher, serve::AccessLog* log,
                  const std::function<void()>& hourly) {
    using Clock = std::chrono::steady_clock;
    const timespec tick{2, 0};
    Memory memory;
    auto hourly_due = Clock::now() + hour;
    for (;;) {
        const int signal = sigtimedwait(&signals, nullptr, &tick);
        if (signal == SIGTERM || signal == SIGINT) return;
        memory.look(server.given_back() + dispatcher.given_back());
        try {
            if (signal == SIGHUP) {
                server.reload_tls();
                if (log != nullptr) log->reopen();
                spdlog::info("certificate and log file read again");
            } else if (Clock::now() >= hourly_due) {
                hourly_due = Clock::now() + hour;
                hourly();
            }
        } catch (const std::exception& e) {
            spdlog::error("{}", e.what());
        }
    }
}

}  // namespace

int serve(const Config& config, const ServeOptions& options) {
    const auto signals = blocked_signals();
    // For tests alone: the step at which this process ends as if killed.
    if (const char* step = std::getenv("CACAO_TEST_END_AT"); step != nullptr && !config.production) Pasos::vigilar(step);
    spdlog::set_level(spdlog::level::from_str(config.log_level));
    // Large buffers come from the system and go back to it at once, however many there were.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    // Naming the one leaves the other at 128 KiB: every answer of some hundred would give its pages back, to ask for them again.
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
    raise_open_files(config);
    std::optional<DemoCredentials> demo;
    if (options.demo) demo = ensure_demo(config);

    const Reloj reloj;
    const auto database = open_for_service(config);
    const auto key = master_key(config);
    api::Operations operations;
    Seguridad seguridad{*database, key, operations, reloj, config.issuer, {}, outgoing(config), address_of_mcp(config)};
    api::set_cursor_seal(&seguridad.cursores());
    const Files files{config, &seguridad.enlaces()};
    const auto validador = validator_of(config);
    const auto issuer = issuer_of(config, seguridad.llaves_de_sello(), validador);
    const auto neighbours = std::make_shared<const eventos::Vecinos>(neighbours_of_subscriptions(config, operations, seguridad));
    const api::SpoolFolder temporary_folder{config.data, static_cast<std::uint64_t>(config.temporary_files)};
    register_rooms(operations, seguridad, validador, issuer, !config.mail_server.empty(), neighbours, temporary_folder);
    const std::string code = code_to_found(*database, demo ? demo : read_demo_file(config));
    const auto printer = printer_of_rooms();

    api::Dispatcher dispatcher{operations,
                               *database,
                               seguridad.autenticador(),
                               reloj,
                               {.body_limit = static_cast<std::uint64_t>(config.body_limit),
                                .requests_per_minute = config.rate_limit,
                                .workers = static_cast<int>(config.connections),
                                // 500 devices of one consumer send at once what they did on the road.
                                .prepared = {.most = 1024, .of_one = 600},
                                .reports = reports_at_once(config),
                                .report_queue = static_cast<std::size_t>(config.report_queue),
                                .decoded_bytes = bytes_in_flight(config),
                                .read_limit = config.read_timeout,
                                .temporary_folder = temporary_folder,
                                .kept_answers = static_cast<std::uint64_t>(config.kept_answers),
                                .waiting_readers = static_cast<std::size_t>(config.event_readers),
                                .cabezas = &seguridad.bitacora(),
                                .impresor = printer.get()}};
    serve::register_docs(dispatcher, operations, {std::string{version}, config.production, config.docs_url});
    serve::register_probes(dispatcher);
    dispatcher.page("/.well-known/jwks.json", [&](const api::Request&) {
        api::Answer a;
        a.body = seguridad.jwks();
        a.headers.emplace_back("Cache-Control", "max-age=300");
        return a;
    });

    dispatcher.page_each_time("/.well-known/oauth-protected-resource/mcp", [&](const api::Request& request) {
        const auto told = seguridad.recurso_protegido();
        if (!told)
            return api::problem(Codigo::ruta_inexistente, api::language_of(request.header("Accept-Language")), request.trace_id);
        api::Answer a;
        a.body = *told;
        a.headers.emplace_back("Cache-Control", "max-age=60");
        return a;
    });
    serve::McpHandler handler{dispatcher, operations, reloj, seguridad.confirmaciones(), mcp_settings(config)};

    serve::Metrics metrics;
    serve::WorkMetrics work_metrics{metrics.registry()};
    const red::Cliente cliente{outgoing(config)};
    auto work = work_of_rooms(config, cliente, operations, *printer, issuer, validador, seguridad.llaves_de_efirma());
    if (options.more_work != nullptr) std::ranges::move(options.more_work(config, cliente), std::back_inserter(work));
    api::Trabajadores trabajadores{*database,
                                   reloj,
                                   std::move(work),
                                   static_cast<int>(config.work_threads),
                                   [&](std::int64_t organizacionId) { dispatcher.wrote(organizacionId); },
                                   &work_metrics};
    serve::NoticeMetrics notice_metrics{metrics.registry(), [&] { return dispatcher.waiting(); }};
    eventos::Repartidor repartidor{*database,
                                   reloj,
                                   operations,
                                   {.vecinos = *neighbours,
                                    .escribio = [&](std::int64_t organizacionId) { dispatcher.wrote(organizacionId); },
                                    .contador = &notice_metrics,
                                    .reparte = !config.webhooks_elsewhere}};
    dispatcher.on_events([&](std::int64_t organizacionId) { repartidor.paso_algo(organizacionId); });
    dispatcher.on_work([&](std::int64_t organizacionId) { trabajadores.encargado(organizacionId); });
    std::unique_ptr<serve::AccessLog> log;
    std::vector<serve::Observer*> list{&metrics};
    if (config.access_log != "off") {
        log = std::make_unique<serve::AccessLog>(config.access_log == "on" ? "-" : config.access_log);
        list.push_back(log.get());
    }
    serve::Observers observers{list};
    serve::MetricsHandler metrics_handler{metrics};
    std::unique_ptr<serve::Server> metrics_server;
    if (config.metrics_listen) {
        metrics_server =
            std::make_unique<serve::Server>(serve::ServerSettings{.listen = config.metrics_listen->text()}, metrics_handler);
        metrics_server->start();
    }
    const bool secure =
        !config.tls_certificate.empty() || config.issuer.starts_with("https://") || config.public_url.starts_with("https://");
    serve::Console console{dispatcher, handler, secure};
    serve::Server server{server_settings(config, temporary_folder), console, &observers};
    server.start();
    Address shown = config.listen;
    shown.port = server.port();
    greet(config, (config.tls_certificate.empty() ? "http://" : "https://") + shown.text(), demo, code);

    wait_for_end(signals, server, dispatcher, log.get(), [&] {
        seguridad.refresh();
        collect_files(*database, files.almacen(), reloj);
    });
    // No work is begun and what waits for others is given back; what was accepted is answered, what still waits for a thread then
    // is told so, then the queue of writes is emptied, then everything goes.
    spdlog::info("draining");
    trabajadores.close();
    repartidor.cerrar();
    dispatcher.end_waits();
    const bool answered = server.drain(drain_time);
    dispatcher.drain();
    if (!answered) server.drain(farewell_time);
    server.stop();
    trabajadores.join();
    repartidor.acabar();
    dispatcher.on_events({});
    database->drain();
    return 0;
}

}  // namespace cacao::command
