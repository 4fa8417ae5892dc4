// The service ends as if killed at every step of work outside of requests (api/trabajos.hpp), alone and beside another instance.
// Nothing is lost; inside the database each work counts once, and a neighbour that is asked counts exactly what it was asked more
// than once. With CACAO_TEST_CRASH_ROUNDS more often.

#include "api/sesion.hpp"
#include "api/trabajos.hpp"
#include "db/rows.hpp"
#include "http/service.hpp"
#include "support/servidor.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

namespace cacao::test {
namespace {

// Counts who asks for what. What begins with "lento" gets no answer.
class Neighbour {
public:
    std::string address() const { return server_.url(""); }
    int asked() const { return static_cast<int>(server_.pedidos().size()); }
    std::map<std::string, int> by_key() const {
        std::map<std::string, int> asked;
        for (const Pedido& p : server_.pedidos()) ++asked[p.ruta.substr(1)];
        return asked;
    }
    // False when nobody asks so often within a minute.
    bool wait_for(int asked) const { return server_.espera(static_cast<std::size_t>(asked)); }

private:
    Servidor server_{Servidor::Atiende{[](const Pedido& p) {
        return p.ruta.starts_with("/lento") ? Contestacion{.bytes = {}, .calla = true}
                                            : Contestacion{.bytes = respuesta_http(200, "text/plain", "ok")};
    }}};
};

class WorkCrashTest : public testing::TestWithParam<db::Motor> {
protected:
    Installation installation{GetParam()};
    Neighbour neighbour;
    const std::int64_t organizacionId = people(GetParam()).at("admin").organizacionId;

    static int rounds(int usual, int of_sixty) {
        const char* given = std::getenv("CACAO_TEST_CRASH_ROUNDS");
        return given == nullptr ? usual : std::max(usual, std::atoi(given) * of_sixty / 60);
    }
    std::unique_ptr<db::Database> open() const { return db::open({.url = installation.url(), .connections = 1}); }
    std::unique_ptr<Process> start(int threads, const std::string& end_at = {}) const {
        std::vector<std::string> environment{"CACAO_TEST_NEIGHBOUR=" + neighbour.address()};
        if (!end_at.empty()) environment.push_back("CACAO_TEST_END_AT=" + end_at);
        return std::make_unique<Process>(
            std::vector<std::string>{CACAO_WORK_SERVICE, "--data", installation.data(), "--db", installation.url(), "--listen",
                                     "127.0.0.1:0", "--access-log", "off", "--work-threads", std::to_string(threads),
                                     "--outgoing-networks", "127.0.0.1", "--outgoing-unencrypted", "true"},
            environment);
    }
    // Work that is due, by its key.
    void ask_for(const std::string& prefix, int many, std::string_view tipo = "Prueba") const {
        const Reloj reloj;
        const api::Sesion sesion{.organizacionId = organizacionId, .usuarioId = people(GetParam()).at("admin").usuarioId};
        open()->write_now(organizacionId, [&](db::Writer& tx) {
            Context ctx{{.sesion = &sesion, .reloj = &reloj}, &tx, &tx};
            for (int i = 0; i < many; ++i) api::encargar(ctx, tipo, fmt::format("{}{}", prefix, i), "{}", reloj.ahora());
        });
    }
    std::int64_t count(std::string_view sql) const {
        std::int64_t n = 0;
        open()->read(organizacionId, [&](db::Reader& tx) { n = tx.one<std::int64_t>(sql, tx.organizacion()).value_or(0); });
        return n;
    }
    // Looks again until all of it is done, for a minute at the most.
    void expect_done(std::int64_t all) const {
        const auto until = std::chrono::steady_clock::now() + std::chrono::minutes{1};
        const auto done = [&] { return count("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'hecho'"); };
        while (done() < all && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        EXPECT_EQ(done(), all);
        EXPECT_EQ(count("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1"), all);
    }
    // Each work has left one row, and no other has.
    void expect_once(std::int64_t all) const {
        constexpr std::string_view rows = "FROM bitacora WHERE organizacionId = $1 AND tipo = 'Efecto'";
        EXPECT_EQ(count(fmt::format("SELECT COUNT(*) {}", rows)), all);
        EXPECT_EQ(count(fmt::format("SELECT COUNT(DISTINCT registroId) {}", rows)), all);
        const auto verified = installation.run({"verify"});
        EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
    }
};
CACAO_EN_AMBOS_MOTORES(WorkCrashTest);

TEST_P(WorkCrashTest, KilledAtEveryStepItCountsOnce) {
    struct Step {
        std::string_view name;
        int asked;  // of the work that it had then, and that will be asked for again
    };
    constexpr Step steps[] = {
        {"trabajo_tomando", 0}, {"trabajo_tomado", 0}, {"trabajo_afuera", 1}, {"trabajo_asentando", 1}, {"trabajo_asentado", 0},
    };
    const int all = rounds(1, 6);
    int works = 0;
    int twice = 0;
    for (int round = 0; round < all; ++round)
        for (const Step& step : steps) {
            const int which = 1 + round % 3;  // the first that comes to it, or one behind it
            ask_for(fmt::format("{}-{}-", round, step.name), which);
            works += which;
            auto service = start(1, fmt::format("{}:{}", step.name, which));
            ASSERT_EQ(service->wait(), 128 + SIGKILL) << step.name << '\n' << service->err();
            twice += step.asked;
        }
    auto service = start(1);
    expect_done(works);
    service->signal(SIGTERM);
    EXPECT_EQ(service->wait(), 0) << service->err();
    EXPECT_EQ(neighbour.asked(), works + twice);
    for (const auto& [key, asked] : neighbour.by_key()) EXPECT_GE(asked, 1) << key;
    EXPECT_EQ(static_cast<int>(neighbour.by_key().size()), works);
    expect_once(works);
}

// Two instances and one PostgreSQL; each is killed while both work. A file has one instance at the most.
class WorkCrashOfTwoTest : public WorkCrashTest {};
INSTANTIATE_TEST_SUITE_P(Motores, WorkCrashOfTwoTest, testing::Values(db::Motor::postgres),
                         [](const auto&) { return "postgres"; });

TEST_P(WorkCrashOfTwoTest, WhatOneHadIsDoneByTheOther) {
    constexpr int threads = 3;
    const int kills = rounds(2, 12);
    const auto seed = std::random_device{}();
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random{seed};
    int works = 0;
    std::array<std::unique_ptr<Process>, 2> instances{start(threads), start(threads)};
    for (int kill = 0; kill < kills; ++kill) {
        ask_for(fmt::format("{}-", kill), 20);
        works += 20;
        auto& one = instances[static_cast<std::size_t>(kill) % 2];
        // What nobody told it of an instance finds when it starts, and otherwise within a minute.
        one->signal(SIGKILL);
        one->wait();
        one = start(threads);
        ASSERT_TRUE(neighbour.wait_for(works - 20 + 1 + static_cast<int>(random() % 15))) << one->err();
        one->signal(SIGKILL);
        one->wait();
        one = start(threads);
    }
    expect_done(works);
    for (auto& one : instances) {
        one->signal(SIGTERM);
        EXPECT_EQ(one->wait(), 0) << one->err();
    }
    EXPECT_GE(neighbour.asked(), works);
    EXPECT_LE(neighbour.asked(), works + 2 * kills * threads) << "of what a killed instance had, once more each";
    expect_once(works);
}

// The end in order: whoever waits for the neighbour gives up, and the work is as if it had never been taken.
TEST_P(WorkCrashTest, EndedInOrderItGivesBackWhatItHas) {
    ask_for("lento", 2, "PruebaLarga");
    auto service = start(1);
    ASSERT_TRUE(neighbour.wait_for(1)) << service->err();
    service->signal(SIGTERM);
    EXPECT_EQ(service->wait(), 0) << service->err();
    EXPECT_EQ(neighbour.asked(), 1);
    EXPECT_EQ(count("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND estado = 'pendiente' AND tomadoHasta = 0 AND "
                    "tomadoPor = '' AND intentos = 0"),
              2)
        << service->err();
    EXPECT_EQ(count("SELECT COUNT(*) FROM trabajo WHERE organizacionId = $1 AND toma > 0"), 1);
}

}  // namespace
}  // namespace cacao::test
