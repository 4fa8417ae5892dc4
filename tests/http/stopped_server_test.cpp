// PostgreSQL stands still with everything it holds: no connection is closed and none is answered. Callers are told so, and when
// it goes on the service does too.

#include "http/service.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace cacao::test {
namespace {

TEST(StoppedServerTest, CallersAreToldAndServiceGoesOnByItself) {
    // Nobody waits for those limits: it is found out that nobody opens the door.
    Service service{db::Motor::postgres, {"--db-answer-timeout", "10m", "--db-statement-timeout", "10m"}};
    const auto contact = [](std::size_t i) {
        return fmt::format(R"({{"codigo":"P-{0}","nombre":"Contacto {0}","roles":["cliente"]}})", i);
    };
    const auto request = [&](Client& client, std::size_t i) {
        const auto headers = service.authorized("admin", {{"Idempotency-Key", fmt::format("parada-{}", i)}});
        return i % 2 == 0 ? client.ask("GET", "/api/Contactos", headers)
                          : client.ask("POST", "/api/Contactos", headers, contact(i));
    };
    constexpr std::size_t requests = 40;
    // Before it, so that there are connections to be stuck on.
    ASSERT_EQ(service.ask("admin", "GET", "/api/Contactos").status, 200);
    ASSERT_EQ(service.ask("admin", "POST", "/api/Contactos", contact(requests)).status, 200);

    std::optional<Postgres::Stopped> stopped{Postgres::instance()};
    // More than there are connections: those behind must not wait for those in front one after the other.
    for (const auto& answer : together(service.port(), requests, requests, request)) {
        EXPECT_EQ(answer.status, 503) << answer.body;
        EXPECT_TRUE(answer.has("Retry-After"));
        const auto codigo = answer.at("/codigo");
        EXPECT_TRUE(codigo == "no_disponible" || codigo == "resultado_desconocido") << answer.body;
    }
    EXPECT_EQ(service.ask("nadie", "GET", "/livez").status, 200);
    EXPECT_EQ(service.ask("nadie", "GET", "/readyz").status, 503);
    stopped.reset();

    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (service.ask("nadie", "GET", "/readyz").status != 200 && std::chrono::steady_clock::now() < until)
        std::this_thread::yield();
    // Repeated under their keys, whatever became of them, they are there once.
    for (const auto& answer : together(service.port(), 8, requests, request)) EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos").at("/totalRegistros"), std::to_string(requests / 2 + 1));
}

// The server is there, the processes behind the service's connections are not.
TEST(StoppedServerTest, WhoMeetsAStoppedProcessIsToldAndTheNextGetsAnother) {
    Service service{db::Motor::postgres, {"--db-answer-timeout", "1s"}};
    const auto first = service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"Q","nombre":"x","roles":["cliente"]})");
    const auto one = "/api/Contactos/" + first.at("/data/entidadId");
    const auto another = fmt::format("/api/Seguridad/Usuarios/{}", service.person("admin").usuarioId);
    const auto request = [&](Client& client, std::size_t i) {
        const auto headers = service.authorized("admin", {{"Idempotency-Key", fmt::format("proceso-{}", i)}});
        const auto body = fmt::format(R"({{"codigo":"Q-{0}","nombre":"Contacto {0}","roles":["cliente"]}})", i);
        if (i % 2 == 1) return client.ask("POST", "/api/Contactos", headers, body);
        return client.ask("GET", i % 6 == 0 ? one : i % 6 == 2 ? another : "/api/Contactos", headers);
    };
    constexpr std::size_t requests = 40;
    for (const auto& answer : together(service.port(), 8, 8, request)) ASSERT_EQ(answer.status, 200) << answer.body;

    const Postgres::Stopped stopped{Postgres::instance(), service.installation().owner_url()};
    std::size_t told = 0;
    for (const auto& answer : together(service.port(), requests, requests, request)) {
        if (answer.status == 200) continue;
        ++told;
        EXPECT_EQ(answer.status, 503) << answer.body;
        EXPECT_TRUE(answer.has("Retry-After"));
        const auto codigo = answer.at("/codigo");
        EXPECT_TRUE(codigo == "no_disponible" || codigo == "resultado_desconocido") << answer.body;
    }
    EXPECT_GT(told, 0U);
    // They stand still to the end: nobody waits for them any more.
    for (const auto& answer : together(service.port(), 8, requests, request)) EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos").at("/totalRegistros"), std::to_string(requests / 2 + 1));
}

// What may take long has a longer limit (`consulta_cancelada`), but whether anybody is there is found out as soon as for a record.
TEST(StoppedServerTest, AListThatMeetsAStoppedProcessDoesNotWaitForItsOwnLimit) {
    Service service{db::Motor::postgres, {"--db-answer-timeout", "1s", "--read-timeout", "6s"}};
    const auto list = [&] { return service.ask("admin", "GET", "/api/Contactos"); };
    bool met = false;
    for (int i = 0; i < 20 && !met; ++i) {
        ASSERT_EQ(list().status, 200);
        const Postgres::Stopped stopped{Postgres::instance(), service.installation().owner_url()};
        const auto answer = list();
        // Unless the service met it first, when it looked whether the database is there.
        if (answer.status == 200) continue;
        met = true;
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.at("/codigo"), "no_disponible");
        EXPECT_EQ(list().status, 200);
    }
    EXPECT_TRUE(met);
}

}  // namespace
}  // namespace cacao::test
