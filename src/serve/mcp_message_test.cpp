// The protocol by tables: what is read of a message in either era, and what is said of one that is wrong.

#include "serve/mcp_message.hpp"
#include "reflect/json_write.hpp"
#include "serve/mcp_endpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cacao::serve::mcp {
namespace {

using testing::HasSubstr;

struct Sent {
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;

    api::Request request() const {
        api::Request r;
        r.verb = api::Verb::POST;
        r.path = "/mcp";
        r.body = body;
        for (const auto& [name, value] : headers) r.headers.push_back({name, value});
        return r;
    }
};

constexpr std::string_view modern_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

Sent modern(const std::string& method, const std::string& params = {}, const std::string& name = {}) {
    Sent s;
    s.body = R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + params + (params.empty() ? "" : ",") +
             std::string{modern_meta} + "}}";
    s.headers = {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method}};
    if (!name.empty()) s.headers.emplace_back("Mcp-Name", name);
    return s;
}

// "status code id"; "ok" of a message.
std::string judged(const Sent& sent) {
    const auto request = sent.request();
    const auto read = read_message(request);
    if (const auto* f = std::get_if<Fault>(&read))
        return std::to_string(f->status) + ' ' + std::to_string(f->code) + (f->id.empty() ? "" : " " + f->id);
    const auto& m = std::get<Message>(read);
    return std::string{m.modern() ? "modern" : "legacy"} + (m.notification() ? " notification" : "");
}

TEST(McpMessage, WhatIsNoMessageIsRefusedByItsKind) {
    const std::pair<std::string, std::string> table[] = {
        {"", "400 -32700"},
        {"{", "400 -32700"},
        {"nada", "400 -32700"},
        {"\"texto\"", "400 -32700"},
        {"{\"a\":\"\xff\"}", "400 -32700"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping"} x)", "400 -32700"},
        {R"({"jsonrpc":"2.0","id":01,"method":"ping"})", "400 -32700"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1.}})", "400 -32700"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[nulo]}})", "400 -32700"},
        {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "400 -32600"},
        {"[]", "400 -32600"},
        {"{}", "400 -32600"},
        {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "400 -32600 1"},
        {R"({"id":"a","method":"ping"})", "400 -32600 \"a\""},
        {R"({"jsonrpc":"2.0","id":1})", "400 -32600 1"},
        {R"({"jsonrpc":"2.0","id":1,"method":7})", "400 -32600 1"},
        {R"({"jsonrpc":"2.0","id":1,"method":""})", "400 -32600 1"},
        {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":1e3,"method":"ping"})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":{},"method":"ping"})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":{"b":1,"b":2}}})", "400 -32600"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", "400 -32602 1"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})", "400 -32602 1"},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping"})", "legacy"},
        {R"({"jsonrpc":"2.0","id":"","method":"ping","params":{}})", "legacy"},
        {R"({"jsonrpc":"2.0","id":-7,"method":"initialize","params":{"protocolVersion":"2024-11-05"}})", "legacy"},
        {R"({"jsonrpc":"2.0","method":"notifications/initialized"})", "legacy notification"},
        {R"({"jsonrpc":"2.0","id":3,"result":{}})", "legacy notification"},
        {R"({"jsonrpc":"2.0","id":3,"error":{"code":1,"message":""}})", "legacy notification"},
    };
    for (const auto& [body, said] : table) EXPECT_EQ(judged({body, {}}), said) << body;
    EXPECT_EQ(judged({"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + std::string(40, '[') +
                          std::string(40, ']') + "}}",
                      {}}),
              "400 -32600");
    std::string many = "[0";
    for (std::size_t i = 0; i < max_values; ++i) many += ",0";
    EXPECT_EQ(judged({R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":)" + many + "]}}", {}}), "400 -32600");
    EXPECT_EQ(judged({R"({"jsonrpc":"2.0","id":")" + std::string(201, 'x') + R"(","method":"ping"})", {}}), "400 -32600");
}

TEST(McpMessage, TheRequestChoosesItsEra) {
    const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    for (const auto version : legacy_versions)
        EXPECT_EQ(judged({ping, {{"mcp-protocol-version", std::string{version}}}}), "legacy") << version;
    EXPECT_EQ(judged(modern("tools/list")), "modern");
    // Who says a modern version in one place alone.
    EXPECT_EQ(judged({ping, {{"MCP-Protocol-Version", "2026-07-28"}}}), "400 -32602 1");
    EXPECT_EQ(judged({ping, {{"MCP-Protocol-Version", "1900-01-01"}}}), "400 -32022 1");
    EXPECT_EQ(judged({R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})", {}}), "400 -32602 1");
    EXPECT_EQ(judged({R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{}}})", {}}), "400 -32602 1");
    // An answer that nobody asked for is none of a modern client's.
    EXPECT_EQ(judged({R"({"jsonrpc":"2.0","id":3,"result":{}})", {{"MCP-Protocol-Version", "2026-07-28"}}}), "400 -32600 3");
}

TEST(McpMessage, WhatHeadersRepeatIsOneThing) {
    const auto without = [](Sent s, std::string_view name) {
        std::erase_if(s.headers, [&](const auto& h) { return h.first == name; });
        return s;
    };
    const auto with = [&](const Sent& s, const std::string& name, const std::string& value) {
        auto other = without(s, name);
        other.headers.emplace_back(name, value);
        return other;
    };
    const auto call = modern("tools/call", R"("name":"consultar")", "consultar");
    EXPECT_EQ(judged(call), "modern");
    for (const auto* name : {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
        EXPECT_EQ(judged(without(call, name)), "400 -32020 1") << name;
    EXPECT_EQ(judged(with(call, "MCP-Protocol-Version", "2025-11-25")), "400 -32020 1");
    EXPECT_EQ(judged(with(call, "Mcp-Method", "tools/list")), "400 -32020 1");
    EXPECT_EQ(judged(with(call, "Mcp-Method", "Tools/Call")), "400 -32020 1");
    EXPECT_EQ(judged(with(call, "Mcp-Name", "ejecutar")), "400 -32020 1");
    EXPECT_EQ(judged(with(call, "Mcp-Name", "=?base64?Y29uc3VsdGFy?=")), "modern");
    EXPECT_EQ(judged(with(call, "Mcp-Name", "=?base64?Y29uc3VsdGFy=?=")), "400 -32020 1");
    EXPECT_EQ(judged(with(call, "Mcp-Name", "consult\xc3\xa1")), "400 -32020 1");
    EXPECT_EQ(judged(with(call, "Mcp-Name", "  consultar ")), "modern");
    EXPECT_EQ(judged(modern("tools/call", R"("name":"año")", "=?base64?YcOxbw==?=")), "modern");
    EXPECT_EQ(judged(modern("resources/read", R"("uri":"cacao://guia/es/x")", "cacao://guia/es/x")), "modern");
    EXPECT_EQ(judged(modern("resources/read", R"("uri":"cacao://guia/es/x")", "x")), "400 -32020 1");
    EXPECT_EQ(judged(modern("prompts/get", R"("name":7)", "7")), "400 -32602 1");
    // One version in both places that is none of ours.
    auto other = modern("tools/list");
    other.body.replace(other.body.find("2026-07-28"), 10, "1900-01-01");
    EXPECT_EQ(judged(other), "400 -32020 1");
    EXPECT_EQ(judged(with(other, "MCP-Protocol-Version", "1900-01-01")), "400 -32022 1");
    auto silent = modern("tools/list");
    silent.body.replace(silent.body.find(R"(,"io.modelcontextprotocol/clientCapabilities":{})"),
                        std::string_view{R"(,"io.modelcontextprotocol/clientCapabilities":{})"}.size(), "");
    EXPECT_EQ(judged(silent), "400 -32602 1");
}

TEST(McpMessage, AVersionThatIsNotSpokenNamesThoseThatAre) {
    const Sent sent{R"({"jsonrpc":"2.0","id":"a","method":"ping"})", {{"MCP-Protocol-Version", "2030-01-01"}}};
    const auto request = sent.request();
    const auto read = read_message(request);
    EXPECT_EQ(error_text(std::get<Fault>(read)),
              R"({"jsonrpc":"2.0","id":"a","error":{"code":-32022,"message":"Unsupported protocol version",)"
              R"("data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],"requested":"2030-01-01"}}})");
}

TEST(McpMessage, NumbersKeepTheirDigits) {
    const auto read = read_json(R"({"a":1.10,"b":[-0,1E+2,12345678901234567890.123456],"c":"é\n"})");
    ASSERT_TRUE(read.value);
    EXPECT_EQ(written(*read.value), R"({"a":1.10,"b":[-0,1E+2,12345678901234567890.123456],"c":"é\n"})");
}

// Whatever stands in it, wherever it begins: as the plain way writes it.
TEST(McpMessage, AQuotedTextIsTheSameByEitherWay) {
    const std::string pieces[] = {"\"", "\\",   "a",    "\"a\":1,",           "ñandú ", "sin marcas en dieciocho ",
                                  "\n", "\x1f", "\x7f", "\"\"\"\"\"\"\"\"\"", "€"};
    for (const auto& a : pieces)
        for (const auto& b : pieces)
            for (const auto& c : pieces)
                for (const auto& text : {a + b + c, b + std::string(7, 'x') + a + c + c}) {
                    std::string quick = "antes";
                    std::string plain = "antes";
                    write_quoted(quick, text);
                    reflect::write_string(plain, text);
                    ASSERT_EQ(quick, plain);
                }
}

// Something to offer, that answers at once.
class Little final : public Offer {
public:
    std::string instructions() const override { return "poco"; }
    Listing tools() const override {
        return {120, [](std::string& out, std::size_t i) { out += R"({"name":"t)" + std::to_string(i) + "\"}"; }};
    }
    Listing resources() const override { return {}; }
    Listing prompts() const override { return {}; }
    void call(const Message&, const std::string& name, const Json&, Told told) override {
        if (name == "falla") throw std::runtime_error("SELECT secreto");
        if (name == "desconocida") return told(failed(code::params, "Unknown tool: desconocida"));
        if (name == "capacidad") return told(failed(code::capability, "x", R"({"requiredCapabilities":{}})", 400));
        Result r;
        r.members = R"("content":[])";
        told(std::move(r));
    }
    Result read(const Message&, const std::string& uri) override { return failed(code::params, "Resource not found: " + uri); }
    Result prompt(const Message&, const std::string&, const Json&) override { return {}; }
    std::string complete(const Json&, const std::string&, const std::string&) override { return "[]"; }
};

api::Answer answered(const Sent& sent) {
    const Endpoint endpoint{{"1.0", {"https://uno.example"}}};
    const auto request = sent.request();
    api::Answer answer;
    endpoint.answer(request, std::make_shared<Little>(), [&](api::Answer&& a) { answer = std::move(a); });
    return answer;
}
std::string said(const Sent& sent) {
    const auto a = answered(sent);
    return std::to_string(a.status) + ' ' + a.body;
}
Sent legacy(const std::string& method, const std::string& params = "{}") {
    return {R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}", {}};
}

TEST(McpEndpoint, EachEraHasItsMethods) {
    for (const auto* method : {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}) {
        EXPECT_EQ(said(legacy(method)), R"(200 {"jsonrpc":"2.0","id":1,"result":{}})");
        EXPECT_THAT(said(modern(method)), testing::StartsWith(R"(404 {"jsonrpc":"2.0","id":1,"error":{"code":-32601,)"))
            << method;
    }
    EXPECT_THAT(said(modern("initialize", R"("protocolVersion":"2025-11-25")")), HasSubstr("-32601"));
    EXPECT_THAT(said(legacy("nada")), testing::StartsWith(R"(200 {"jsonrpc":"2.0","id":1,"error":{"code":-32601,)"));
    EXPECT_THAT(said(modern("nada")), testing::StartsWith("404 "));
    EXPECT_EQ(said({R"({"jsonrpc":"2.0","method":"notifications/initialized"})", {}}), "202 ");
    const std::pair<std::string, std::string> versions[] = {{"2025-11-25", "2025-11-25"},
                                                            {"2025-06-18", "2025-06-18"},
                                                            {"2025-03-26", "2025-03-26"},
                                                            {"2024-11-05", "2025-11-25"},
                                                            {"2030-01-01", "2025-11-25"}};
    for (const auto& [asked, got] : versions)
        EXPECT_THAT(said(legacy("initialize", R"({"protocolVersion":")" + asked + "\"}")),
                    HasSubstr(R"({"protocolVersion":")" + got +
                              R"(","capabilities":{"tools":{},"resources":{},"prompts":{},"completions":{}},)"
                              R"("serverInfo":{"name":"cacao","title":"Cacao","version":"1.0"},"instructions":"poco"})"));
    EXPECT_THAT(said(legacy("initialize")), HasSubstr("-32602"));
    EXPECT_EQ(
        said(modern("server/discover")),
        R"(200 {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":)"
        R"({"name":"cacao","title":"Cacao","version":"1.0"}},"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26"],)"
        R"("capabilities":{"tools":{},"resources":{},"prompts":{},"completions":{}},"instructions":"poco","ttlMs":60000,"cacheScope":"private"}})");
}

TEST(McpEndpoint, ListsComeInPages) {
    const auto first = said(legacy("tools/list"));
    EXPECT_THAT(first, HasSubstr(R"({"name":"t49"}],"nextCursor":"NTA")"));
    EXPECT_THAT(said(legacy("tools/list", R"({"cursor":"NTA"})")), HasSubstr(R"("tools":[{"name":"t50"})"));
    EXPECT_THAT(said(legacy("tools/list", R"({"cursor":"MTAw"})")), HasSubstr(R"({"name":"t119"}]}})"));
    for (const auto* wrong : {R"("nada")", R"("NTE")", "7", R"("")", R"("MA")"})
        EXPECT_THAT(said(legacy("tools/list", std::string{R"({"cursor":)"} + wrong + "}")), HasSubstr("-32602")) << wrong;
    EXPECT_THAT(said(modern("tools/list")), HasSubstr(R"("ttlMs":60000,"cacheScope":"private"}})"));
    EXPECT_EQ(said(legacy("resources/list")), R"(200 {"jsonrpc":"2.0","id":1,"result":{"resources":[]}})");
}

TEST(McpEndpoint, WrongCallsAreToldAsEachEraTellsThem) {
    const auto call = [](const std::string& params) { return legacy("tools/call", params); };
    EXPECT_EQ(said(call(R"({"name":"x","arguments":{}})")), R"(200 {"jsonrpc":"2.0","id":1,"result":{"content":[]}})");
    EXPECT_EQ(said(call(R"({"name":"x"})")), R"(200 {"jsonrpc":"2.0","id":1,"result":{"content":[]}})");
    EXPECT_THAT(said(call(R"({"name":7})")), HasSubstr("-32602"));
    EXPECT_THAT(said(call(R"({"name":"x","arguments":[]})")), HasSubstr("-32602"));
    EXPECT_THAT(said(call(R"({"name":"desconocida"})")), testing::StartsWith("200 "));
    EXPECT_THAT(said(call(R"({"name":"desconocida"})")), HasSubstr("-32602"));
    EXPECT_THAT(said(legacy("resources/read", R"({"uri":"x"})")), HasSubstr("-32002"));
    EXPECT_THAT(said(modern("resources/read", R"("uri":"x")", "x")), HasSubstr("-32602"));
    EXPECT_THAT(said(modern("tools/call", R"("name":"capacidad")", "capacidad")), testing::StartsWith("400 "));
    // A fault of ours says nothing of itself.
    EXPECT_THAT(said(call(R"({"name":"falla"})")), testing::AllOf(HasSubstr("-32603"), testing::Not(HasSubstr("secreto"))));
}

TEST(McpEndpoint, TheHeadAloneIsRefusedFirst) {
    const Endpoint endpoint{{"1.0", {"https://uno.example"}}};
    const auto status = [&](api::Verb verb, std::vector<std::pair<std::string, std::string>> headers) {
        Sent s{"{}", std::move(headers)};
        auto request = s.request();
        request.verb = verb;
        const auto refused = endpoint.refusal(request);
        return refused ? refused->status : 0;
    };
    using enum api::Verb;
    const std::pair<std::string, std::string> json{"Content-Type", "application/json"};
    EXPECT_EQ(status(POST, {json}), 0);
    EXPECT_EQ(status(POST, {json, {"Origin", "https://uno.example"}}), 0);
    EXPECT_EQ(status(POST, {json, {"Origin", "https://dos.example"}}), 403);
    EXPECT_EQ(status(POST, {json, {"Origin", "null"}}), 403);
    EXPECT_EQ(status(GET, {{"Origin", "https://dos.example"}}), 403);
    for (const auto verb : {GET, DELETE, PUT, HEAD, other}) EXPECT_EQ(status(verb, {}), 405);
    EXPECT_EQ(status(OPTIONS, {}), 204);
    EXPECT_EQ(status(POST, {}), 415);
    EXPECT_EQ(status(POST, {{"Content-Type", "text/plain"}}), 415);
    EXPECT_EQ(status(POST, {json, {"Content-Encoding", "gzip"}}), 415);
    EXPECT_EQ(status(POST, {json, {"Accept", "text/html"}}), 406);
    EXPECT_EQ(status(POST, {json, {"Accept", "application/json, text/event-stream"}}), 0);
}

}  // namespace
}  // namespace cacao::serve::mcp
