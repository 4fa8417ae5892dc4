// The service, its database or its disk fail while callers register documents. What was answered is kept, nothing is half there,
// and what was not answered can be repeated with its key and happens once.

#include "http/tienda.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <thread>

namespace cacao::test {
namespace {

constexpr int callers = 8;

int rounds(db::Motor motor) {
    const char* given = std::getenv("CACAO_TEST_CRASH_ROUNDS");
    const int asked = given == nullptr ? 3 : std::atoi(given);
    return motor == db::Motor::sqlite ? asked : std::max(1, asked / 3);
}

struct Peticion {
    std::string target;
    std::string body;
    std::string answered;  // the transaccionId of the answer
};

// Documents that were asked for, by key, and what became of them. The key is the document's note as well, so that each can be
// counted.
class Carga {
public:
    explicit Carga(Tienda& tienda) : tienda_(tienda) {}

    std::atomic<int> successes = 0;
    std::atomic<int> ended = 0;
    std::atomic<int> refused = 0;  // told to come again

    static std::string con_nota(std::string body, const std::string& key) {
        body.insert(1, fmt::format(R"("notas":"{}",)", key));
        return body;
    }
    Peticion peticion(std::mt19937& random, const std::string& key, const std::string& mia) {
        switch (random() % 5) {
            case 0: return {"/api/FacturaVenta", con_nota(tienda_.factura("1"), key), {}};
            case 1: return {"/api/Inventario/MovimientoAgregar", con_nota(tienda_.movimiento("entrada", "3"), key), {}};
            case 2: return {"/api/Inventario/MovimientoAgregar", con_nota(tienda_.movimiento("salida", "2"), key), {}};
            case 3: {
                auto body = tienda_.deposito("50");
                // With an assignment to this caller's last invoice, where it has one.
                if (!mia.empty())
                    body.insert(body.size() - 1, fmt::format(R"(,"asignaciones":[{{"transaccionId":{},"importe":1.16}}])", mia));
                return {"/api/Bancos/DepositoAgregar", con_nota(body, key), {}};
            }
            default: return {"/api/FacturaVenta", con_nota(tienda_.factura_de_servicio(), key), {}};
        }
    }

    // Until nobody answers, or `limit`; with `patient`, a caller that is told to come again goes on with its next request.
    void write(const std::string& prefix, unsigned seed, int limit, bool patient) {
        const std::shared_ptr<void> on_the_way_out{nullptr, [&](void*) { ++ended; }};
        std::mt19937 random{seed};
        std::string mia;
        try {
            Client client{tienda_.service.port()};
            for (int i = 0; i < limit; ++i) {
                const auto key = fmt::format("{}-{}", prefix, i);
                auto p = peticion(random, key, mia);
                {
                    const std::lock_guard lock{mutex_};
                    todas_[key] = p;
                }
                if (!client.send("POST", p.target, tienda_.service.authorized("admin", {{"Idempotency-Key", key}}), p.body))
                    return;
                const auto answer = client.read();
                if (answer.status == 0) return;
                if (answer.status >= 500) {
                    ++refused;
                    if (!patient) return;
                    continue;
                }
                EXPECT_EQ(answer.status, 200) << answer.body;
                const std::lock_guard lock{mutex_};
                todas_[key].answered = answer.at("/data/transaccionId");
                if (p.target == "/api/FacturaVenta") mia = todas_[key].answered;
                ++successes;
            }
        } catch (const std::runtime_error&) {
            // Killed before this caller had connected.
        }
    }
    // Everything that was answered is there once, with the number that was answered; nothing is there twice.
    void expect_kept() {
        const auto there = tienda_.notas();
        for (const auto& [key, p] : todas_) {
            ASSERT_LE(there.count(key), 1U) << key << " is there twice";
            if (p.answered.empty()) continue;
            ASSERT_EQ(there.count(key), 1U) << key << " was answered and is lost";
            ASSERT_EQ(there.find(key)->second, p.answered);
        }
    }
    // What was not answered, and a part of what was, again with the same keys.
    void repeat() {
        int n = 0;
        for (auto& [key, p] : todas_) {
            const bool open = p.answered.empty();
            if (!open && ++n % 10 != 0) continue;
            const auto answer = tienda_.service.ask("admin", "POST", p.target, p.body, {{"Idempotency-Key", key}});
            ASSERT_EQ(answer.status, 200) << key << ' ' << answer.body;
            if (open) p.answered = answer.at("/data/transaccionId");
            ASSERT_TRUE(open || answer.header("Idempotency-Replayed") == "true") << key;
            ASSERT_EQ(answer.at("/data/transaccionId"), p.answered);
        }
        expect_kept();
    }
    void forget() { todas_.clear(); }

private:
    Tienda& tienda_;
    std::mutex mutex_;
    std::map<std::string, Peticion> todas_;
};

void abastecer(Tienda& tienda) {
    const auto answer =
        tienda.service.ask("admin", "POST", "/api/Inventario/MovimientoAgregar", tienda.movimiento("entrada", "1000000"));
    ASSERT_EQ(answer.status, 200) << answer.body;
}

void expect_whole(Tienda& tienda) {
    EXPECT_EQ(tienda.descuadres(), "");
    EXPECT_EQ(tienda.service.stop(), 0);
    const auto verified = tienda.service.installation().run({"verify"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
}

class EngineCrashTest : public testing::TestWithParam<db::Motor> {};
CACAO_EN_AMBOS_MOTORES(EngineCrashTest);

TEST_P(EngineCrashTest, KilledUnderMixedLoadNothingIsLostHalfOrTwice) {
    Service service{GetParam()};
    Tienda tienda{service};
    abastecer(tienda);
    const auto seed = std::random_device{}();
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random{seed};
    Carga carga{tienda};
    for (int round = 0; round < rounds(GetParam()) && !testing::Test::HasFailure(); ++round) {
        carga.ended = 0;
        const int until = carga.successes + 1 + static_cast<int>(random() % 120);
        {
            std::vector<std::jthread> threads;
            for (int c = 0; c < callers; ++c)
                threads.emplace_back([&, c, own = static_cast<unsigned>(random())] {
                    carga.write(fmt::format("R{}C{}", round, c), own, 200, false);
                });
            while (carga.successes < until && carga.ended < callers) std::this_thread::yield();
            service.kill();
        }
        service.start();
        carga.expect_kept();
        EXPECT_EQ(tienda.descuadres(), "") << "before anything was repeated";
        carga.repeat();
        EXPECT_EQ(tienda.descuadres(), "") << "after what was open was repeated";
        carga.forget();  // looked at; the next round looks at its own
    }
    expect_whole(tienda);
}

TEST(PostgresCrashTest, KilledUnderMixedLoadNothingIsLostHalfOrTwice) {
    Service service{db::Motor::postgres};
    Tienda tienda{service};
    abastecer(tienda);
    const auto seed = std::random_device{}();
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random{seed};
    Carga carga{tienda};
    for (int round = 0; round < rounds(db::Motor::postgres) && !testing::Test::HasFailure(); ++round) {
        carga.ended = 0;
        const int until = carga.successes + 1 + static_cast<int>(random() % 60);
        bool killed = true;
        {
            std::vector<std::jthread> threads;
            for (int c = 0; c < callers; ++c)
                threads.emplace_back([&, c, own = static_cast<unsigned>(random())] {
                    carga.write(fmt::format("P{}C{}", round, c), own, 60, false);
                });
            while (carga.successes < until && carga.ended < callers) std::this_thread::yield();
            killed = Postgres::instance().crash();
        }
        if (!killed) GTEST_SKIP() << "the server is someone else's";
        // The service itself was not touched: it finds its database again.
        for (int look = 0; look < 500 && ask_once(service.port(), "GET", "/readyz").status != 200; ++look)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        carga.expect_kept();
        EXPECT_EQ(tienda.descuadres(), "") << "before anything was repeated";
        carga.repeat();
        EXPECT_EQ(tienda.descuadres(), "") << "after what was open was repeated";
        carga.forget();
    }
    expect_whole(tienda);
}

// The disk refuses to write, through a library loaded before the C library.
class DiskCrashTest : public testing::TestWithParam<const char*> {};

TEST_P(DiskCrashTest, IsAClearRefusalAndPassesWithItsCause) {
    const TemporaryFolder folder;
    const std::string control = folder.path() + "/disk";
    Service service{db::Motor::sqlite, {}, {"LD_PRELOAD=" CACAO_DISK_SHIM, "DISK_SHIM=" + control}};
    Tienda tienda{service};
    abastecer(tienda);
    Carga carga{tienda};
    for (int round = 0; round < 3 && !testing::Test::HasFailure(); ++round) {
        carga.ended = 0;
        carga.refused = 0;
        const int until = carga.successes + 50;
        {
            std::vector<std::jthread> threads;
            for (int c = 0; c < callers; ++c)
                threads.emplace_back(
                    [&, c] { carga.write(fmt::format("F{}C{}", round, c), static_cast<unsigned>(100 * round + c), 100, true); });
            while (carga.successes < until && carga.ended < callers) std::this_thread::yield();
            std::ofstream{control} << GetParam();
            while (carga.refused < 40 && carga.ended < callers) std::this_thread::yield();
            // Reading goes on.
            EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos").status, 200);
            const auto told = service.ask("admin", "POST", "/api/FacturaVenta", tienda.factura_de_servicio());
            EXPECT_TRUE(told.status == 500 || told.status == 503) << told.status;
            EXPECT_NE(told.at("/codigo"), "") << told.body;
            std::filesystem::remove(control);
        }
        EXPECT_GT(carga.refused, 0);
        EXPECT_TRUE(service.process().running()) << service.process().err();
        carga.expect_kept();
        EXPECT_EQ(tienda.descuadres(), "") << "before anything was repeated";
        carga.repeat();
        EXPECT_EQ(tienda.descuadres(), "") << "after what was open was repeated";
        carga.forget();
    }
    expect_whole(tienda);
}
std::string nombre_causa(const testing::TestParamInfo<const char*>& causa) {
    std::string nombre{causa.param};
    std::erase(nombre, '-');
    return nombre;
}
INSTANTIATE_TEST_SUITE_P(Causas, DiskCrashTest, testing::Values("ENOSPC", "EIO", "EIO-sync"), nombre_causa);

}  // namespace
}  // namespace cacao::test
