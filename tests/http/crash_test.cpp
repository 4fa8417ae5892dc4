// The service ends without warning, or is asked to end, while callers write. What it has answered is kept; what it has not can be
// repeated and happens once.

#include "http/service.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

constexpr int callers = 8;

int rounds() {
    const char* given = std::getenv("CACAO_TEST_CRASH_ROUNDS");
    return given == nullptr ? 3 : std::atoi(given);
}

// Creates that were sent, and what became of them.
struct Load {
    std::mutex mutex;
    std::set<std::string> sent, answered;
    std::atomic<int> successes = 0;
    std::atomic<int> ended = 0;  // callers that gave up

    std::set<std::string> open() {
        std::set<std::string> list;
        std::ranges::set_difference(sent, answered, std::inserter(list, list.end()));
        return list;
    }
};

class CrashTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};

    static std::string contact(const std::string& codigo) {
        return fmt::format(
            R"({{"codigo":"{0}","nombre":"Contacto {0}","roles":["cliente"],"contactosAdicionales":[{{"nombre":"Ana","principal":true}}]}})",
            codigo);
    }
    Headers keyed(const std::string& codigo) { return service.authorized("admin", {{"Idempotency-Key", codigo}}); }

    // Writes until the service no longer answers or `limit` is reached; every answer is checked.
    void write(Load& load, const std::string& prefix, int limit) {
        const std::shared_ptr<void> on_the_way_out{nullptr, [&](void*) { ++load.ended; }};
        try {
            Client client{service.port()};
            for (int i = 0; i < limit; ++i) {
                const auto codigo = fmt::format("{}-{}", prefix, i);
                {
                    const std::lock_guard lock{load.mutex};
                    load.sent.insert(codigo);
                }
                if (!client.send("POST", "/api/Contactos", keyed(codigo), contact(codigo))) return;
                const auto answer = client.read();
                if (answer.status == 0 || answer.status == 503) return;
                EXPECT_EQ(answer.status, 200) << answer.body;
                const std::lock_guard lock{load.mutex};
                load.answered.insert(codigo);
                ++load.successes;
                if (answer.header("Connection") == "close") return;
            }
        } catch (const std::runtime_error&) {
            // Killed before this caller had connected.
        }
    }
    void expect_all_there_once(const Load& load) {
        for (const auto& codigo : load.sent)
            EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos?codigo=" + codigo).at("/totalRegistros"), "1") << codigo;
        EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos").at("/totalRegistros"), std::to_string(load.sent.size()));
    }
    void expect_verified() {
        const auto verified = service.installation().run({"verify"});
        EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
        EXPECT_NE(verified.out.find("0 differences"), std::string::npos) << verified.out;
    }
};
CACAO_EN_AMBOS_MOTORES(CrashTest);

TEST_P(CrashTest, KilledUnderLoadItLosesNothingThatItAnswered) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random{seed};
    Load load;
    for (int round = 0; round < rounds(); ++round) {
        // The moment is a count of answers, not a time, so that every machine kills under load.
        load.ended = 0;
        const auto prefix = fmt::format("R{}C", round);
        const int until = load.successes + 1 + static_cast<int>(random() % 150);
        {
            std::vector<std::jthread> threads;
            for (int c = 0; c < callers; ++c) threads.emplace_back([&, c] { write(load, prefix + std::to_string(c), 200); });
            while (load.successes < until && load.ended < callers) std::this_thread::yield();
            service.kill();
        }
        service.start();
        // Those of this round; the earlier ones were looked at in theirs, and all of them are at the end.
        for (const auto& codigo : load.answered) {
            if (!codigo.starts_with(prefix)) continue;
            ASSERT_EQ(service.ask("admin", "GET", "/api/Contactos?codigo=" + codigo).at("/totalRegistros"), "1")
                << codigo << " was answered and is lost";
        }
        for (const auto& codigo : load.open()) {
            const auto answer = service.ask("admin", "POST", "/api/Contactos", contact(codigo), {{"Idempotency-Key", codigo}});
            ASSERT_EQ(answer.status, 200) << codigo << ' ' << answer.body;
            load.answered.insert(codigo);
        }
    }
    expect_all_there_once(load);
    EXPECT_EQ(service.stop(), 0);
    expect_verified();
}

TEST_P(CrashTest, AskedToEndItAnswersWhatItAccepted) {
    Load load;
    {
        std::vector<std::jthread> threads;
        for (int c = 0; c < callers; ++c) threads.emplace_back([&, c] { write(load, fmt::format("D{}", c), 100'000); });
        while (load.successes < 100 && load.ended < callers) std::this_thread::yield();
        service.process().signal(SIGTERM);
    }
    EXPECT_EQ(service.process().wait(), 0) << service.process().err();
    service.start();
    // An unanswered request was not carried out behind the caller's back.
    for (const auto& codigo : load.sent)
        EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos?codigo=" + codigo).at("/totalRegistros"),
                  load.answered.contains(codigo) ? "1" : "0")
            << codigo;
    EXPECT_EQ(service.stop(), 0);
    expect_verified();
}

}  // namespace
}  // namespace cacao::test
