// Many callers at once, each over a connection of its own.

#include "http/service.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

namespace cacao::test {
namespace {

class ConcurrencyTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};

    std::vector<HttpAnswer> together(std::size_t count, const std::function<HttpAnswer(Client&, std::size_t)>& request) {
        return test::together(service.port(), count, count, request);
    }
    static std::map<int, int> statuses(const std::vector<HttpAnswer>& answers) {
        std::map<int, int> counted;
        for (const auto& a : answers) ++counted[a.status];
        return counted;
    }
    std::string create(const std::string& codigo) {
        return service.ask("admin", "POST", "/api/Contactos", contact(codigo)).at("/data/entidadId");
    }
    static std::string contact(const std::string& codigo) {
        return fmt::format(R"({{"codigo":"{}","nombre":"Contacto {}","roles":["cliente"]}})", codigo, codigo);
    }
};
CACAO_EN_AMBOS_MOTORES(ConcurrencyTest);

TEST_P(ConcurrencyTest, OfAHundredCreatesWithOneCodeOneIsTaken) {
    const auto answers = together(100, [&](Client& c, std::size_t) {
        return c.ask("POST", "/api/Contactos", service.authorized("admin"), contact("UNO"));
    });
    EXPECT_EQ(statuses(answers), (std::map<int, int>{{200, 1}, {400, 99}}));
    for (const auto& a : answers) EXPECT_TRUE(a.status == 200 || a.faults() == "duplicado /codigo") << a.body;
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos?codigo=UNO").at("/totalRegistros"), "1");
}

TEST_P(ConcurrencyTest, OfUpdatesOfOneVersionOneWins) {
    const auto id = create("VER");
    for (int version = 1; version <= 5; ++version) {
        const auto answers = together(16, [&](Client& c, std::size_t i) {
            return c.ask("PUT", "/api/Contactos/" + id,
                         service.authorized("admin", {{"If-Match", fmt::format("\"{}\"", version)}}),
                         fmt::format(R"({{"nombre":"v{} de {}"}})", version, i));
        });
        EXPECT_EQ(statuses(answers), (std::map<int, int>{{200, 1}, {412, 15}})) << version;
        const auto now = service.ask("admin", "GET", "/api/Contactos/" + id);
        for (const auto& a : answers) EXPECT_TRUE(a.status != 200 || a.at("/data/nombre") == now.at("/data/nombre")) << a.body;
        EXPECT_EQ(now.at("/data/version"), std::to_string(version + 1));
    }
}

// Without If-Match the last one wins, and each gets a version of its own.
TEST_P(ConcurrencyTest, BlindUpdatesAllHappenOneAfterTheOther) {
    const auto id = create("CIEGO");
    const auto answers = together(24, [&](Client& c, std::size_t i) {
        return c.ask("PUT", "/api/Contactos/" + id, service.authorized("admin"), fmt::format(R"({{"telefono":"{}"}})", i));
    });
    EXPECT_EQ(statuses(answers), (std::map<int, int>{{200, 24}}));
    std::set<std::string> versions;
    for (const auto& a : answers) versions.insert(a.at("/data/version"));
    EXPECT_EQ(versions.size(), 24U);
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos/" + id).at("/data/version"), "25");
    EXPECT_EQ(service.ask("admin", "GET", "/api/Bitacora?tipo=Contacto&registroId=" + id).at("/totalRegistros"), "25");
}

// A rule about two records holds also when both change at once: one is refused, and nothing fails.
TEST_P(ConcurrencyTest, OfRenamesToOneNameOneIsTaken) {
    const auto race = [&](const std::string& what, const std::vector<std::string>& targets, const std::string& body) {
        const auto answers = together(targets.size(), [&](Client& c, std::size_t i) {
            return c.ask("PUT", targets[i], service.authorized("admin"), body);
        });
        EXPECT_EQ(statuses(answers), (std::map<int, int>{{200, 1}, {400, static_cast<int>(targets.size()) - 1}})) << what;
        for (const auto& a : answers) EXPECT_TRUE(a.status == 200 || a.at("/codigo") == "duplicado") << what << ' ' << a.body;
    };
    for (int round = 0; round < 3; ++round) {
        std::vector<std::string> contacts, classes, roles, consumers;
        const auto made = [&](const std::string& target, const std::string& body, const std::string& id) {
            return service.ask("admin", "POST", target, body).at("/data/" + id);
        };
        const auto user = made("/api/Seguridad/Usuarios",
                               fmt::format(R"({{"usuario":"servicio{}","nombre":"x","esServicio":true}})", round), "usuarioId");
        for (int i = 0; i < 8; ++i) {
            const auto name = fmt::format("N{}-{}", round, i);
            contacts.push_back("/api/Contactos/" + create(name));
            classes.push_back("/api/Contactos/Clasificaciones/" + made("/api/Contactos/Clasificaciones",
                                                                       fmt::format(R"({{"nombre":"{}"}})", name),
                                                                       "clasificacionId"));
            roles.push_back("/api/Seguridad/Roles/" +
                            made("/api/Seguridad/Roles", fmt::format(R"({{"nombre":"{}","permisos":[]}})", name), "rolId"));
            consumers.push_back(
                "/api/ConsumidoresApi/" +
                made("/api/ConsumidoresApi",
                     fmt::format(R"({{"nombre":"{}","tipoIntegracion":"x","usuarioId":{},"alcances":[]}})", name, user),
                     "consumidorId"));
        }
        race("codigo", contacts, fmt::format(R"({{"codigo":"MISMO{}"}})", round));
        race("referenciaExterna", contacts, fmt::format(R"({{"referenciaExterna":"REF{}"}})", round));
        race("clasificacion", classes, fmt::format(R"({{"nombre":"MISMA{}"}})", round));
        race("rol", roles, fmt::format(R"({{"nombre":"MISMO{}"}})", round));
        race("consumidor", consumers, fmt::format(R"({{"nombre":"MISMO{}"}})", round));
    }
}

// Of changes with the same If-Match one wins, whatever the record.
TEST_P(ConcurrencyTest, OfSecurityChangesOfOneVersionOneWins) {
    const auto user =
        service.ask("admin", "POST", "/api/Seguridad/Usuarios", R"({"usuario":"servicio","nombre":"x","esServicio":true})")
            .at("/data/usuarioId");
    const auto consumer = service
                              .ask("admin", "POST", "/api/ConsumidoresApi",
                                   fmt::format(R"({{"nombre":"c","tipoIntegracion":"x","usuarioId":{},"alcances":[]}})", user))
                              .at("/data/consumidorId");
    const auto role = service.ask("admin", "POST", "/api/Seguridad/Roles", R"({"nombre":"r","permisos":[]})").at("/data/rolId");
    for (const auto& [target, member] : {std::pair{"/api/Seguridad/Usuarios/" + user, "nombre"},
                                         {"/api/Seguridad/Roles/" + role, "descripcion"},
                                         {"/api/ConsumidoresApi/" + consumer, "tipoIntegracion"}})
        for (int version = 1; version <= 3; ++version) {
            const auto answers = together(8, [&, t = target, m = member](Client& c, std::size_t i) {
                return c.ask("PUT", t, service.authorized("admin", {{"If-Match", fmt::format("\"{}\"", version)}}),
                             fmt::format(R"({{"{}":"v{} {}"}})", m, version, i));
            });
            EXPECT_EQ(statuses(answers), (std::map<int, int>{{200, 1}, {412, 7}})) << target << ' ' << version;
        }
}

TEST_P(ConcurrencyTest, OneKeySentBySixteenHasOneEffect) {
    for (int round = 0; round < 5; ++round) {
        const auto codigo = fmt::format("LLAVE{}", round);
        const auto headers = service.authorized("admin", {{"Idempotency-Key", codigo}});
        const auto answers =
            together(16, [&](Client& c, std::size_t) { return c.ask("POST", "/api/Contactos", headers, contact(codigo)); });
        int first = 0;
        std::map<std::string, int> ids;
        for (const auto& a : answers) {
            if (a.status == 409) {
                EXPECT_EQ(a.at("/codigo"), "llave_en_proceso");
                continue;
            }
            EXPECT_EQ(a.status, 200) << a.body;
            ++ids[a.at("/data/entidadId")];
            if (!a.has("Idempotency-Replayed")) ++first;
        }
        EXPECT_EQ(first, 1);
        EXPECT_EQ(ids.size(), 1U);
        EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos?codigo=" + codigo).at("/totalRegistros"), "1");
        // Whoever was told to wait repeats, and is answered.
        const auto again = service.ask("admin", "POST", "/api/Contactos", contact(codigo), {{"Idempotency-Key", codigo}});
        EXPECT_EQ(again.status, 200);
        EXPECT_EQ(again.header("Idempotency-Replayed"), "true");
    }
}

TEST_P(ConcurrencyTest, AWriteIsSeenByEveryReadAfterItsAnswer) {
    // Several network threads, so that reader and writer do not meet in one of them.
    Service several{GetParam(), {"--io-threads", "4"}};
    const auto headers = several.authorized("admin");
    std::vector<std::jthread> pairs;
    for (int pair = 0; pair < 4; ++pair)
        pairs.emplace_back([&, pair] {
            Client writes{several.port()};
            Client reads{several.port()};
            std::string id;
            for (int i = 0; i < 50; ++i) {
                const auto codigo = fmt::format("P{}-{}", pair, i);
                const auto made = writes.ask("POST", "/api/Contactos", headers, contact(codigo));
                ASSERT_EQ(made.status, 200) << made.body;
                id = made.at("/data/entidadId");
                ASSERT_EQ(reads.ask("GET", "/api/Contactos/" + id, headers).at("/data/codigo"), codigo);
                ASSERT_EQ(reads.ask("GET", "/api/Contactos?codigo=" + codigo, headers).at("/totalRegistros"), "1");
                ASSERT_EQ(writes.ask("PUT", "/api/Contactos/" + id, headers, R"({"notas":"visto"})").status, 200);
                ASSERT_EQ(reads.ask("GET", "/api/Contactos/" + id, headers).at("/data/notas"), "visto");
            }
        });
    pairs.clear();
    EXPECT_EQ(several.ask("admin", "GET", "/api/Contactos").at("/totalRegistros"), "200");
    EXPECT_EQ(several.stop(), 0);
    const auto verified = several.installation().run({"verify"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
}

}  // namespace
}  // namespace cacao::test
