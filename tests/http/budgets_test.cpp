// What nobody can make the service do: keep bodies of callers it does not know, name a million faults, compress the same page for
// each of them, run out of files without a word.

#include "http/service.hpp"
#include "serve/raw_client.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace cacao::test {
namespace {

class BudgetsHttpTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};

    // The head alone: of the body not a byte.
    serve::RawAnswer head(std::string_view target, std::string_view who, std::size_t length, std::string_view more = "") {
        serve::RawClient client{service.port()};
        std::string text = fmt::format(
            "POST {} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{}", target, length, more);
        if (who != "nadie") text += fmt::format("Authorization: Bearer {}\r\n", service.person(who).token);
        return client.ask(text + "\r\n");
    }
};

TEST_P(BudgetsHttpTest, TheHeadDecidesWhetherABodyMayCome) {
    constexpr std::size_t large = 9U << 20U;
    const std::string waits = "Expect: 100-continue\r\n";
    EXPECT_EQ(head("/api/Contactos", "nadie", large, waits).status, 401);
    EXPECT_EQ(head("/api/Contactos", "nadie", large).status, 401);
    EXPECT_EQ(head("/api/Contactos", "consulta", large, waits).status, 403);
    EXPECT_EQ(head("/api/NoExiste", "nadie", large, waits).status, 404);
    EXPECT_EQ(head("/openapi.json", "nadie", large, waits).status, 405);
    EXPECT_EQ(head("/api/Contactos", "admin", large, waits).status, 100);
    // Who needs no token has little to say.
    EXPECT_EQ(head("/api/Seguridad/Autenticacion", "nadie", 16 * 1024 + 1, waits).status, 413);
    EXPECT_EQ(head("/api/Seguridad/Autenticacion", "nadie", 16 * 1024, waits).status, 100);
    const auto twice = head("/api/Contactos", "admin", 10, "Authorization: Bearer x\r\n");
    EXPECT_EQ(twice.status, 400);
    EXPECT_NE(twice.body.find("peticion_malformada"), std::string::npos) << twice.body;
}

TEST_P(BudgetsHttpTest, AHundredFaultsAreEnough) {
    std::string body = "{";
    for (int i = 0; i < 3000; ++i) body += fmt::format("\"c{}\":0,", i);
    body.back() = '}';
    const auto r = service.ask("admin", "POST", "/api/Contactos", body);
    EXPECT_EQ(r.status, 400);
    EXPECT_LT(r.body.size(), 30'000U);
    EXPECT_EQ(std::ranges::count(r.faults(), ';'), 99);
    EXPECT_GE(std::stoi(r.at("/masErrores")), 2900);
}

TEST_P(BudgetsHttpTest, PagesAreNamedAndNotSentTwice) {
    for (const char* path : {"/openapi.json", "/docs", "/docs/plain", "/docs/scalar.js"}) {
        const auto plain = service.ask("nadie", "GET", path);
        const auto zipped = service.ask("nadie", "GET", path, {}, {{"Accept-Encoding", "gzip"}});
        ASSERT_EQ(plain.status, 200) << path;
        EXPECT_EQ(plain.header("Content-Encoding"), "") << path;
        EXPECT_EQ(plain.header("Vary"), "Accept-Encoding");
        const std::string etag = plain.header("ETag");
        EXPECT_FALSE(etag.empty());
        const auto again = service.ask("nadie", "GET", path, {}, {{"If-None-Match", etag}});
        EXPECT_EQ(again.status, 304);
        EXPECT_EQ(again.header("ETag"), etag);
        if (zipped.header("Content-Encoding").empty()) continue;  // too small to be worth it
        EXPECT_LT(zipped.body.size(), plain.body.size());
        EXPECT_NE(zipped.header("ETag"), etag) << "other bytes, another name";
        EXPECT_EQ(
            service.ask("nadie", "GET", path, {}, {{"Accept-Encoding", "gzip"}, {"If-None-Match", zipped.header("ETag")}}).status,
            304);
    }
}

CACAO_EN_AMBOS_MOTORES(BudgetsHttpTest);

// The service as a shell starts it, with other limits than ours.
std::unique_ptr<Process> serve_under(const Installation& installation, const std::string& limits) {
    auto process = std::make_unique<Process>(std::vector<std::string>{
        "/bin/sh", "-c", limits + "; exec \"$0\" \"$@\"", cacao_binary(), "serve", "--data", installation.data(), "--db",
        installation.url(), "--listen", "127.0.0.1:0", "--access-log", "off", "--max-connections", "500"});
    while (process->running() && process->out().find("serves") == std::string::npos) std::this_thread::yield();
    return process;
}

TEST(OpenFiles, AreRaisedOrMissedAloud) {
    const Installation installation{db::Motor::sqlite};
    {
        const auto process = serve_under(installation, "ulimit -Sn 200");
        std::ifstream limits{fmt::format("/proc/{}/limits", process->pid())};
        std::stringstream text;
        text << limits.rdbuf();
        std::string line;
        while (std::getline(text, line) && !line.starts_with("Max open files")) continue;
        EXPECT_GE(std::stoi(line.substr(std::string_view{"Max open files"}.size())), 500) << line;
        EXPECT_EQ((process->out() + process->err()).find("files may be open"), std::string::npos);
        process->signal(SIGTERM);
        EXPECT_EQ(process->wait(), 0);
    }
    const auto process = serve_under(installation, "ulimit -Sn 200; ulimit -Hn 300");
    EXPECT_NE((process->out() + process->err()).find("only 300 files may be open"), std::string::npos) << process->out();
    process->signal(SIGTERM);
    EXPECT_EQ(process->wait(), 0);
}

}  // namespace
}  // namespace cacao::test
