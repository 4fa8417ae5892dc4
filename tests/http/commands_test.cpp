// The commands beside the service, as an operator and a script use them.

#include "db/db.hpp"
#include "http/service.hpp"
#include "support/postgres.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace cacao::test {
namespace {

std::string at(const std::string& json, std::string_view pointer) { return HttpAnswer{200, {}, json}.at(pointer); }

class CommandsTest : public testing::TestWithParam<db::Motor> {
protected:
    HttpAnswer log_in(Service& service, const std::string& body) {
        return service.ask("nadie", "POST", "/api/Seguridad/Autenticacion", body);
    }
};
CACAO_EN_AMBOS_MOTORES(CommandsTest);

TEST_P(CommandsTest, ADemoCompanyIsInTheLineOfBusinessThatItIsToldTo) {
    Service service{GetParam()};
    EXPECT_NE(service.installation().run({"demo"}, {"--giro", "ninguno"}).exit, 0);
    const auto made =
        service.installation().run({"demo"}, {"--json", "--contactos", "10", "--documents", "0", "--giro", "agencia"});
    ASSERT_EQ(made.exit, 0) << made.err;
    const auto by_user = log_in(service, at(made.out, "/login"));
    ASSERT_EQ(by_user.status, 200) << by_user.body;
    const Headers bearer{{"Authorization", "Bearer " + by_user.at("/data/accessToken")}};
    EXPECT_EQ(service.ask("nadie", "GET", "/api/AgenciaViaje/Facturas", {}, bearer).at("/totalRegistros"), "3");
    EXPECT_EQ(service.stop(), 0);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

TEST_P(CommandsTest, DemoMakesACompanyThatCanLogIn) {
    Service service{GetParam()};
    const auto made = service.installation().run({"demo"}, {"--json", "--contactos", "30"});
    ASSERT_EQ(made.exit, 0) << made.err;
    EXPECT_EQ(made.err, "");
    EXPECT_EQ(at(made.out, "/login/usuario"), at(made.out, "/usuario"));
    // While the service runs: it finds the new company without a restart.
    const auto by_user = log_in(service, at(made.out, "/login"));
    ASSERT_EQ(by_user.status, 200) << by_user.body;
    const auto by_key = log_in(service, R"({"apiKey":")" + at(made.out, "/apiKey") + "\"}");
    ASSERT_EQ(by_key.status, 200) << by_key.body;
    const Headers bearer{{"Authorization", "Bearer " + by_key.at("/data/accessToken")}};
    EXPECT_EQ(service.ask("nadie", "GET", "/api/Contactos?registrosPorPagina=1", {}, bearer).at("/totalRegistros"), "30");
    // Followed from the beginning, everything is there once it has its position, which the service gives after the commit.
    const auto total = [&](const std::string& target) {
        return service.ask("nadie", "GET", target, {}, bearer).at("/totalRegistros");
    };
    for (const std::string list : {"/api/Contactos", "/api/Productos", "/api/FacturaVenta", "/api/NotaVenta"}) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{60};
        while (total(list + "?desdePosicion=0") != total(list) && std::chrono::steady_clock::now() < until)
            std::this_thread::yield();
        EXPECT_EQ(total(list + "?desdePosicion=0"), total(list)) << list;
        EXPECT_NE(total(list), "0") << list;
    }
    struct stat file {};
    ASSERT_EQ(::stat((service.installation().data() + "/demo.json").c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0777, 0600U);
    EXPECT_EQ(service.stop(), 0);
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
    EXPECT_EQ(service.installation().run({"verify"}, {"--quick"}).out, "0 differences\n");
}

// Whoever measures on it, or writes about it, finds the same company again.
TEST_P(CommandsTest, DemoMakesTheSameBooksEachTime) {
    const auto books = [] {
        const Installation installation{GetParam()};
        const auto made = installation.run({"demo"}, {"--json", "--contactos", "40", "--documents", "300"});
        EXPECT_EQ(made.exit, 0) << made.err;
        const auto journal = installation.run({"export", "journal"}, {"--organizacion", at(made.out, "/organizacionId")});
        EXPECT_EQ(journal.exit, 0) << journal.err;
        return journal.out;
    };
    auto first = books();
    auto second = books();
    // It ends today: at midnight the second company is a day later than the first, but not the third.
    if (first != second) first = books();
    EXPECT_GT(first.size(), 10'000U);
    EXPECT_EQ(first, second);
}

TEST_P(CommandsTest, OrganizationsUsersAndKeys) {
    Service service{GetParam()};
    const auto& installation = service.installation();
    const auto org =
        installation.run({"org", "add"}, {"Tercera, S.A.", "--rfc", "XIA190128J61", "--user", "jefa@tercera.mx", "--json"});
    ASSERT_EQ(org.exit, 0) << org.err;
    const auto id = at(org.out, "/organizacionId");
    const auto list = installation.run({"org", "list"});
    EXPECT_NE(list.out.find(id + "\tTercera, S.A.\tXIA190128J61\tactive"), std::string::npos) << list.out;

    const auto user = installation.run(
        {"user", "add"}, {"luis@tercera.mx", "--name", "Luis", "--role", "Consulta", "--organization", id, "--json"});
    ASSERT_EQ(user.exit, 0) << user.err;
    const auto body = [&](const std::string& made) {
        return R"({"usuario":")" + at(made, "/usuario") + R"(","password":")" + at(made, "/password") + "\"}";
    };
    EXPECT_EQ(log_in(service, body(org.out)).status, 200);
    EXPECT_EQ(log_in(service, body(user.out)).status, 200);
    const auto fresh = installation.run({"user", "password"}, {"luis@tercera.mx", "--json"});
    EXPECT_EQ(log_in(service, body(user.out)).status, 401);
    EXPECT_EQ(log_in(service, body(fresh.out)).status, 200);

    const auto key = installation.run({"key", "add"}, {"Tienda", "--organization", id, "--json"});
    ASSERT_EQ(key.exit, 0) << key.err;
    const auto login = R"({"apiKey":")" + at(key.out, "/apiKey") + "\"}";
    const auto first = log_in(service, login);
    ASSERT_EQ(first.status, 200) << first.body;
    const Headers bearer{{"Authorization", "Bearer " + first.at("/data/accessToken")}};
    const auto prefix = service.ask("nadie", "GET", "/api/ConsumidoresApi", {}, bearer).at("/data/0/llaves/0/prefijo");
    EXPECT_EQ(installation.run({"key", "revoke"}, {at(key.out, "/apiKey")}).out, "revoked " + prefix + "\n")
        << "out of a whole key too";
    EXPECT_EQ(log_in(service, login).status, 401);
    // Each of them left a row.
    const Headers boss{{"Authorization", "Bearer " + log_in(service, body(org.out)).at("/data/accessToken")}};
    for (const char* command : {"cacao%20org", "cacao%20user%20add", "cacao%20user", "cacao%20key", "cacao%20key%20revoke"})
        EXPECT_EQ(service.ask("nadie", "GET", std::string{"/api/Bitacora?operacion="} + command, {}, boss).at("/totalRegistros"),
                  "1")
            << command;
}

// The service seals; an operator keeps an anchor elsewhere; later the log is put back to what it was.
TEST_P(CommandsTest, VerifyKeepsAnAnchorOutside) {
    Service service{GetParam()};
    const auto& installation = service.installation();
    const auto file = installation.data() + "/ancla";
    const auto write = [&](const char* codigo) {
        const auto body = std::string{R"({"codigo":")"} + codigo + R"(","nombre":"x","roles":["cliente"]})";
        EXPECT_EQ(service.ask("admin", "POST", "/api/Contactos", body).status, 200);
        EXPECT_EQ(service.stop(), 0);
        service.start();  // on which everything that waits is sealed
        while (service.ask("admin", "GET", "/api/Bitacora?registrosPorPagina=1").at("/data/0/posicion") == "null")
            std::this_thread::yield();
    };
    const auto tamper = [&](const std::string& sql) {
        if (GetParam() == db::Motor::postgres)
            return Postgres::instance().run(sql, installation.database());
        sqlite3* db = nullptr;
        ASSERT_EQ(sqlite3_open((installation.data() + "/cacao.db").c_str(), &db), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
        sqlite3_close(db);
    };
    write("UNO");
    const auto by_http = service.ask("admin", "GET", "/api/Bitacora/Ancla").at("/data/ancla");
    ASSERT_EQ(installation.run({"verify"}, {"--anchor", file}).out, "0 differences\n");
    write("DOS");
    ASSERT_EQ(installation.run({"verify"}, {"--anchor", file}).out, "0 differences\n");
    const auto check = service.ask("admin", "GET", "/api/Bitacora/Ancla?ancla=" + by_http);
    EXPECT_EQ(check.at("/data/coincide"), "true") << check.body;
    EXPECT_EQ(check.at("/data/diferencias"), "0");
    EXPECT_EQ(service.stop(), 0);

    std::ifstream lines{file};
    const std::string anchors{std::istreambuf_iterator<char>{lines}, {}};
    EXPECT_NE(anchors.find(by_http), std::string::npos) << anchors;
    const auto organizacionId = std::to_string(service.person("admin").organizacionId);
    const auto newest = "(SELECT max(numero) FROM bitacoraCabeza WHERE organizacionId = " + organizacionId + ")";
    tamper("DELETE FROM bitacora WHERE organizacionId = " + organizacionId +
           " AND posicion > (SELECT posicion - cuenta FROM bitacoraCabeza WHERE organizacionId = " + organizacionId +
           " AND numero = " + newest + ")");
    EXPECT_EQ(installation.run({"verify"}).exit, 1) << "rows without their head";
    tamper("DELETE FROM bitacoraCabeza WHERE organizacionId = " + organizacionId + " AND numero = " + newest);
    EXPECT_NE(installation.run({"verify"}).out.find("of which there is an event"), std::string::npos);
    tamper("DELETE FROM eventoRegistro WHERE organizacionId = " + organizacionId +
           " AND eventoId NOT IN (SELECT bitacoraId FROM bitacora WHERE organizacionId = " + organizacionId + ")");
    EXPECT_NE(installation.run({"verify"}).out.find("tells no event of the contact"), std::string::npos);
    // As those of before there were events have it.
    tamper(
        "INSERT INTO eventoRegistro (organizacionId, eventoId, tipo, registroId, evento, instante) SELECT organizacionId, "
        "entidadId, 'Contacto', entidadId, 'registrado', modificadoEn FROM contacto WHERE codigo = 'DOS'");
    EXPECT_EQ(installation.run({"verify"}).out, "0 differences\n");
    const auto found = installation.run({"verify"}, {"--anchor", file});
    EXPECT_EQ(found.exit, 1);
    EXPECT_NE(found.out.find("anchor: "), std::string::npos) << found.out;
    std::ifstream after{file};
    EXPECT_EQ(anchors, (std::string{std::istreambuf_iterator<char>{after}, {}}))
        << "an anchor that does not hold is not replaced";
    // Another key file, or none, is no difference.
    std::filesystem::remove(installation.data() + "/llave");
    const auto keyless = installation.run({"verify"});
    EXPECT_EQ(keyless.exit, 0) << keyless.out;
    EXPECT_NE(keyless.out.find("sin llave"), std::string::npos) << keyless.out;
    EXPECT_FALSE(std::filesystem::exists(installation.data() + "/llave")) << "verify makes no key";
}

TEST_P(CommandsTest, WhatTheyRefuse) {
    const Installation installation{GetParam()};
    const auto refused = [&](std::vector<std::string> command, const std::vector<std::string>& arguments,
                             const std::string& about) {
        const auto ended = installation.run(std::move(command), arguments);
        EXPECT_EQ(ended.exit, 1) << ended.out;
        EXPECT_EQ(std::ranges::count(ended.err, '\n'), 1) << ended.err;
        EXPECT_NE(ended.err.find(about), std::string::npos) << ended.err;
    };
    refused({"org", "add"}, {"X", "--rfc", "NO", "--user", "x@x.mx"}, "NO is not an RFC");
    refused({"org", "add"}, {"X", "--zone", "Marte/Norte", "--user", "x@x.mx"}, "Marte/Norte");
    refused({"org", "add"}, {"X", "--user", "admin@prueba.mx"}, "/usuario");
    refused({"user", "add"}, {"x@x.mx", "--name", "X"}, "--organization");
    refused({"user", "add"}, {"x@x.mx", "--name", "X", "--organization", "999"}, "999");
    refused({"user", "add"},
            {"x@x.mx", "--name", "X", "--organization", std::to_string(people(GetParam()).at("otra").organizacionId), "--role",
             "Rey"},
            "Rey");
    refused({"user", "password"}, {"nadie@x.mx"}, "nadie@x.mx");
    refused({"key", "revoke"}, {"noexiste"}, "noexiste");
}

// What lies in the data folder is for its owner: a folder that is open to others is closed, and that is said; one that is not
// ours to close is refused.
TEST_P(CommandsTest, AnOpenDataFolderIsClosedAndToldOrRefused) {
    const Installation installation{GetParam()};
    ASSERT_EQ(::chmod(installation.data().c_str(), 0755), 0);
    const auto first = installation.run({"org", "list"});
    EXPECT_EQ(first.exit, 0) << first.err;
    EXPECT_NE(first.err.find("was open to others (mode 0755); its mode is 0750 now"), std::string::npos) << first.err;
    struct stat folder {};
    ASSERT_EQ(::stat(installation.data().c_str(), &folder), 0);
    EXPECT_EQ(folder.st_mode & 0777, 0750U);
    EXPECT_EQ(installation.run({"org", "list"}).err, "");
    // As /tmp is: everybody's.
    ASSERT_EQ(::chmod(installation.data().c_str(), 01777), 0);
    const auto shared = installation.run({"org", "list"});
    EXPECT_EQ(shared.exit, 1);
    EXPECT_NE(shared.err.find("is open to others (mode 1777): give cacao a folder of its own"), std::string::npos) << shared.err;
    ASSERT_EQ(::stat(installation.data().c_str(), &folder), 0);
    EXPECT_EQ(folder.st_mode & 07777, 01777U) << "not ours to change";
}

TEST_P(CommandsTest, ABackupWhileServingIsAWholeCompany) {
    Service service{GetParam()};
    const auto& installation = service.installation();
    ASSERT_EQ(service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"RESPALDO","nombre":"x","roles":["cliente"]})").status,
              200);
    const auto file = installation.data() + "/respaldo";
    const auto done = installation.run({"backup"}, {file});
    ASSERT_EQ(done.exit, 0) << done.err;
    struct stat made {};
    ASSERT_EQ(::stat(file.c_str(), &made), 0);
    EXPECT_EQ(made.st_mode & 0077, 0U) << "a backup is for its owner alone";
    ASSERT_EQ(service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"DESPUES","nombre":"x","roles":["cliente"]})").status,
              200);

    // Nothing that is there is written over.
    const auto again = installation.run({"backup"}, {file});
    EXPECT_EQ(again.exit, 1);
    EXPECT_NE(again.err.find("exists already"), std::string::npos) << again.err;
    const auto over = installation.run({"restore"}, {file});
    EXPECT_EQ(over.exit, 1) << over.out;
    EXPECT_EQ(std::ranges::count(over.err, '\n'), 1) << over.err;
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos").at("/totalRegistros"), "2");

    // Into a new place, with the same key: everything up to the backup, and it agrees with itself.
    const TemporaryFolder folder;
    std::filesystem::copy_file(installation.data() + "/llave", folder.path() + "/llave");
    std::string url = "sqlite:" + folder.path() + "/cacao.db", owner = url, name;
    if (GetParam() == db::Motor::postgres) {
        name = Postgres::instance().create_empty_database();
        url = Postgres::instance().service_url(name);
        owner = Postgres::instance().owner_url(name);
    }
    const std::vector<std::string> place{"--data", folder.path(), "--db", url, "--db-owner", owner};
    const auto run = [&](std::vector<std::string> command) {
        command.insert(command.end(), place.begin(), place.end());
        return run_cacao(command);
    };
    const auto restored = run({"restore", file});
    EXPECT_EQ(restored.exit, 0) << restored.err;
    EXPECT_EQ(run({"verify"}).out, "0 differences\n");
    const auto listed = run({"org", "list"});
    EXPECT_NE(listed.out.find("Dulces de Prueba"), std::string::npos) << listed.out << listed.err;
    {
        Process other{
            {cacao_binary(), "serve", "--data", folder.path(), "--db", url, "--listen", "127.0.0.1:0", "--access-log", "off"}};
        const std::string before = "serves http://127.0.0.1:";
        while (other.out().find("/docs") == std::string::npos && other.running()) std::this_thread::yield();
        ASSERT_TRUE(other.running()) << other.err();
        const auto port = static_cast<std::uint16_t>(std::stoi(other.out().substr(other.out().find(before) + before.size())));
        const auto contacts = ask_once(port, "GET", "/api/Contactos", service.authorized("admin"));
        EXPECT_EQ(contacts.at("/totalRegistros"), "1") << contacts.body;
        EXPECT_EQ(contacts.at("/data/0/codigo"), "RESPALDO");
        const auto log = ask_once(port, "GET", "/api/Bitacora?operacion=cacao%20restore", service.authorized("admin"));
        EXPECT_EQ(log.at("/data/0/despues/nombre"), "respaldo") << log.body;
        other.signal(15);
        EXPECT_EQ(other.wait(), 0);
    }
    if (!name.empty()) Postgres::instance().drop(name);
}

// The key file is lost with the machine: the backup starts without it, and everybody logs in again.
TEST_P(CommandsTest, ARestoredBackupStartsWithoutItsKeyFile) {
    Service service{GetParam()};
    const TemporaryFolder folder;
    const auto file = folder.path() + "/respaldo";
    ASSERT_EQ(service.ask("admin", "POST", "/api/Contactos", R"({"codigo":"ANTES","nombre":"x","roles":["cliente"]})").status,
              200);
    ASSERT_EQ(service.installation().run({"backup"}, {file}).exit, 0);
    const auto person = service.person("admin");
    const auto data = folder.path() + "/nueva";
    std::string url = "sqlite:" + data + "/cacao.db", owner = url, name;
    if (GetParam() == db::Motor::postgres) {
        name = Postgres::instance().create_empty_database();
        url = Postgres::instance().service_url(name);
        owner = Postgres::instance().owner_url(name);
    }
    const auto run = [&](std::vector<std::string> command) {
        command.insert(command.end(), {"--data", data, "--db", url, "--db-owner", owner});
        return run_cacao(command);
    };
    ASSERT_EQ(run({"restore", file}).exit, 0);
    const auto serve = [&](const std::function<void(std::uint16_t)>& work) {
        Process other{{cacao_binary(), "serve", "--data", data, "--db", url, "--listen", "127.0.0.1:0", "--access-log", "off"}};
        const std::string before = "serves http://127.0.0.1:";
        while (other.out().find("/docs") == std::string::npos && other.running()) std::this_thread::yield();
        if (!other.running()) return other.err();
        work(static_cast<std::uint16_t>(std::stoi(other.out().substr(other.out().find(before) + before.size()))));
        other.signal(15);
        EXPECT_EQ(other.wait(), 0);
        return std::string{};
    };

    const auto without = run({"doctor"});
    EXPECT_EQ(without.exit, 1);
    EXPECT_NE(without.out.find("FAULT  key file: it is not there"), std::string::npos) << without.out;
    EXPECT_FALSE(std::filesystem::exists(data + "/llave")) << "doctor makes no key";

    Headers fresh;
    const auto logs_in = [&](std::uint16_t port) {
        EXPECT_EQ(ask_once(port, "GET", "/api/Contactos", service.authorized("admin")).status, 401) << "the old tokens end";
        const auto in = ask_once(port, "POST", "/api/Seguridad/Autenticacion", {{"Content-Type", "application/json"}},
                                 R"({"usuario":")" + person.usuario + R"(","password":")" + person.password + "\"}");
        ASSERT_EQ(in.status, 200) << in.body;
        auto token = in.at("/data/accessToken");
        fresh = {{"Authorization", "Bearer " + token}};
        EXPECT_EQ(ask_once(port, "GET", "/api/Contactos", fresh).at("/data/0/codigo"), "ANTES");
    };
    EXPECT_EQ(serve(logs_in), "");
    // … and once more with the file that it made.
    EXPECT_EQ(serve([&](std::uint16_t port) { EXPECT_EQ(ask_once(port, "GET", "/api/Contactos", fresh).status, 200); }), "");
    EXPECT_EQ(run({"doctor"}).exit, 0) << run({"doctor"}).out;
    const auto strange = run({"doctor", "--sat-certificates", data + "/nowhere"});
    EXPECT_EQ(strange.exit, 1);
    EXPECT_NE(strange.out.find("FAULT  fiscal certificates: sat-certificates: "), std::string::npos) << strange.out;
    EXPECT_EQ(run({"verify"}).exit, 0) << run({"verify"}).out;

    // A file of somebody else's is not taken for a lost one.
    std::filesystem::remove(data + "/llave");
    std::ofstream{data + "/llave"} << std::string(32, 'x');
    std::filesystem::permissions(data + "/llave", std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    EXPECT_NE(serve([](std::uint16_t) {}).find("sealed with another key file"), std::string::npos);
    EXPECT_NE(run({"doctor"}).out.find("FAULT  key file: it is not the one"), std::string::npos);
    if (!name.empty()) Postgres::instance().drop(name);
}

TEST_P(CommandsTest, AnRfcIsOfOneOrganization) {
    const Installation installation{GetParam()};
    const auto add = [&](const std::string& name, const std::string& rfc) {
        return installation.run({"org", "add", name}, {"--rfc", rfc, "--user", name + "@prueba.mx"});
    };
    EXPECT_EQ(add("una", "xia190128j61").exit, 0);
    const auto again = add("otra", "XIA190128J61");
    EXPECT_EQ(again.exit, 1);
    EXPECT_NE(again.err.find("has RFC XIA190128J61 already"), std::string::npos) << again.err;
    EXPECT_NE(add("otra", "XAXX010101000").err.find("nobody's own"), std::string::npos);
    EXPECT_EQ(installation.run({"verify"}).out, "0 differences\n");
    EXPECT_EQ(installation.run({"doctor"}).exit, 0);
    // Companies to look around in take others.
    EXPECT_EQ(installation.run({"demo"}, {"--contactos", "1", "--documents", "0"}).exit, 0);
    EXPECT_EQ(installation.run({"demo"}, {"--contactos", "1", "--documents", "0"}).exit, 0);
    if (GetParam() == db::Motor::sqlite) {
        sqlite3* file = nullptr;
        ASSERT_EQ(sqlite3_open((installation.data() + "/cacao.db").c_str(), &file), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(file, "UPDATE organizacion SET rfc = 'XIA190128J61'", nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(file);
        EXPECT_NE(installation.run({"verify"}).out.find("rfc XIA190128J61: it is that of organizacionId"), std::string::npos);
        EXPECT_NE(installation.run({"doctor"}).out.find("FAULT  organizations: "), std::string::npos);
    }
}

TEST_P(CommandsTest, DoctorTellsOfWorkThatFailed) {
    const Installation installation{GetParam()};
    EXPECT_NE(installation.run({"doctor"}).out.find("ok     work: 0 due, none failed\n"), std::string::npos);
    for (const auto* who : {"admin", "otra"})
        db::open({.url = installation.url(), .connections = 1})
            ->write_now(people(GetParam()).at(who).organizacionId, [](db::Writer& tx) {
                tx.run(
                    R"(INSERT INTO trabajo (organizacionId, trabajoId, tipo, clave, datos, estado, siguiente, toma, intentos, error,
                                               usuarioId, creadoEn, terminadoEn)
                          VALUES ($1, $2, 'Prueba', 'a', '{}', 'fallido', 1, 1, 1, 'Nadie contesta.', 0, 1, 2),
                                 ($1, $3, 'Prueba', 'b', '{}', 'pendiente', 1, 0, 0, '', 0, 1, 0))",
                    tx.organizacion(), tx.next_id(), tx.next_id());
            });
    const auto told = installation.run({"doctor"});
    EXPECT_EQ(told.exit, 0) << "the installation is none the worse for it";
    EXPECT_NE(told.out.find("ok     work: 2 due, failed: 2 Prueba (GET /api/Trabajos?estado=fallido)\n"), std::string::npos)
        << told.out;
    EXPECT_EQ(installation.run({"verify"}).out, "0 differences\n");
}

TEST_P(CommandsTest, TheProfileOfAnOrganization) {
    const Installation installation{GetParam()};
    const auto id = at(installation.run({"org", "add", "una"}, {"--user", "una@prueba.mx", "--json"}).out, "/organizacionId");
    EXPECT_NE(installation.run({"doctor"}).out.find("lacks rfc, regimenFiscal, calle"), std::string::npos);
    EXPECT_NE(installation.run({"org", "show"}, {"--organization", id}).out.find("missing       rfc, regimenFiscal"),
              std::string::npos);
    const auto wrong = installation.run({"org", "set"}, {"--organization", id, "--rfc", "nada", "--zone", ""});
    EXPECT_EQ(wrong.exit, 1);
    EXPECT_NE(wrong.err.find("/rfc"), std::string::npos) << wrong.err;
    EXPECT_NE(installation.run({"org", "set"}, {"--organization", id, "--regime", "999"}).err.find("/regimenFiscal"),
              std::string::npos);
    const auto logo = installation.data() + "/logo.gif";
    std::ofstream{logo, std::ios::binary} << std::string(
        "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,"
        "\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01"
        "D\x00;",
        42);
    const auto set = installation.run(
        {"org", "set"}, {"--organization", id,       "--name",         "Cacao",           "--rfc",      "xia190128j61",
                         "--regime",       "601",    "--street",       "Av. Juárez",      "--exterior", "1",
                         "--colony",       "Centro", "--municipality", "Cuauhtémoc",      "--state",    "Ciudad de México",
                         "--postal-code",  "06000",  "--zone",         "America/Tijuana", "--logo",     logo,
                         "--json"});
    ASSERT_EQ(set.exit, 0) << set.err;
    EXPECT_EQ(at(set.out, "/nombre"), "Cacao");
    EXPECT_EQ(at(set.out, "/rfc"), "XIA190128J61");
    EXPECT_EQ(at(set.out, "/logo/tipo"), "image/gif");
    EXPECT_EQ(at(set.out, "/zona"), "America/Tijuana");
    EXPECT_EQ(installation.run({"doctor"}).out.find("organization " + id + " lacks"), std::string::npos);
    EXPECT_EQ(installation.run({"org", "set"}, {"--organization", id, "--no-logo"}).exit, 0);
    EXPECT_EQ(installation.run({"org", "show"}, {"--organization", id}).out.find("logo"), std::string::npos);
    EXPECT_EQ(installation.run({"verify"}).out, "0 differences\n");
}

// A path that is mistyped is no new company, and nothing is left there.
TEST_P(CommandsTest, OnlyWhatMakesADatabaseMakesOne) {
    const TemporaryFolder folder;
    const auto data = folder.path() + "/nada";
    std::vector<std::string> place{"--data", data};
    std::string name;
    if (GetParam() == db::Motor::postgres) {
        name = Postgres::instance().create_empty_database();
        place.insert(place.end(),
                     {"--db", Postgres::instance().service_url(name), "--db-owner", Postgres::instance().owner_url(name)});
    }
    const auto table = folder.path() + "/contactos.csv";
    std::ofstream{table} << "codigo,nombre\nA,B\n";
    const std::vector<std::vector<std::string>> commands{{"verify"},
                                                         {"verify", "--quick"},
                                                         {"backup", folder.path() + "/respaldo"},
                                                         {"export", "journal"},
                                                         {"export", "contactos"},
                                                         {"import", "contactos", table},
                                                         {"catalogs", "import", table, "--catalog", "Municipios"},
                                                         {"org", "list"},
                                                         {"org", "show"},
                                                         {"org", "set", "--name", "x"},
                                                         {"user", "add", "ana@prueba.mx", "--name", "Ana"},
                                                         {"user", "password", "ana@prueba.mx"},
                                                         {"key", "add", "Tienda"},
                                                         {"key", "revoke", "abc"},
                                                         {"doctor"}};
    for (auto command : commands) {
        const auto said = command.front() + ' ' + command.back();
        command.insert(command.end(), place.begin(), place.end());
        const auto ended = run_cacao(command);
        EXPECT_EQ(ended.exit, 1) << said << ended.out << ended.err;
        EXPECT_NE(
            (ended.out + ended.err).find(command.front() == "doctor" ? "FAULT  database: there is none" : "no database of cacao"),
            std::string::npos)
            << said << ended.out << ended.err;
        EXPECT_FALSE(std::filesystem::exists(data)) << said;
        EXPECT_FALSE(std::filesystem::exists(folder.path() + "/respaldo"));
    }
    // A file that is there and holds nothing is none either.
    if (name.empty()) {
        std::filesystem::create_directory(data);
        std::filesystem::permissions(data, std::filesystem::perms::owner_all);
        std::ofstream{data + "/cacao.db"};
        EXPECT_EQ(run_cacao({"verify", "--data", data}).exit, 1);
        EXPECT_EQ(std::filesystem::file_size(data + "/cacao.db"), 0U);
        EXPECT_EQ(run_cacao({"doctor", "--data", data}).exit, 1);
        EXPECT_FALSE(std::filesystem::exists(data + "/llave"));
    } else {
        Postgres::instance().drop(name);
    }
}

// As the installation goes: a company first, then the service.
TEST(Commands, BeforeTheFirstStartDoctorMissesNoKeyFile) {
    const TemporaryFolder folder;
    const std::vector<std::string> place{"--data", folder.path() + "/data"};
    const auto run = [&](std::vector<std::string> command) {
        command.insert(command.end(), place.begin(), place.end());
        return run_cacao(command);
    };
    ASSERT_EQ(run({"org", "add", "Nueva", "--user", "ana@nueva.mx"}).exit, 0);
    const auto seen = run({"doctor"});
    EXPECT_EQ(seen.exit, 0) << seen.out;
    EXPECT_NE(seen.out.find("ok     key file: not there yet"), std::string::npos) << seen.out;
}

TEST(Move, ACompanyThatOutgrewItsMachineGoesOnOnPostgres) {
    const TemporaryFolder folder;
    const auto run = [&](std::vector<std::string> command, const std::vector<std::string>& place) {
        command.insert(command.end(), {"--data", folder.path()});
        command.insert(command.end(), place.begin(), place.end());
        auto ended = run_cacao(command);
        EXPECT_EQ(ended.exit, 0) << command.front() << ": " << ended.err;
        return ended.out;
    };
    run({"demo", "--contactos", "40", "--documents", "400", "--json"}, {});
    const auto file = folder.path() + "/respaldo";
    run({"backup", file}, {});
    const auto name = Postgres::instance().create_empty_database();
    const std::vector<std::string> there{"--db", Postgres::instance().service_url(name), "--db-owner",
                                         Postgres::instance().owner_url(name)};
    run({"restore", file}, there);
    EXPECT_EQ(run({"verify"}, there), "0 differences\n");
    EXPECT_EQ(run({"export", "journal"}, there), run({"export", "journal"}, {}));
    EXPECT_EQ(run({"export", "productos"}, there), run({"export", "productos"}, {}));
    Postgres::instance().drop(name);
}

TEST(Move, NothingIsRestoredForALoginThatIsNotLetIn) {
    const TemporaryFolder folder;
    auto& server = Postgres::instance();
    const auto name = server.create_empty_database();
    const auto file = folder.path() + "/respaldo";
    const auto stranger = "ajeno_" + name;
    server.run("CREATE ROLE " + stranger + " LOGIN PASSWORD 'ajeno'");
    const auto owner = server.owner_url(name);
    const auto login = "postgresql://" + stranger + ":ajeno" + owner.substr(owner.find('@'));
    const auto run = [&](std::vector<std::string> command) {
        command.insert(command.end(), {"--data", folder.path()});
        return run_cacao(command);
    };
    ASSERT_EQ(run({"demo", "--contactos", "1", "--documents", "0", "--json"}).exit, 0);
    ASSERT_EQ(run({"backup", file}).exit, 0);
    const auto refused = run({"restore", file, "--db", login, "--db-owner", owner});
    EXPECT_EQ(refused.exit, 1) << refused.out;
    EXPECT_NE(refused.err.find("Nothing was restored"), std::string::npos) << refused.err;
    server.run("GRANT cacao_servicio TO " + stranger);
    const auto restored = run({"restore", file, "--db", login, "--db-owner", owner});
    EXPECT_EQ(restored.exit, 0) << restored.err;
    server.drop(name);
    server.run("DROP ROLE " + stranger);
}

TEST_P(CommandsTest, DoctorLooksAndHidesPasswords) {
    const Installation installation{GetParam()};
    const auto seen = installation.run({"doctor"});
    EXPECT_EQ(seen.exit, 0) << seen.out << seen.err;
    EXPECT_NE(seen.out.find("schema up to date"), std::string::npos) << seen.out;
    if (GetParam() == db::Motor::postgres) {
        const auto& url = installation.url();
        const auto colon = url.find(':', url.find("//") + 2);
        const auto password = url.substr(colon, url.find('@') - colon + 1);
        EXPECT_EQ(seen.out.find(password), std::string::npos) << seen.out;
        EXPECT_NE(seen.out.find(":***@"), std::string::npos) << seen.out;
    }
    const auto broken = run_cacao({"doctor", "--data", installation.data(), "--db", "postgres://ana:secreta@127.0.0.1:1/x"});
    EXPECT_EQ(broken.exit, 1) << broken.out;
    EXPECT_EQ((broken.out + broken.err).find("secreta"), std::string::npos) << broken.out << broken.err;
}

TEST_P(CommandsTest, MigrateTwiceDoesNothingTheSecondTime) {
    const Installation installation{GetParam()};
    const auto done = installation.run({"migrate"});
    EXPECT_EQ(done.exit, 0) << done.err;
    EXPECT_NE(done.out.find("0 steps applied now"), std::string::npos) << done.out;
}

TEST(Commands, VersionAndHelp) {
    EXPECT_EQ(run_cacao({"version"}).out, "cacao " CACAO_VERSION "\n");
    const auto help = run_cacao({"--help"});
    EXPECT_EQ(help.exit, 0);
    for (const char* command : {"serve", "migrate", "demo", "org", "user", "key", "verify", "export", "backup", "restore",
                                "openapi", "doctor", "version"})
        EXPECT_NE(help.out.find(command), std::string::npos) << command;
    EXPECT_EQ(run_cacao({}).exit, 2);
}

TEST(Commands, ServeWithDemoShowsWhatWorksAndKeepsItForTheNextStart) {
    const TemporaryFolder folder;
    std::string first;
    for (int start = 0; start < 2; ++start) {
        Process process{{cacao_binary(), "serve", "--demo", "--data", folder.path() + "/data", "--listen", "127.0.0.1:0",
                         "--access-log", "off"}};
        while (process.out().find("\n\n  Try it:\n\n") == std::string::npos && process.running()) std::this_thread::yield();
        const auto out = process.out();
        const auto key_at = out.find("API key        ") + 15;
        const auto key = out.substr(key_at, out.find('\n', key_at) - key_at);
        const auto port_at = out.find("127.0.0.1:") + 10;
        const auto port = static_cast<std::uint16_t>(std::stoi(out.substr(port_at)));
        EXPECT_EQ(ask_once(port, "POST", "/api/Seguridad/Autenticacion", {}, R"({"apiKey":")" + key + "\"}").status, 200) << out;
        EXPECT_TRUE(first.empty() || first == key) << "the demo company of the first start is still the one shown";
        first = key;
        process.signal(15);
        EXPECT_EQ(process.wait(), 0) << process.err();
    }
    struct stat made {};
    ASSERT_EQ(::stat((folder.path() + "/data").c_str(), &made), 0);
    EXPECT_EQ(made.st_mode & 0777, 0700U);
}

}  // namespace
}  // namespace cacao::test
