// What the protocol's own conformance test wants to find, offered by the endpoint that serves /mcp: fixed tools, resources and
// prompts, for anybody. Prints its address and serves until its input ends.

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "reflect/objeto.hpp"
#include "serve/mcp_endpoint.hpp"
#include "serve/server.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>

namespace cacao::serve::mcp {
namespace {

// One red pixel, and no sound at all.
constexpr std::string_view png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
constexpr std::string_view wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

std::string text_item(std::string_view text) { return reflect::objeto("type", "text", "text", text); }
std::string media_item(std::string_view type, std::string_view data, std::string_view mime) {
    return reflect::objeto("type", type, "data", data, "mimeType", mime);
}
std::string resource_item(std::string_view uri, std::string_view mime, std::string_view text) {
    return R"({"type":"resource","resource":)" + reflect::objeto("uri", uri, "mimeType", mime, "text", text) + "}";
}
Result content(const std::string& items, bool error = false) {
    Result r;
    r.members = R"("content":[)" + items + R"(],"isError":)" + (error ? "true" : "false");
    return r;
}

// What a tool answers at once.
const std::map<std::string, Result, std::less<>>& answers() {
    static const std::map<std::string, Result, std::less<>> all{
        {"test_logging_tool", content(text_item("Nothing is logged."))},
        {"test_simple_text", content(text_item("This is a simple text response for testing."))},
        {"test_image_content", content(media_item("image", png, "image/png"))},
        {"test_audio_content", content(media_item("audio", wav, "audio/wav"))},
        {"test_embedded_resource",
         content(resource_item("test://embedded-resource", "text/plain", "This is an embedded resource content."))},
        {"test_multiple_content_types",
         content(text_item("Multiple content types test:") + "," + media_item("image", png, "image/png") + "," +
                 resource_item("test://mixed-content-resource", "application/json", R"({"test":"data","value":123})"))},
        {"test_error_handling", content(text_item("This tool intentionally returns an error for testing"), true)},
    };
    return all;
}

std::string elicited(std::string_view key, std::string_view message, std::string_view member, std::string_view type = "string") {
    return fmt::format(
        R"("{}":{{"method":"elicitation/create","params":{{"mode":"form","message":"{}","requestedSchema":{{"type":"object","properties":{{"{}":{{"type":"{}"}}}},"required":["{}"]}}}}}})",
        key, message, member, type, member);
}
std::string sampled(std::string_view key, std::string_view question) {
    return fmt::format(
        R"("{}":{{"method":"sampling/createMessage","params":{{"messages":[{{"role":"user","content":{{"type":"text","text":"{}"}}}}],"maxTokens":100}}}})",
        key, question);
}
std::string rooted(std::string_view key) { return fmt::format(R"("{}":{{"method":"roots/list","params":{{}}}})", key); }

std::string sealed(std::string_view step) {
    return fmt::format("{}.{}", step, hexadecimal(sha256("fixture " + std::string{step})));
}

Result input(const std::string& requests, std::string_view step = {}) {
    Result r;
    r.input_required = true;
    r.members = R"("inputRequests":{)" + requests + "}";
    if (!step.empty()) r.members += R"(,"requestState":")" + sealed(step) + "\"";
    return r;
}

// What a tool asks for first: its requests and, where it keeps one, the state that must come back.
struct Round {
    std::string requests;
    std::vector<std::string> keys;
    std::string state;
};
const std::map<std::string, std::vector<Round>, std::less<>>& rounds() {
    static const std::string name = elicited("user_name", "What is your name?", "name");
    static const std::string confirm = elicited("confirm", "Please confirm", "ok", "boolean");
    static const std::map<std::string, std::vector<Round>, std::less<>> all{
        {"test_streaming_elicitation", {{name, {"user_name"}, ""}}},
        {"test_input_required_result_elicitation", {{name, {"user_name"}, ""}}},
        {"test_input_required_result_sampling",
         {{sampled("capital_question", "What is the capital of France?"), {"capital_question"}, ""}}},
        {"test_input_required_result_list_roots", {{rooted("client_roots"), {"client_roots"}, ""}}},
        {"test_input_required_result_request_state", {{confirm, {"confirm"}, "state"}}},
        {"test_input_required_result_tampered_state", {{confirm, {"confirm"}, "tampered"}}},
        {"test_input_required_result_multiple_inputs",
         {{name + "," + sampled("greeting", "Generate a greeting") + "," + rooted("client_roots"),
           {"user_name", "greeting", "client_roots"},
           "multiple"}}},
        {"test_input_required_result_multi_round",
         {{elicited("step1", "Step 1: What is your name?", "name"), {"step1"}, "round-1"},
          {elicited("step2", "Step 2: What is your favorite color?", "color"), {"step2"}, "round-2"}}},
        {"test_input_required_result_prompt",
         {{elicited("user_context", "What context should the prompt use?", "context"), {"user_context"}, ""}}},
    };
    return all;
}

// The round that the request has to answer next; nothing when all are answered, a fault for a state that is none of ours.
std::optional<Result> next_round(const Message& m, const std::vector<Round>& all) {
    const Json* const responses = m.params.find("inputResponses");
    const std::string* const state = m.params.text_at("requestState");
    std::size_t at = 0;
    if (state != nullptr) {
        const auto known =
            std::ranges::find_if(all, [&](const Round& r) { return !r.state.empty() && sealed(r.state) == *state; });
        if (known == all.end()) return failed(code::params, "requestState is not ours");
        at = static_cast<std::size_t>(known - all.begin());
    }
    const auto answered = [&](const Round& r) {
        return responses != nullptr && std::ranges::all_of(r.keys, [&](const auto& key) {
                   const Json* const one = responses->find(key);
                   return one != nullptr && one->is(reflect::JsonType::object);
               });
    };
    if (!answered(all[at]) || (state == nullptr && !all[at].state.empty())) return input(all[at].requests, all[at].state);
    if (at + 1 == all.size()) return std::nullopt;
    return input(all[at + 1].requests, all[at + 1].state);
}

class Fixture final : public Offer {
public:
    std::string instructions() const override { return "Fixtures of the conformance test."; }
    Listing tools() const override {
        static const std::vector<std::string> names = [] {
            std::vector<std::string> all;
            for (const auto& [name, result] : answers()) all.push_back(name);
            for (const auto& [name, list] : rounds())
                if (!name.ends_with("prompt")) all.push_back(name);
            all.insert(all.end(), {"test_input_required_result_capabilities", "test_missing_capability"});
            return all;
        }();
        return {names.size(), [](std::string& out, std::size_t i) {
                    out += reflect::objeto("name", names[i], "description", names[i], "inputSchema",
                                           reflect::Escrito{R"({"type":"object","additionalProperties":false})"});
                }};
    }
    Listing resources() const override {
        return {2, [](std::string& out, std::size_t i) {
                    out += i == 0 ? R"({"uri":"test://static-text","name":"static-text","mimeType":"text/plain"})"
                                  : R"({"uri":"test://static-binary","name":"static-binary","mimeType":"image/png"})";
                }};
    }
    Listing templates() const override {
        return {1, [](std::string& out, std::size_t) {
                    out += R"({"uriTemplate":"test://template/{id}/data","name":"template","mimeType":"application/json"})";
                }};
    }
    Listing prompts() const override {
        static constexpr std::array<std::string_view, 5> all{
            R"({"name":"test_simple_prompt","description":"simple"})",
            R"({"name":"test_prompt_with_arguments","description":"arguments","arguments":[{"name":"arg1","required":true},{"name":"arg2","required":true}]})",
            R"({"name":"test_prompt_with_embedded_resource","description":"resource","arguments":[{"name":"resourceUri","required":true}]})",
            R"({"name":"test_prompt_with_image","description":"image"})",
            R"({"name":"test_input_required_result_prompt","description":"asks"})"};
        return {all.size(), [](std::string& out, std::size_t i) { out += all[i]; }};
    }
    void call(const Message& m, const std::string& name, const Json&, Told told) override {
        if (const auto found = answers().find(name); found != answers().end()) return told(Result{found->second});
        if (const auto found = rounds().find(name); found != rounds().end()) {
            auto next = next_round(m, found->second);
            return told(next ? std::move(*next)
                             : content(text_item("Hello, state-ok: " + written(*m.params.find("inputResponses")))));
        }
        if (name == "test_missing_capability") {
            if (m.capabilities.find("sampling") != nullptr) return told(content(text_item("sampling")));
            return told(failed(code::capability, "This tool needs sampling", R"({"requiredCapabilities":{"sampling":{}}})", 400));
        }
        if (name == "test_input_required_result_capabilities") {
            std::string requests;
            if (m.capabilities.find("sampling") != nullptr)
                requests = sampled("capital_question", "What is the capital of France?");
            if (m.asks_people()) requests += (requests.empty() ? "" : ",") + elicited("user_name", "What is your name?", "name");
            return told(input(requests, "capabilities"));
        }
        told(failed(code::params, "Unknown tool: " + name));
    }
    Result read(const Message&, const std::string& uri) override {
        Result r;
        constexpr std::string_view start = "test://template/", end = "/data";
        if (uri == "test://static-text")
            r.members = R"("contents":[)" +
                        reflect::objeto("uri", uri, "mimeType", "text/plain", "text",
                                        "This is the content of the static text resource.") +
                        "]";
        else if (uri == "test://static-binary")
            r.members = R"("contents":[)" + reflect::objeto("uri", uri, "mimeType", "image/png", "blob", png) + "]";
        else if (uri.starts_with(start) && uri.ends_with(end)) {
            const auto id = uri.substr(start.size(), uri.size() - start.size() - end.size());
            const auto text = reflect::objeto("id", id, "templateTest", true, "data", "Data for ID: " + id);
            r.members = R"("contents":[)" + reflect::objeto("uri", uri, "mimeType", "application/json", "text", text) + "]";
        } else return failed(code::params, "Resource not found", reflect::objeto("uri", uri));
        return r;
    }
    Result prompt(const Message& m, const std::string& name, const Json& arguments) override {
        const auto said = [&](std::string_view of) {
            const auto* const text = arguments.text_at(of);
            return text == nullptr ? std::string{} : *text;
        };
        const auto user = [](const std::string& item) { return R"({"role":"user","content":)" + item + "}"; };
        std::string messages;
        if (name == "test_simple_prompt") messages = user(text_item("This is a simple prompt for testing."));
        else if (name == "test_prompt_with_arguments")
            messages = user(text_item(fmt::format("Prompt with arguments: arg1='{}', arg2='{}'", said("arg1"), said("arg2"))));
        else if (name == "test_prompt_with_embedded_resource")
            messages = user(resource_item(said("resourceUri"), "text/plain", "Embedded resource content for testing.")) + "," +
                       user(text_item("Please process the embedded resource above."));
        else if (name == "test_prompt_with_image")
            messages = user(media_item("image", png, "image/png")) + "," + user(text_item("Please analyze the image above."));
        else if (name == "test_input_required_result_prompt") {
            if (auto next = next_round(m, rounds().at(name))) return std::move(*next);
            messages = user(text_item("In context: " + written(*m.params.find("inputResponses"))));
        } else return failed(code::params, "Unknown prompt: " + name);
        Result r;
        r.members = R"("messages":[)" + messages + "]";
        return r;
    }
    std::string complete(const Json&, const std::string&, const std::string& value) override {
        return std::string_view{"paris"}.starts_with(value) ? R"(["paris"])" : "[]";
    }
};

class Anybody final : public api::Handler {
public:
    void at(std::string origin) { endpoint_ = std::make_unique<Endpoint>(EndpointSettings{"1.0.0", {std::move(origin)}}); }
    std::uint64_t body_limit(api::Verb, std::string_view) const override { return 1U << 20U; }
    void handle(const api::Request& request, api::Respond respond) override {
        if (auto refusal = endpoint_->refusal(request)) return respond(std::move(*refusal));
        endpoint_->answer(request, std::make_shared<Fixture>(), std::move(respond));
    }

private:
    std::unique_ptr<Endpoint> endpoint_;
};

}  // namespace
}  // namespace cacao::serve::mcp

int main() {
    cacao::serve::mcp::Anybody handler;
    handler.at("");
    cacao::serve::Server server{{.listen = "127.0.0.1:0", .io_threads = 1}, handler};
    server.start();
    handler.at(fmt::format("http://127.0.0.1:{}", server.port()));
    fmt::print("http://127.0.0.1:{}/mcp\n", server.port());
    std::fflush(stdout);
    // Until whoever started it closes its input.
    std::string line;
    while (std::getline(std::cin, line)) continue;
    server.stop();
}
