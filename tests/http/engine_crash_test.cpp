// The service, its database or its disk fail while callers register documents. What was answered is kept, nothing is half there,
// and what was not answered can be repeated with its key and happens once.

#include "http/carga.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

namespace cacao::test {
namespace {

constexpr int invoice_callers = 8;

// A kill on PostgreSQL takes longer, so that there are fewer unless as many are asked for.
int engine_rounds(db::Motor motor) {
    const char* given = std::getenv("CACAO_TEST_CRASH_ROUNDS");
    const char* given_there = std::getenv("CACAO_TEST_CRASH_ROUNDS_POSTGRES");
    const int asked = given == nullptr ? 3 : std::atoi(given);
    if (motor == db::Motor::sqlite) return asked;
    return given_there == nullptr ? std::max(1, asked / 3) : std::atoi(given_there);
}

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
    for (int round = 0; round < engine_rounds(GetParam()) && !testing::Test::HasFailure(); ++round) {
        carga.ended = 0;
        const int until = carga.successes + 1 + static_cast<int>(random() % 120);
        {
            std::vector<std::jthread> threads;
            for (int c = 0; c < invoice_callers; ++c)
                threads.emplace_back([&, c, own = static_cast<unsigned>(random())] {
                    carga.write(fmt::format("R{}C{}", round, c), own, 200, false);
                });
            while (carga.successes < until && carga.ended < invoice_callers) std::this_thread::yield();
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
    for (int round = 0; round < engine_rounds(db::Motor::postgres) && !testing::Test::HasFailure(); ++round) {
        carga.ended = 0;
        const int until = carga.successes + 1 + static_cast<int>(random() % 60);
        bool killed = true;
        {
            std::vector<std::jthread> threads;
            for (int c = 0; c < invoice_callers; ++c)
                threads.emplace_back([&, c, own = static_cast<unsigned>(random())] {
                    carga.write(fmt::format("P{}C{}", round, c), own, 60, false);
                });
            while (carga.successes < until && carga.ended < invoice_callers) std::this_thread::yield();
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
            for (int c = 0; c < invoice_callers; ++c)
                threads.emplace_back(
                    [&, c] { carga.write(fmt::format("F{}C{}", round, c), static_cast<unsigned>(100 * round + c), 100, true); });
            while (carga.successes < until && carga.ended < invoice_callers) std::this_thread::yield();
            std::ofstream{control} << GetParam();
            while (carga.refused < 40 && carga.ended < invoice_callers) std::this_thread::yield();
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
