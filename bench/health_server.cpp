// The smallest service there is: it answers every request with the health reply. Stands in for `cacao serve` where only the
// cost of HTTP itself is of interest. health_server HOST:PORT [IO_THREADS [ACCESS_LOG]]; with a log it also counts metrics.

#include "serve/access_log.hpp"
#include "serve/metrics.hpp"
#include "serve/server.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <vector>

namespace {

class Health : public cacao::api::Handler {
public:
    std::uint64_t body_limit(cacao::api::Verb, std::string_view) const override { return 1024; }
    void handle(const cacao::api::Request&, cacao::api::Respond respond) override {
        cacao::api::Answer answer;
        answer.body = R"({"data":{"estado":"ok"}})";
        answer.operation = "Health";
        respond(std::move(answer));
    }
};

}  // namespace

int main(int argc, char** argv) {
    sigset_t end;
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    sigaddset(&end, SIGINT);
    sigprocmask(SIG_BLOCK, &end, nullptr);

    Health health;
    cacao::serve::ServerSettings settings;
    settings.listen = argc > 1 ? argv[1] : "127.0.0.1:8080";
    if (argc > 2) settings.io_threads = std::atoi(argv[2]);
    cacao::serve::Metrics metrics;
    std::optional<cacao::serve::AccessLog> log;
    std::optional<cacao::serve::Observers> observers;
    if (argc > 3) observers.emplace(std::vector<cacao::serve::Observer*>{&metrics, &log.emplace(argv[3])});
    cacao::serve::Server server{settings, health, observers ? &*observers : nullptr};
    server.start();
    fmt::print("{}\n", server.port());
    std::fflush(stdout);
    int signal = 0;
    sigwait(&end, &signal);
    server.drain(std::chrono::seconds{5});
    server.stop();
}
