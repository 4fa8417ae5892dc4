#include "hostile_bench.hpp"

#include "base/turns.hpp"
#include "client.hpp"
#include "db/engines.hpp"
#include "db/migrations.hpp"
#include "load.hpp"
#include "process.hpp"
#include "support/postgres.hpp"
#include "trading_company.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cacao::bench {
namespace {

using namespace std::chrono_literals;

// A socket that gives up after a moment, so that every attack ends.
class Caller {
public:
    explicit Caller(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const timeval patience{0, 200'000};
        ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        alive_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    ~Caller() { ::close(fd_); }
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;

    bool alive() const { return alive_; }
    // As much as the other side takes, in pieces: within one call of megabytes the system does not let others have the core.
    void send(std::string_view bytes) {
        constexpr std::size_t piece = 16 * 1024;
        while (alive_ && !bytes.empty()) {
            const ssize_t n = ::send(fd_, bytes.data(), std::min(bytes.size(), piece), MSG_NOSIGNAL);
            if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
            if (n <= 0) alive_ = false;
            else bytes.remove_prefix(static_cast<std::size_t>(n));
        }
    }
    // So many bytes at the most; false once the other side is gone.
    bool receive(std::size_t most) {
        std::string bytes(std::min<std::size_t>(most, 64 * 1024), '\0');
        const ssize_t n = ::recv(fd_, bytes.data(), bytes.size(), 0);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK)) alive_ = false;
        return alive_;
    }

private:
    int fd_;
    bool alive_ = false;
};

using Stop = const std::atomic<bool>&;

struct Attack {
    std::string name;
    std::vector<std::string> callers;  // what each of them sends
    std::function<void(std::uint16_t port, std::string_view bytes, Stop stop)> work;
};

// Sends and reads nothing, again whenever it is cut off.
void without_reading(std::uint16_t port, std::string_view bytes, Stop stop) {
    while (!stop) {
        Caller caller{port};
        caller.send(bytes);
        while (!stop && caller.alive()) {
            std::this_thread::sleep_for(100ms);
            caller.send("x");
        }
        std::this_thread::sleep_for(20ms);
    }
}
// Sends and reads whatever comes, so many bytes at a time with a pause between them.
void reading(std::uint16_t port, std::string_view bytes, Stop stop, std::size_t at_once = 64 * 1024,
             std::chrono::milliseconds pause = 0ms) {
    while (!stop) {
        Caller caller{port};
        caller.send(bytes);
        while (!stop && caller.receive(at_once))
            if (pause > 0ms) std::this_thread::sleep_for(pause);
        std::this_thread::sleep_for(5ms);
    }
}
void reading_all(std::uint16_t port, std::string_view bytes, Stop stop) { reading(port, bytes, stop); }
void reading_slowly(std::uint16_t port, std::string_view bytes, Stop stop) { reading(port, bytes, stop, 512, 100ms); }

std::string request(std::string_view line, std::string_view token, std::string_view more = {}, std::string_view body = {}) {
    std::string out = fmt::format("{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{}", line, more);
    if (!token.empty()) out += fmt::format("Authorization: Bearer {}\r\n", token);
    if (!body.empty()) out += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n", body.size());
    return out.append("\r\n").append(body);
}

std::string unknown_fields() {
    std::string body = "{";
    while (body.size() < 10'000'000) body += R"("":0,)";
    body.back() = '}';
    return body;
}

// An addenda whose template repeats one long value: a small request for a large text.
std::string make_addenda(std::uint16_t port, const std::string& token) {
    std::string plantilla = "<a>";
    while (plantilla.size() < 60'000) plantilla += "{{v}}";
    const auto made = ask(port, "POST", "/api/Addendas", token,
                          fmt::format(R"({{"codigo":"GRANDE","nombre":"Grande","campos":[{{"nombre":"v","longitud":4000}}],)"
                                      R"("plantilla":"{}</a>"}})",
                                      plantilla));
    return field(made.body, "addendaId");
}
std::string addenda_request(const std::string& addendaId, const std::string& token) {
    return request(fmt::format("POST /api/Addendas/{}/Prueba", addendaId), token, {},
                   fmt::format(R"({{"valores":[{{"nombre":"v","valor":"{}"}}],"partidas":[]}})", std::string(4000, 'v')));
}

// Kits of kits, each of all those below it. The service may refuse to make them so deep; the last that it makes is sold.
std::string make_kit(std::uint16_t port, const std::string& token, const TradingCompany& company) {
    std::vector<std::string> below;
    for (std::size_t i = 0; i < 9; ++i) below.push_back(std::to_string(company.productos[i]));
    std::string last = below.front();
    for (int level = 0; level < 8; ++level) {
        std::string parts;
        for (const auto& id : below) parts += fmt::format(R"({}{{"productoId":{},"cantidad":1}})", parts.empty() ? "" : ",", id);
        std::vector<std::string> made;
        for (int i = 0; i < 9; ++i) {
            const auto reply =
                ask(port, "POST", "/api/Productos", token,
                    fmt::format(R"({{"codigo":"K{0}-{1}","nombre":"Kit {0} {1}","tipo":"kit","claveProdServ":"50161813",)"
                                R"("unidadMedidaId":{2},"componentes":[{3}]}})",
                                level, i, company.organizacion.sembrado.unidadMedidaId, parts));
            if (reply.status != 200) break;
            made.push_back(field(reply.body, "productoId"));
        }
        if (made.size() < 9) break;
        last = made.front();
        below = std::move(made);
    }
    return last;
}
std::string kit_request(const std::string& productoId, const std::string& token, const TradingCompany& company) {
    return request("POST /api/FacturaVenta?simular=true", token, {},
                   fmt::format(R"({{"clienteId":{},"partidas":[{{"productoId":{},"cantidad":1,"precioUnitario":10}}]}})",
                               company.clientes.front(), productoId));
}

// An invoice of ten megabytes, and the question for it eight times over one connection.
std::string make_large_record(std::uint16_t port, const std::string& token, const TradingCompany& company) {
    std::string description;
    for (int i = 0; i < 1000; ++i) description += "🍫";
    std::string body = fmt::format(R"({{"clienteId":{},"partidas":[)", company.clientes.front());
    for (int i = 0; i < 2300; ++i)
        body += fmt::format(R"({}{{"productoId":{},"descripcion":"{}","cantidad":1,"precioUnitario":1}})", i == 0 ? "" : ",",
                            company.productos.front(), description);
    return field(ask(port, "POST", "/api/FacturaVenta", token, body + "]}").body, "transaccionId");
}
std::string large_record_requests(const std::string& transaccionId, const std::string& token) {
    std::string out;
    for (int i = 0; i < 8; ++i)
        out += fmt::format("GET /api/FacturaVenta/{} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
                           transaccionId, token);
    return out;
}

std::string invoice_request(const std::string& token, const TradingCompany& company, std::uint64_t number) {
    const auto body = invoice_body(company, number);
    return fmt::format(
        "POST /api/FacturaVenta HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
        "Idempotency-Key: h{}\r\nContent-Length: {}\r\n\r\n{}",
        token, number, body.size(), body);
}

// Attackers are elsewhere; these share the machine with what they attack, and must not be measured by the cores that they take
// from it. They run when nobody else wants to.
void give_way() {
    const sched_param none{};
    sched_setscheduler(0, SCHED_IDLE, &none);
}

// So are those who behave: how long one of them waits for a core is no time of the service's.
void come_first() {
    setpriority(PRIO_PROCESS, 0, -10);  // as far as whoever runs this may
    ask_for_short_turns();
}

struct Latencies {
    double livez = 0, read = 0, write = 0;
    std::uint64_t errors = 0;
};

// Each on its own connection, one request after the other, all three at once.
Latencies behave(std::uint16_t port, const std::string& reader, const std::string& writer, const TradingCompany& company,
                 std::chrono::milliseconds time, std::uint64_t& number) {
    Load livez, read, write;
    for (Load* load : {&livez, &read, &write}) {
        load->port = port;
        load->connections = 1;
        load->requests = 1'000'000;
        load->limit = time;
    }
    // Below what one consumer may ask for in a minute.
    livez.pause = 2ms;
    read.pause = 12ms;
    write.pause = 12ms;
    livez.request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    read.request = fmt::format("GET /api/Contactos/{} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
                               company.clientes.front(), reader);
    write.generate = [&](std::string& out, std::uint64_t) { out += invoice_request(writer, company, number++); };
    LoadResult livez_result, read_result, write_result;
    const auto run = [](const Load& load, LoadResult& result) {
        return std::jthread{[&] {
            come_first();
            result = run_load(load);
        }};
    };
    {
        const auto a = run(livez, livez_result);
        const auto b = run(read, read_result);
        const auto c = run(write, write_result);
    }
    return {livez_result.p99_us, read_result.p99_us, write_result.p99_us,
            livez_result.errors + read_result.errors + write_result.errors};
}

struct Watched {
    Latencies latencies;
    double mebibytes = 0;  // the most that it held
};

Watched under(const Process& service, std::uint16_t port, const Attack* attack, const std::function<Latencies()>& work) {
    std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> most = service.memory().anonymous_bytes;
    Watched watched;
    {
        std::vector<std::jthread> threads;
        threads.emplace_back([&] {
            give_way();
            while (!stop) {
                most = std::max<std::uint64_t>(most, service.memory().anonymous_bytes);
                std::this_thread::sleep_for(10ms);
            }
        });
        if (attack != nullptr)
            for (const std::string& bytes : attack->callers)
                threads.emplace_back([&] {
                    give_way();
                    attack->work(port, bytes, stop);
                });
        if (attack != nullptr) std::this_thread::sleep_for(1s);  // so that all of them are there
        watched.latencies = work();
        stop = true;
    }
    watched.mebibytes = static_cast<double>(most) / (1 << 20);
    return watched;
}

// One window is at the mercy of whatever else the machine does in it.
constexpr int rounds = 3;
double median_of(const std::vector<Watched>& windows, double Latencies::*of) {
    std::vector<double> values;
    for (const Watched& w : windows) values.push_back(w.latencies.*of);
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// What reports read.
void fill(std::uint16_t port, const std::string& token, const TradingCompany& company, int invoices, std::uint64_t& number) {
    Load load;
    load.port = port;
    load.connections = 16;
    load.requests = static_cast<std::uint64_t>(invoices);
    load.limit = 120s;
    load.generate = [&](std::string& out, std::uint64_t) { out += invoice_request(token, company, number++); };
    run_load(load);
}

// Consumers of the company, each with a limit of its own.
struct Consumers {
    std::string reader, writer;
    std::vector<std::string> attackers;
};

Consumers make_consumers(db::Database& database, const TradingCompany& company) {
    const auto key = [&](std::string name) {
        return alta::crear_consumidor(database, company.organizacion.organizacionId, name, "tienda",
                                      {company.organizacion.rolAdministradorId}, {"*"}, Instante::ahora())
            .apiKey;
    };
    Consumers made{key("Lee"), key("Escribe"), {}};
    for (int i = 0; i < 16; ++i) made.attackers.push_back(key(fmt::format("Ataca {}", i)));
    return made;
}

void bench_one(Report& report, std::string_view engine, const HostileOptions& options, const TradingCompany& company,
               const Consumers& consumers, const std::filesystem::path& data, const std::vector<std::string>& storage) {
    std::uint64_t number = 0;
    {
        const auto port = free_port();
        const Process service{serve_command(options.binary, data, port, storage)};
        service.wait_for_answer(port);
        fill(port, token_for_key(port, company.apiKey), company, options.invoices, number);
    }
    const auto port = free_port();
    // As it comes: the limits are what is measured.
    std::vector<std::string> command{
        options.binary, "serve", "--data", data.string(), "--listen", "127.0.0.1:" + std::to_string(port), "--access-log", "off"};
    command.insert(command.end(), storage.begin(), storage.end());
    const Process service{command};
    service.wait_for_answer(port);
    const auto reader = token_for_key(port, consumers.reader);
    const auto writer = token_for_key(port, consumers.writer);
    std::vector<std::string> tokens;
    for (const auto& key : consumers.attackers) tokens.push_back(token_for_key(port, key));
    const auto each = [&](std::size_t callers, const std::function<std::string(const std::string& token)>& what) {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < callers; ++i) out.push_back(what(tokens[i]));
        return out;
    };
    const auto pdf = [](const std::string& token) {
        return request("GET /api/Cartera/AntiguedadSaldos", token, "Accept: application/pdf\r\n");
    };
    const auto csv = [](const std::string& token) {
        return request("GET /api/Cartera/AntiguedadSaldos?registrosPorPagina=100", token, "Accept: text/csv\r\n");
    };
    const std::string addenda = make_addenda(port, tokens.front());
    const std::string kit = make_kit(port, tokens.front(), company);
    const std::string large = make_large_record(port, tokens.front(), company);
    std::string pages;
    for (int i = 0; i < 100; ++i) pages += "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n";
    const std::string unfinished =
        "POST /api/FacturaVenta HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
        "10485760\r\n\r\n" +
        std::string(9 << 20, ' ');
    const auto login =
        request("POST /api/Seguridad/Autenticacion", {}, {}, fmt::format(R"({{"apiKey":"{}"}})", consumers.attackers.front()));
    const std::vector<Attack> attacks{
        {"unknown fields by the million, unread",
         std::vector<std::string>(10, request("POST /api/Seguridad/Autenticacion", {}, {}, unknown_fields())), without_reading},
        {"unfinished bodies without a token", std::vector<std::string>(60, unfinished), without_reading},
        {"openapi.json, pipelined and compressed", std::vector<std::string>(4, pages), reading_all},
        {"PDF reports", each(16, pdf), reading_all},
        {"exports read slowly", each(16, csv), reading_slowly},
        {"addendas that grow", each(4, [&](const std::string& token) { return addenda_request(addenda, token); }), reading_all},
        {"kits of kits", each(4, [&](const std::string& token) { return kit_request(kit, token, company); }), reading_all},
        {"a large record, pipelined and unread", std::vector<std::string>(60, large_record_requests(large, tokens.front())),
         without_reading},
        {"logins with one key", std::vector<std::string>(8, login), reading_all},
    };
    const auto window = std::chrono::milliseconds{options.seconds * 1000};
    const auto work = [&] { return behave(port, reader, writer, company, window, number); };
    under(service, port, nullptr, work);  // warm
    const Latencies alone = under(service, port, nullptr, work).latencies;
    report.note(fmt::format("/livez with nobody attacking, p99, {}", engine), alone.livez, "us");
    report.note(fmt::format("a point read with nobody attacking, p99, {}", engine), alone.read, "us");
    report.note(fmt::format("a registration with nobody attacking, p99, {}", engine), alone.write, "us");
    for (const Attack& attack : attacks) {
        std::vector<Watched> calms, hards;
        for (int round = 0; round < rounds; ++round) {
            calms.push_back(under(service, port, nullptr, work));
            hards.push_back(under(service, port, &attack, work));
        }
        const auto times = [&](std::string_view what, double Latencies::*of) {
            report.at_most(fmt::format("{}: p99 of {}, {}", attack.name, what, engine), median_of(hards, of) / median_of(calms, of),
                           5);
        };
        times("/livez", &Latencies::livez);
        times("a point read", &Latencies::read);
        times("a registration", &Latencies::write);
        double above = 0;
        std::uint64_t errors = 0;
        for (std::size_t i = 0; i < hards.size(); ++i) {
            above = std::max(above, hards[i].mebibytes - calms[i].mebibytes);
            errors += hards[i].latencies.errors;
        }
        report.at_most(fmt::format("{}: memory above idle, {}", attack.name, engine), above, 150, "MiB");
        report.at_most(fmt::format("{}: errors of those who behave, {}", attack.name, engine), static_cast<double>(errors), 0, "");
    }
}

}  // namespace

void bench_hostile(Report& report, const HostileOptions& options) {
    constexpr int clientes = 200, productos = 500;
    {
        const TemporaryFolder folder;
        const auto file = "sqlite:" + (folder.path() / "cacao.db").string();
        TradingCompany company;
        Consumers consumers;
        {
            db::migrate(file);
            const auto database = db::open({.url = file});
            company = make_trading_company(*database, clientes, productos);
            consumers = make_consumers(*database, company);
        }
        bench_one(report, "SQLite", options, company, consumers, folder.path(), {});
    }
    auto& server = test::Postgres::instance();
    const auto name = server.create_database();
    TradingCompany company;
    Consumers consumers;
    {
        const auto database = db::open({.url = server.service_url(name)});
        company = make_trading_company(*database, clientes, productos);
        consumers = make_consumers(*database, company);
    }
    const TemporaryFolder data;
    bench_one(report, "PostgreSQL", options, company, consumers, data.path(), {"--db", server.service_url(name)});
}

}  // namespace cacao::bench
