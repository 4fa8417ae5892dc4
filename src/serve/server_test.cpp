#include "serve/server.hpp"

#include "serve/raw_client.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <mutex>
#include <set>

namespace cacao::serve {
namespace {

using namespace std::chrono_literals;

struct Served {
    explicit Served(TestHandler::Function function = echo, ServerSettings settings = on_any_port(), Observer* observer = nullptr)
        : handler(std::move(function)), server(std::move(settings), handler, observer) {
        server.start();
    }
    RawClient client() { return RawClient{server.port()}; }
    TestHandler handler;
    Server server;
};

TEST(Server, KeepsTheConnectionAndTheOrder) {
    Served s;
    auto c = s.client();
    EXPECT_EQ(c.ask(get_a).body, "GET /a []");
    EXPECT_EQ(c.ask("POST /b?q=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nxyz").body, "POST /b?q=1 [xyz]");
    std::string many;
    for (int i = 0; i < 500; ++i) many += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n";
    c.send(many);
    for (int i = 0; i < 500; ++i) ASSERT_EQ(c.read().body, "GET /" + std::to_string(i) + " []");
}

TEST(Server, UnderstandsARequestCutAtEveryByte) {
    Served s;
    auto c = s.client();
    const std::string bytes = "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwxyz\r\n0\r\n\r\n";
    for (const char byte : bytes) ASSERT_TRUE(c.send({&byte, 1}));
    EXPECT_EQ(c.read().body, "POST /c [wxyz]");
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
        c.send(bytes.substr(0, cut));
        c.send(bytes.substr(cut));
        ASSERT_EQ(c.read().body, "POST /c [wxyz]");
    }
}

TEST(Server, EveryAnswerCarriesItsHeaders) {
    Served s;
    const RawAnswer a = s.client().ask(get_a);
    EXPECT_EQ(a.status, 200);
    EXPECT_EQ(a.header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(a.header("Content-Type"), "text/plain");
    EXPECT_EQ(a.header("Date").size(), 29U);
    EXPECT_EQ(a.header("traceparent").size(), 55U);
    EXPECT_EQ(a.header("Connection"), "");
}

TEST(Server, RefusalsAreProblemsAndEndTheConnection) {
    Served s;
    const std::tuple<const char*, int, const char*> cases[] = {
        {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "peticion_malformada"},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "peticion_malformada"},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n", 413, "cuerpo_muy_grande"},
    };
    for (const auto& [bytes, status, codigo] : cases) {
        auto c = s.client();
        const RawAnswer a = c.ask(std::string{bytes} + get_a);
        EXPECT_EQ(a.status, status);
        EXPECT_EQ(a.header("Content-Type"), "application/problem+json");
        EXPECT_EQ(a.header("Connection"), "close");
        EXPECT_NE(a.body.find("\"codigo\":\"" + std::string{codigo} + "\""), std::string::npos) << a.body;
        EXPECT_NE(a.body.find("\"traceId\":\"" + a.header("traceparent").substr(3, 32) + "\""), std::string::npos) << a.body;
        EXPECT_NE(a.body.find("\"errores\":[]"), std::string::npos);
        // What follows a refused request is never taken for a request.
        EXPECT_TRUE(c.closed());
    }
    auto c = s.client();
    EXPECT_EQ(c.ask("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(17 * 1024, 'x') + "\r\n\r\n").status, 431);
    EXPECT_TRUE(c.closed());
}

TEST(Server, RefusalSpeaksTheCallersLanguage) {
    Served s;
    const std::string too_long = "Content-Length: 1001\r\n\r\n";
    EXPECT_NE(s.client().ask("POST / HTTP/1.1\r\nHost: x\r\nAccept-Language: en-US\r\n" + too_long).body.find("larger than"),
              std::string::npos);
    EXPECT_NE(s.client().ask("POST / HTTP/1.1\r\nHost: x\r\n" + too_long).body.find("supera el"), std::string::npos);
}

TEST(Server, RefusedUploadStillReadsItsAnswer) {
    Served s;
    auto c = s.client();
    // The client goes on sending long after the refusal; a reset would destroy the answer on its way.
    c.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n");
    c.send(std::string(500'000, 'x'));
    EXPECT_EQ(c.read().status, 413);
}

TEST(Server, Http10ClosesUnlessAskedToStay) {
    Served s;
    auto c = s.client();
    RawAnswer a = c.ask("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(a.header("Connection"), "keep-alive");
    a = c.ask("GET /b HTTP/1.0\r\n\r\n");
    EXPECT_EQ(a.body, "GET /b []");
    EXPECT_EQ(a.header("Connection"), "close");
    EXPECT_TRUE(c.closed());
    auto d = s.client();
    EXPECT_EQ(d.ask("GET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + std::string{get_a}).header("Connection"),
              "close");
    EXPECT_TRUE(d.closed());
}

TEST(Server, HeadAnswersTheSameHeadersWithoutTheBody) {
    Served s{[](const api::Request&, const api::Respond& respond) { respond(text_answer("cuerpo")); }};
    auto c = s.client();
    c.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n");
    const RawAnswer head = c.read(true);
    EXPECT_EQ(head.header("Content-Length"), "6");
    EXPECT_EQ(head.header("Content-Type"), "text/plain");
    EXPECT_EQ(c.ask(get_a).body, "cuerpo");
}

TEST(Server, NoContentHasNoLength) {
    Served s{[](const api::Request&, const api::Respond& respond) {
        api::Answer answer;
        answer.status = 204;
        respond(std::move(answer));
    }};
    auto c = s.client();
    const RawAnswer a = c.ask(get_a);
    EXPECT_EQ(a.status, 204);
    EXPECT_EQ(a.header("Content-Length"), "");
    EXPECT_EQ(a.header("Content-Type"), "");
    EXPECT_EQ(c.ask(get_a).status, 204);
}

TEST(Server, ContinuesOnlyWhatItWillTake) {
    Served s;
    auto c = s.client();
    EXPECT_EQ(c.ask("POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n").status, 100);
    EXPECT_EQ(c.ask("abc").body, "POST /a [abc]");
    // The body came along: nobody waits for the word.
    EXPECT_EQ(c.ask("POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc").status, 200);
    EXPECT_EQ(c.ask("POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2000\r\n\r\n").status, 413);
    EXPECT_TRUE(c.closed());
}

TEST(Server, CompressesTextForThoseWhoAsk) {
    const std::string large(50'000, 'z');
    std::string etag, type = "application/json";
    Served s{[&](const api::Request& r, const api::Respond& respond) {
        api::Answer answer;
        answer.content_type = type;
        answer.body = r.path == "/small" ? "{}" : large;
        if (!etag.empty()) answer.headers.emplace_back("ETag", etag);
        respond(std::move(answer));
    }};
    auto c = s.client();
    const auto ask = [&](std::string_view path, std::string_view accept) {
        return c.ask("GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: " + std::string{accept} + "\r\n\r\n");
    };
    RawAnswer a = ask("/large", "gzip");
    EXPECT_EQ(a.header("Content-Encoding"), "gzip");
    EXPECT_EQ(a.header("Vary"), "Accept-Encoding");
    EXPECT_LT(a.body.size(), 1000U);
    EXPECT_EQ(unzipped(a.body), large);
    EXPECT_EQ(unzipped(ask("/large", "gzip").body), large);
    a = ask("/large", "br");
    EXPECT_EQ(a.header("Content-Encoding"), "");
    EXPECT_EQ(a.header("Vary"), "Accept-Encoding");
    EXPECT_EQ(a.body, large);
    EXPECT_EQ(ask("/small", "gzip").header("Vary"), "");
    type = "image/png";
    EXPECT_EQ(ask("/large", "gzip").body, large);
    type = "application/json";
    etag = "\"7\"";
    EXPECT_EQ(ask("/large", "gzip").body, large);
    etag = "W/\"7\"";
    EXPECT_EQ(ask("/large", "gzip").header("Content-Encoding"), "gzip");
}

TEST(Server, TraceIsKeptOrMade) {
    std::string seen;
    Served s{[&](const api::Request& r, const api::Respond& respond) {
        seen = r.trace_id;
        respond({});
    }};
    auto c = s.client();
    const auto ask = [&](std::string_view value) {
        return c.ask("GET / HTTP/1.1\r\nHost: x\r\ntraceparent: " + std::string{value} + "\r\n\r\n").header("traceparent");
    };
    const std::string trace = "0af7651916cd43dd8448eb211c80319c", span = "b7ad6b7169203331";
    const std::string kept = ask("00-" + trace + "-" + span + "-01");
    EXPECT_EQ(kept.substr(0, 36), "00-" + trace + "-");
    EXPECT_EQ(kept.substr(52), "-01");
    EXPECT_NE(kept.substr(36, 16), span);
    EXPECT_EQ(seen, trace);
    EXPECT_EQ(ask("01-" + trace + "-" + span + "-01-more").substr(3, 32), trace);
    for (const std::string& bad :
         {"00-" + trace + "-" + span, "ff-" + trace + "-" + span + "-01", "00-" + trace + "-" + span + "-01-more",
          "00-" + std::string(32, '0') + "-" + span + "-01", "00-" + trace + "-" + std::string(16, '0') + "-01",
          "00-0AF7651916cd43dd8448eb211c80319c-" + span + "-01", std::string{"hola"}}) {
        const std::string made = ask(bad);
        EXPECT_EQ(made.size(), 55U) << bad;
        EXPECT_NE(made.substr(3, 32), trace) << bad;
        EXPECT_EQ(seen, made.substr(3, 32));
    }
}

TEST(Server, CorsOnlyForTheListedOrigins) {
    const std::string preflight =
        "OPTIONS /a HTTP/1.1\r\nHost: x\r\nOrigin: https://uno.example\r\nAccess-Control-Request-Method: PUT\r\n"
        "Access-Control-Request-Headers: authorization, if-match\r\n\r\n";
    {
        Served off;
        const RawAnswer a = off.client().ask(preflight);
        EXPECT_EQ(a.body, "OPTIONS /a []");
        EXPECT_EQ(a.header("Access-Control-Allow-Origin"), "");
        EXPECT_EQ(a.header("Vary"), "");
    }
    ServerSettings settings = on_any_port();
    settings.cors_origins = {"https://uno.example"};
    Served on{echo, settings};
    auto c = on.client();
    RawAnswer a = c.ask(preflight);
    EXPECT_EQ(a.status, 204);
    EXPECT_EQ(a.header("Access-Control-Allow-Origin"), "https://uno.example");
    EXPECT_NE(a.header("Access-Control-Allow-Methods").find("PUT"), std::string::npos);
    EXPECT_EQ(a.header("Access-Control-Allow-Headers"), "authorization, if-match");
    EXPECT_EQ(a.header("Access-Control-Max-Age"), "600");
    a = c.ask("GET /a HTTP/1.1\r\nHost: x\r\nOrigin: https://uno.example\r\n\r\n");
    EXPECT_EQ(a.header("Access-Control-Allow-Origin"), "https://uno.example");
    EXPECT_EQ(a.header("Vary"), "Origin");
    for (const char* other : {"https://uno.example.evil", "http://uno.example", "https://UNO.example", "null"}) {
        a = c.ask("GET /a HTTP/1.1\r\nHost: x\r\nOrigin: " + std::string{other} + "\r\n\r\n");
        EXPECT_EQ(a.header("Access-Control-Allow-Origin"), "") << other;
        EXPECT_EQ(a.header("Vary"), "Origin");
    }
    EXPECT_EQ(c.ask("OPTIONS /a HTTP/1.1\r\nHost: x\r\n\r\n").body, "OPTIONS /a []");
}

TEST(Server, APageOfAnotherOriginReadsEveryHeaderThatIsSent) {
    ServerSettings settings = on_any_port();
    settings.cors_origins = {"https://uno.example"};
    Served s{[](const api::Request&, const api::Respond& respond) {
                 api::Answer a;
                 a.body = "x";
                 for (const auto* name : {"ETag", "Location", "Retry-After", "Idempotency-Replayed", "Simulacion",
                                          "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Content-Disposition",
                                          "WWW-Authenticate", "Allow", "Link", "X-Por-Venir"})
                     a.headers.emplace_back(name, "1");
                 respond(std::move(a));
             },
             settings};
    const RawAnswer a = s.client().ask("GET /a HTTP/1.1\r\nHost: x\r\nOrigin: https://uno.example\r\n\r\n");
    const std::string exposed = ", " + a.header("Access-Control-Expose-Headers") + ",";
    // What every page reads anyway, what is the browser's own business, and what says so itself.
    const std::set<std::string_view> known{"Content-Type",
                                           "Content-Length",
                                           "X-Content-Type-Options",
                                           "Vary",
                                           "Access-Control-Allow-Origin",
                                           "Access-Control-Expose-Headers"};
    std::size_t judged = 0;
    for (auto at = a.head.find("\r\n"); at != std::string::npos && at + 2 < a.head.size(); at = a.head.find("\r\n", at + 2)) {
        const auto name = a.head.substr(at + 2, a.head.find(':', at) - at - 2);
        if (name.starts_with("\r\n") || known.contains(name)) continue;
        EXPECT_NE(exposed.find(", " + name + ","), std::string::npos) << name << " in " << exposed;
        ++judged;
    }
    EXPECT_EQ(judged, 15U) << "thirteen of the answer, Date and traceparent";
}

TEST(Server, ForwardedAddressOnlyFromTrustedProxies) {
    const auto remote = [](const api::Request& r, const api::Respond& respond) { respond(text_answer(std::string{r.remote})); };
    const auto ask = [](Served& s, std::string_view value) {
        return s.client().ask("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + std::string{value} + "\r\n\r\n").body;
    };
    Served direct{remote};
    EXPECT_EQ(ask(direct, "203.0.113.7"), "127.0.0.1");
    ServerSettings settings = on_any_port();
    settings.trusted_proxies = {"127.0.0.0/8", "10.1.2.3"};
    Served behind{remote, settings};
    EXPECT_EQ(ask(behind, "203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(ask(behind, "198.51.100.1, 203.0.113.7, 10.1.2.3"), "203.0.113.7");
    EXPECT_EQ(ask(behind, "2001:db8::7"), "2001:db8::7");
    EXPECT_EQ(ask(behind, "<script>"), "127.0.0.1");
}

TEST(Server, ThrowingHandlerIsAnInternalError) {
    Served s{[](const api::Request& r, const api::Respond& respond) {
        if (r.path == "/a") throw std::runtime_error("broken");
        echo(r, respond);
    }};
    auto c = s.client();
    const RawAnswer a = c.ask(get_a);
    EXPECT_EQ(a.status, 500);
    EXPECT_EQ(a.body.find("broken"), std::string::npos);
    EXPECT_EQ(c.ask("GET /b HTTP/1.1\r\nHost: x\r\n\r\n").body, "GET /b []");
}

TEST(Server, HeaderValueCannotStartALineOfItsOwn) {
    Served s{[](const api::Request&, const api::Respond& respond) {
        api::Answer answer = text_answer("x");
        answer.headers.emplace_back("Location", "/a\r\nSet-Cookie: b=1");
        respond(std::move(answer));
    }};
    const RawAnswer a = s.client().ask(get_a);
    EXPECT_EQ(a.header("Set-Cookie"), "");
    EXPECT_EQ(a.header("Location"), "/a  Set-Cookie: b=1");
}

TEST(Server, ThrowingBodyLimitEndsOnlyItsConnection) {
    class Thrower : public TestHandler {
    public:
        using TestHandler::TestHandler;
        std::uint64_t body_limit(api::Verb, std::string_view path) const override {
            if (path == "/a") throw std::runtime_error("broken");
            return 0;
        }
    };
    Thrower handler{echo};
    Server server{on_any_port(), handler};
    server.start();
    EXPECT_EQ(RawClient{server.port()}.ask("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx").status, 0);
    EXPECT_EQ(RawClient{server.port()}.ask("GET /b HTTP/1.1\r\nHost: x\r\n\r\n").status, 200);
    EXPECT_TRUE(server.drain(20s));
}

// Small and large, one behind the other: the holder keeps its bytes, and nothing is left of an answer in the next.
TEST(Server, BytesThatOthersHoldArriveWholeAndStayTheirs) {
    const auto large = std::make_shared<const std::string>(3'000'000, 'L');
    const auto small = std::make_shared<const std::string>("small");
    Served s{[&](const api::Request& r, const api::Respond& respond) {
        api::Answer answer;
        answer.content_type = "image/png";
        answer.shared_body = r.path == "/large" ? large : small;
        if (r.path == "/own") answer.shared_body.reset(), answer.body = "own";
        respond(std::move(answer));
    }};
    auto c = s.client();
    std::string many;
    for (const char* path : {"/large", "/small", "/own", "/large", "/large", "/small"})
        many += "GET " + std::string{path} + " HTTP/1.1\r\nHost: x\r\n\r\n";
    c.send(many);
    for (const std::string& expected : {*large, *small, std::string{"own"}, *large, *large, *small})
        EXPECT_TRUE(c.read().body == expected);
    const RawAnswer a = c.ask("GET /small HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
    EXPECT_EQ(a.header("Content-Length"), "5");
    EXPECT_EQ(a.header("Content-Encoding"), "");
    EXPECT_EQ(large->size(), 3'000'000U);
}

TEST(Server, LargeAnswersArriveWhole) {
    std::string large;
    for (int i = 0; large.size() < 5'000'000; ++i) large += std::to_string(i) + ",";
    Served s{[&](const api::Request& r, const api::Respond& respond) {
        if (r.path == "/a") return respond(text_answer(large));
        echo(r, respond);
    }};
    auto c = s.client();
    c.send(std::string{get_a} + "GET /b HTTP/1.1\r\nHost: x\r\n\r\n" + get_a);
    EXPECT_EQ(c.read().body, large);
    EXPECT_EQ(c.read().body, "GET /b []");
    EXPECT_EQ(c.read().body, large);
}

}  // namespace
}  // namespace cacao::serve
