// The console's pages and its session: what a browser is given, and what another page could make of it.

#include "http/service.hpp"

#include <gtest/gtest.h>

namespace cacao::test {
namespace {

class ConsoleTest : public testing::TestWithParam<db::Motor> {
protected:
    Service service{GetParam()};

    HttpAnswer session(std::string_view method, std::string_view body = {}, Headers headers = {}) {
        headers.emplace_back("X-Cacao", "consola");
        return ask_once(service.port(), method, "/consola/sesion", headers, body);
    }
    HttpAnswer sign_in() {
        const auto& who = service.person("admin");
        return session("POST", R"({"usuario":")" + who.usuario + R"(","password":")" + who.password + "\"}",
                       {{"Content-Type", "application/json"}});
    }
    static std::string cookie(const HttpAnswer& answer) {
        const auto whole = answer.header("Set-Cookie");
        return whole.substr(0, whole.find(';'));
    }
};
CACAO_EN_AMBOS_MOTORES(ConsoleTest);

TEST_P(ConsoleTest, TheRefreshTokenIsACookieThatNobodyElseSees) {
    const auto in = sign_in();
    ASSERT_EQ(in.status, 200) << in.body;
    EXPECT_EQ(in.body.find("refresh"), std::string::npos) << in.body;
    EXPECT_FALSE(in.at("/data/accessToken").empty());
    const auto set = in.header("Set-Cookie");
    for (const auto* part : {"cacao_sesion=cacaor_", "; Path=/consola/sesion", "; HttpOnly", "; SameSite=Strict"})
        EXPECT_NE(set.find(part), std::string::npos) << set;
    // It opens nothing below /api.
    EXPECT_EQ(ask_once(service.port(), "GET", "/api/Seguridad/Usuario", {{"Cookie", cookie(in)}}).status, 401);

    const auto renewed = session("PUT", {}, {{"Cookie", "otra=1; " + cookie(in)}});
    ASSERT_EQ(renewed.status, 200) << renewed.body;
    EXPECT_NE(cookie(renewed), cookie(in));
    // Two tabs at once are given the same.
    EXPECT_EQ(cookie(session("PUT", {}, {{"Cookie", cookie(in)}})), cookie(renewed));

    // Who cannot say who they are ends nothing, and keeps the cookie to say it with.
    const auto nobody = session("DELETE", {}, {{"Cookie", cookie(renewed)}});
    EXPECT_EQ(nobody.status, 401);
    EXPECT_FALSE(nobody.has("Set-Cookie"));

    const auto out =
        session("DELETE", {}, {{"Cookie", cookie(renewed)}, {"Authorization", "Bearer " + renewed.at("/data/accessToken")}});
    EXPECT_EQ(out.status, 200) << out.body;
    EXPECT_NE(out.header("Set-Cookie").find("cacao_sesion=; "), std::string::npos);
    EXPECT_NE(out.header("Set-Cookie").find("Max-Age=0"), std::string::npos);
    const auto after = session("PUT", {}, {{"Cookie", cookie(renewed)}});
    EXPECT_EQ(after.status, 401);
    EXPECT_NE(after.header("Set-Cookie").find("Max-Age=0"), std::string::npos);
}

TEST_P(ConsoleTest, AnotherPageCannotAsk) {
    const auto in = sign_in();
    for (const auto* method : {"POST", "PUT", "DELETE"}) {
        const auto r = ask_once(service.port(), method, "/consola/sesion", {{"Cookie", cookie(in)}}, {});
        EXPECT_EQ(r.status, 403) << method;
        EXPECT_EQ(r.at("/codigo"), "permiso_denegado");
    }
    // Nor can what stands in a cookie become more than a text.
    const auto odd = session("PUT", {}, {{"Cookie", "cacao_sesion=x\",\"otro\":\"y"}});
    EXPECT_EQ(odd.status, 401) << odd.body;
    EXPECT_EQ(session("PUT").body, R"({"data":null})");
    const auto wrong = session("POST", R"({"usuario":"admin","password":"no es esta"})", {{"Content-Type", "application/json"}});
    EXPECT_EQ(wrong.status, 401);
    EXPECT_FALSE(wrong.has("Set-Cookie"));
    EXPECT_EQ(session("POST", std::string(20'000, 'x'), {{"Content-Type", "application/json"}}).status, 413);
}

TEST_P(ConsoleTest, FilesStandUnderAFingerprint) {
    const auto page = ask_once(service.port(), "GET", "/consola/facturas");
    ASSERT_EQ(page.status, 200);
    EXPECT_NE(page.header("Content-Security-Policy").find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(page.header("Cache-Control"), "no-cache");
    const auto from = page.body.find("/consola/a/");
    ASSERT_NE(from, std::string::npos) << page.body;
    const auto script = page.body.substr(from, page.body.find('"', from) - from);
    const auto file = ask_once(service.port(), "GET", script);
    EXPECT_EQ(file.status, 200) << script;
    EXPECT_EQ(file.header("Content-Type"), "text/javascript; charset=utf-8");
    EXPECT_NE(file.header("Cache-Control").find("immutable"), std::string::npos);
    EXPECT_EQ(ask_once(service.port(), "GET", "/consola/a/0000000000000000/index.js").status, 404);
    EXPECT_EQ(ask_once(service.port(), "GET", "/consolador").status, 404);
}

}  // namespace
}  // namespace cacao::test
