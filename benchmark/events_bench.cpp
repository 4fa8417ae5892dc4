#include "events_bench.hpp"

#include "client.hpp"
#include "load.hpp"
#include "process.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

namespace cacao::bench {
namespace {

using Clock = std::chrono::steady_clock;

int local_socket(std::uint16_t port) {
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(port);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (s < 0 || ::connect(s, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0)
        throw std::runtime_error("no connection to the service");
    return s;
}

// Takes every notice, over connections that stay.
class Receiver {
public:
    Receiver() {
        listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof where;
        if (::bind(listening_, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0 || ::listen(listening_, 64) != 0 ||
            ::getsockname(listening_, reinterpret_cast<sockaddr*>(&where), &length) != 0)
            throw std::runtime_error("nobody can receive here");
        port_ = ntohs(where.sin_port);
        accepting_ = std::thread{[this] { accept_all(); }};
    }
    ~Receiver() {
        ::shutdown(listening_, SHUT_RDWR);
        accepting_.join();
        {
            const std::lock_guard lock{mutex_};
            for (const int s : sockets_) ::shutdown(s, SHUT_RDWR);
        }
        for (auto& t : threads_) t.join();
        ::close(listening_);
    }
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;

    std::string url() const { return fmt::format("http://127.0.0.1:{}/", port_); }
    int taken() const { return taken_; }

private:
    void accept_all() {
        for (;;) {
            const int s = ::accept(listening_, nullptr, nullptr);
            if (s < 0) return;
            const std::lock_guard lock{mutex_};
            sockets_.push_back(s);
            threads_.emplace_back([this, s] { answer(s); });
        }
    }
    void answer(int s) {
        constexpr std::string_view ok = "HTTP/1.1 204 No Content\r\n\r\n";
        const int on = 1;
        ::setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        std::string input;
        std::vector<char> bytes(16 << 10);
        for (;;) {
            const ssize_t n = ::read(s, bytes.data(), bytes.size());
            if (n <= 0) break;
            input.append(bytes.data(), static_cast<std::size_t>(n));
            for (;;) {
                const auto head = input.find("\r\n\r\n");
                if (head == std::string::npos) break;
                const auto at = input.find("Content-Length: ");
                const auto body = at < head ? static_cast<std::size_t>(std::atoll(input.c_str() + at + 16)) : 0;
                if (input.size() < head + 4 + body) break;
                input.erase(0, head + 4 + body);
                ++taken_;
                if (::write(s, ok.data(), ok.size()) < 0) break;
            }
        }
        ::close(s);
    }

    int listening_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<int> taken_ = 0;
    std::mutex mutex_;
    std::vector<int> sockets_;
    std::vector<std::thread> threads_;
    std::thread accepting_;
};

struct Company {
    std::uint16_t port = 0;
    std::string token, customer, concept_;

    std::string done(const std::string& method, const std::string& target, const std::string& body = {}) const {
        const auto r = ask(port, method, target, token, body);
        if (r.status != 200) throw std::runtime_error(target + " was refused: " + r.body);
        return r.body;
    }
    void register_invoices(int many) const {
        const auto body = fmt::format(R"({{"clienteId":{},"partidas":[{{"conceptoId":{},"cantidad":1,"precioUnitario":100}}]}})",
                                      customer, concept_);
        Load load;
        load.port = port;
        load.connections = 8;
        load.requests = static_cast<std::uint64_t>(many);
        load.limit = std::chrono::minutes{5};
        load.request = fmt::format(
            "POST /api/FacturaVenta HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n"
            "Content-Length: {}\r\n\r\n{}",
            token, body.size(), body);
        if (run_load(load).errors > 0) throw std::runtime_error("invoices were refused");
    }
    std::string subscribe(const std::string& name, const std::string& url, const std::string& since) const {
        const auto consumer = field(done("GET", "/api/ConsumidoresApi"), "consumidorId");
        return field(done("POST", "/api/Suscripciones",
                          fmt::format(R"({{"consumidorId":{},"nombre":"{}","url":"{}","tipos":["FacturaVenta.*"],"desde":"{}"}})",
                                      consumer, name, url, since)),
                     "suscripcionId");
    }
};

Company open_company(std::uint16_t port, const std::filesystem::path& folder) {
    Company c{port, token_of_demo(port, folder), {}, {}};
    c.customer = field(c.done("POST", "/api/Contactos",
                              fmt::format(R"({{"codigo":"EVENTOS-{}","nombre":"Eventos","roles":["cliente"]}})", port)),
                       "entidadId");
    const auto concepts = c.done("GET", "/api/Conceptos?buscar=VENTA-SERV");
    const auto at = concepts.find("\"VENTA-SERV\"");
    const auto start = concepts.rfind("\"conceptoId\":", at);
    if (at == std::string::npos || start == std::string::npos) throw std::runtime_error("there is no concept to sell");
    c.concept_ = std::to_string(std::atoll(concepts.c_str() + start + 13));
    return c;
}

int threads_of(pid_t id) {
    std::ifstream status{fmt::format("/proc/{}/status", id)};
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("Threads:")) return std::atoi(line.c_str() + 8);
    return 0;
}

// Two copies of a company side by side, one of which has ten subscriptions. Delivering is left to other instances: what is left
// is what subscriptions cost a transaction.
void registering(Report& report, const EventsOptions& options, const std::filesystem::path& data) {
    struct Side {
        std::uint16_t port;
        Process process;
        Company company;
        double cpu = 0;
        Side(const std::string& binary, const std::filesystem::path& folder)
            : port(free_port()), process(serve_command(binary, folder, port, {"--webhooks-elsewhere"})) {
            process.wait_for_answer(port);
            company = open_company(port, folder);
        }
        double registers(int many) {
            const double before = process.cpu_seconds();
            company.register_invoices(many);
            return process.cpu_seconds() - before;
        }
    };
    const TemporaryFolder copy;
    std::filesystem::copy(data, copy.path(), std::filesystem::copy_options::recursive);
    Side without{options.binary, copy.path()};
    Side with{options.binary, data};
    for (int i = 0; i < 10; ++i) with.company.subscribe(fmt::format("Banco {}", i), "https://ejemplo.mx/", "ahora");
    without.registers(options.invoices);
    with.registers(options.invoices);
    // In turns, each first as often as the other: whatever else goes on here is in both.
    for (int i = 0; i < options.rounds; ++i)
        for (Side* side : i % 2 == 0 ? std::array{&without, &with} : std::array{&with, &without})
            side->cpu += side->registers(options.invoices);
    report.at_most("CPU of registering with ten subscriptions, against none", with.cpu / without.cpu, 1.03);
}

void delivering(Report& report, const EventsOptions& options, const std::filesystem::path& data) {
    const auto port = free_port();
    const Process process{
        serve_command(options.binary, data, port, {"--outgoing-networks", "127.0.0.1", "--outgoing-unencrypted"})};
    process.wait_for_answer(port);
    const auto c = open_company(port, data);
    const auto since = field(c.done("GET", "/api/Eventos?desde=ahora"), "hasta");
    c.register_invoices(options.notices);
    const Receiver receiver;
    const double cpu = process.cpu_seconds();
    c.subscribe("Receptor", receiver.url(), since);
    const auto until = Clock::now() + std::chrono::minutes{2};
    while (receiver.taken() == 0 && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds{1});
    const auto start = Clock::now();
    const int first = receiver.taken();
    while (receiver.taken() < options.notices && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds{1});
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (receiver.taken() < options.notices) throw std::runtime_error("notices were not delivered");
    report.at_least("notices delivered to one receiver", (options.notices - first) / seconds, 1000, "1/s");
    report.note("CPU of a notice", (process.cpu_seconds() - cpu) / options.notices * 1e6, "µs");
}

void waiting(Report& report, const EventsOptions& options, const std::filesystem::path& data) {
    const auto port = free_port();
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    // A quarter of the places is what one caller may have.
    const Process process{serve_command(options.binary, data, port,
                                        {"--event-readers", std::to_string(4 * options.readers), "--connections-per-address", "0",
                                         "--max-connections", std::to_string(2 * options.readers)})};
    process.wait_for_answer(port);
    const auto c = open_company(port, data);
    const auto request = [&](int wait) {
        return fmt::format(
            "GET /api/Eventos?desde=ahora&espera={} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n", wait,
            c.token);
    };
    // Once without waiting, so that what any request leaves behind is there before.
    std::vector<int> sockets;
    for (int i = 0; i < 50; ++i) c.done("GET", "/api/Eventos?desde=ahora");
    const auto before = process.memory().anonymous_bytes;
    const int threads = threads_of(process.id());
    for (int i = 0; i < options.readers; ++i) {
        const int s = local_socket(port);
        sockets.push_back(s);
        const auto text = request(30);
        if (::write(s, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            throw std::runtime_error("a reader was lost");
    }
    std::this_thread::sleep_for(std::chrono::seconds{2});
    const double held = static_cast<double>(process.memory().anonymous_bytes) - static_cast<double>(before);
    report.at_most(fmt::format("memory of {} waiting readers", options.readers), held / (1 << 20), 20, "MiB");
    report.at_most(fmt::format("threads that {} waiting readers add", options.readers), threads_of(process.id()) - threads, 0,
                   "");
    // All of them hear of what happens, and until when the last one did.
    const auto start = Clock::now();
    c.register_invoices(1);
    char byte{};
    for (const int s : sockets)
        if (::read(s, &byte, 1) != 1 || byte != 'H') throw std::runtime_error("a reader was not told");
    report.note("until all of them heard of an invoice", std::chrono::duration<double>(Clock::now() - start).count() * 1e3, "ms");
    for (const int s : sockets) ::close(s);
}

}  // namespace

void bench_events(Report& report, const EventsOptions& options) {
    const TemporaryFolder folder;
    const auto command = fmt::format("'{}' demo --data '{}' --contactos 100 --documents 0 --json --log-level warning >/dev/null",
                                     options.binary, folder.path().string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the company could not be made");
    registering(report, options, folder.path());
    delivering(report, options, folder.path());
    waiting(report, options, folder.path());
}

}  // namespace cacao::bench
