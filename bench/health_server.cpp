// The smallest service there is: it answers every request with the health reply. Stands in for `cacao serve` where only the
// cost of HTTP itself is of interest.

#include "serve/server.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>

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
    cacao::serve::Server server{settings, health};
    server.start();
    fmt::print("{}\n", server.port());
    std::fflush(stdout);
    int signal = 0;
    sigwait(&end, &signal);
    server.drain(std::chrono::seconds{5});
    server.stop();
}
