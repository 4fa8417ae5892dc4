#include "serve/mcp_endpoint.hpp"

#include "api/headers.hpp"
#include "api/problema.hpp"
#include "base/ascii.hpp"
#include "base/texto.hpp"
#include "reflect/objeto.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>

namespace cacao::serve::mcp {
namespace {

using api::Answer;
using api::Request;
using api::Verb;

constexpr std::size_t page_size = 50;
// What is listed depends on what the caller may do, which changes seldom; how long it may be taken for what it was.
constexpr std::string_view caching = R"("ttlMs":60000,"cacheScope":"private")";

Answer json(int status, std::string body) {
    Answer a;
    a.status = status;
    a.body = std::move(body);
    a.headers.emplace_back("Cache-Control", "no-store");
    return a;
}

Answer problem(Codigo codigo, const Request& request) {
    return api::problem(codigo, api::language_of(request.header("Accept-Language")), request.trace_id);
}

Answer faulty(const Fault& fault) { return json(fault.status, error_text(fault)); }

// Where a page begins; nothing for a cursor that was not given out.
std::optional<std::size_t> page_start(const Json& params, std::size_t count) {
    const Json* const cursor = params.find("cursor");
    if (cursor == nullptr) return 0;
    std::string digits;
    std::size_t start = 0;
    if (!cursor->is(reflect::JsonType::string) || !leer_base64url(cursor->text, digits)) return std::nullopt;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), start);
    const bool whole = error == std::errc{} && end == digits.data() + digits.size();
    // Fewer than there were, if the caller may do less meanwhile: the list is at its end then.
    return whole && start > 0 && start % page_size == 0 ? std::optional{std::min(start, count)} : std::nullopt;
}

Result listed(std::string_view name, const Listing& listing, const Message& m) {
    const auto start = page_start(m.params, listing.count);
    if (!start) return failed(code::params, "The cursor is not one that was given out");
    const std::size_t end = std::min(*start + page_size, listing.count);
    Result r;
    r.members.append("\"").append(name).append("\":[");
    for (std::size_t i = *start; i < end; ++i) {
        if (i > *start) r.members.push_back(',');
        listing.write(r.members, i);
    }
    r.members.push_back(']');
    if (end < listing.count) {
        r.members += R"(,"nextCursor":)";
        reflect::write_string(r.members, base64url(std::to_string(end)));
    }
    if (m.modern()) r.members.append(",").append(caching);
    return r;
}

Result no_method(const Message& m) { return failed(code::method, "There is no method " + m.method + " here", {}, 404); }

const Json nothing{reflect::JsonType::object, {}, false, {}, {}};

// The arguments of a tool or prompt; nothing when they are no object.
const Json* arguments_of(const Message& m) {
    const Json* const arguments = m.params.find("arguments");
    if (arguments == nullptr) return &nothing;
    return arguments->is(reflect::JsonType::object) ? arguments : nullptr;
}

Result completed(const Message& m, Offer& offer) {
    const Json* const reference = m.params.find("ref");
    const Json* const argument = m.params.find("argument");
    const auto* name = argument != nullptr ? argument->text_at("name") : nullptr;
    const auto* value = argument != nullptr ? argument->text_at("value") : nullptr;
    if (reference == nullptr || name == nullptr || value == nullptr)
        return failed(code::params, "ref and argument {name, value} are needed");
    Result r;
    r.members = R"("completion":{"values":)" + offer.complete(*reference, *name, *value) + R"(,"hasMore":false})";
    return r;
}

// Of methods that legacy clients alone know. What may be subscribed to stays as it is while the service runs.
constexpr std::array<std::string_view, 4> acknowledged{"ping", "logging/setLevel", "resources/subscribe",
                                                       "resources/unsubscribe"};

}  // namespace

Result failed(int code, std::string_view text, std::string data, int status) {
    Result r;
    r.fault = Fault{status, code, std::string{text}, std::move(data), {}};
    return r;
}

std::optional<Answer> Endpoint::refusal(const Request& request) const {
    const auto origin = request.header("Origin");
    if (!origin.empty() && std::ranges::find(settings_.origins, origin) == settings_.origins.end())
        return faulty({403, code::request, "Pages of this origin are not let in", {}, {}});
    if (request.verb == Verb::OPTIONS || request.verb != Verb::POST) {
        Answer a;
        if (request.verb == Verb::OPTIONS) a.status = 204;
        else a = problem(Codigo::metodo_no_permitido, request);
        a.headers.emplace_back("Allow", "POST, OPTIONS");
        return a;
    }
    if (!iguales_ascii(api::media_type(request.header("Content-Type")), "application/json"))
        return problem(Codigo::tipo_de_contenido, request);
    if (!request.header("Content-Encoding").empty()) return problem(Codigo::tipo_de_contenido, request);
    if (const auto accept = request.header("Accept"); !accept.empty() && !api::accepts_json(accept))
        return problem(Codigo::no_aceptable, request);
    return std::nullopt;
}

Endpoint::Endpoint(EndpointSettings settings)
    : settings_(std::move(settings)),
      server_info_(reflect::objeto("name", "cacao", "title", "Cacao", "version", settings_.version)) {}

Answer Endpoint::told(const Message& message, Result&& result) const {
    Answer a;
    if (result.fault) {
        Fault& fault = *result.fault;
        fault.id = message.id;
        if (!message.modern()) fault.status = 200;
        a = faulty(fault);
    } else {
        std::string body;
        body.reserve(result.members.size() + 200);
        body.append(R"({"jsonrpc":"2.0","id":)").append(message.id).append(R"(,"result":{)");
        if (message.modern()) {
            body.append(R"("resultType":")").append(result.input_required ? "input_required" : "complete");
            body.append(R"(","_meta":{")").append(meta::server).append("\":").append(server_info_).push_back('}');
            if (!result.members.empty()) body.push_back(',');
        }
        body.append(result.members).append("}}");
        a = json(200, std::move(body));
    }
    a.operation = result.operation;
    for (auto& header : result.headers) a.headers.push_back(std::move(header));
    return a;
}

Result Endpoint::initialize(const Message& message, const Offer& offer) const {
    const std::string* const asked = message.params.text_at("protocolVersion");
    if (asked == nullptr) return failed(code::params, "params.protocolVersion must be a text");
    const bool known = std::ranges::find(legacy_versions, *asked) != legacy_versions.end();
    Result r;
    r.members = R"("protocolVersion":)";
    reflect::write_string(r.members, known ? std::string_view{*asked} : legacy_versions.front());
    r.members.append(R"(,"capabilities":{"tools":{},"resources":{},"prompts":{},"completions":{}},"serverInfo":)");
    r.members.append(server_info_).append(R"(,"instructions":)");
    reflect::write_string(r.members, offer.instructions());
    return r;
}

Result Endpoint::run(const Message& m, Offer& offer) const {
    if (m.method == "tools/list") return listed("tools", offer.tools(), m);
    if (m.method == "resources/list") return listed("resources", offer.resources(), m);
    if (m.method == "resources/templates/list") return listed("resourceTemplates", offer.templates(), m);
    if (m.method == "prompts/list") return listed("prompts", offer.prompts(), m);
    if (m.method == "completion/complete") return completed(m, offer);
    if (m.method == "resources/read") {
        const std::string* const uri = m.params.text_at("uri");
        if (uri == nullptr) return failed(code::params, "params.uri must be a text");
        Result r = offer.read(m, *uri);
        if (r.fault && r.fault->code == code::params && !m.modern()) r.fault->code = code::resource_legacy;
        if (!r.fault && !r.input_required && m.modern()) r.members.append(",").append(caching);
        return r;
    }
    if (m.method == "prompts/get") {
        const std::string* const name = m.params.text_at("name");
        const Json* const arguments = arguments_of(m);
        if (name == nullptr || arguments == nullptr) return failed(code::params, "params.name and params.arguments are needed");
        return offer.prompt(m, *name, *arguments);
    }
    if (m.modern()) {
        if (m.method != "server/discover") return no_method(m);
        Result r;
        r.members = R"("supportedVersions":[")" + std::string{modern_version} + '"';
        for (const auto version : legacy_versions) r.members.append(",\"").append(version).append("\"");
        r.members += R"(],"capabilities":{"tools":{},"resources":{},"prompts":{},"completions":{}},"instructions":)";
        reflect::write_string(r.members, offer.instructions());
        r.members.append(",").append(caching);
        return r;
    }
    if (m.method == "initialize") return initialize(m, offer);
    if (std::ranges::find(acknowledged, m.method) != acknowledged.end()) return {};
    return no_method(m);
}

void Endpoint::answer(const Request& request, std::shared_ptr<Offer> offer, api::Respond respond) const {
    auto read = read_message(request);
    if (const auto* fault = std::get_if<Fault>(&read)) return respond(faulty(*fault));
    const auto message = std::make_shared<const Message>(std::move(std::get<Message>(read)));
    if (message->notification()) {
        Answer accepted;
        accepted.status = 202;
        return respond(std::move(accepted));
    }
    const auto wrong = [&request](const std::exception& e) {
        spdlog::error("{} /mcp: {}", request.trace_id, e.what());
        return failed(code::internal, "Internal error", reflect::objeto("traceId", request.trace_id));
    };
    if (message->method != "tools/call") {
        Result result;
        try {
            result = run(*message, *offer);
        } catch (const std::exception& e) {
            result = wrong(e);
        }
        return respond(told(*message, std::move(result)));
    }
    // One closure for whoever is told, shared rather than copied from hand to hand.
    const auto answered = std::make_shared<const std::function<void(Result &&)>>(
        [this, message, offer, respond = std::move(respond)](Result&& result) { respond(told(*message, std::move(result))); });
    const auto tell = [answered](Result&& result) { (*answered)(std::move(result)); };
    const std::string* const name = message->params.text_at("name");
    const Json* const arguments = arguments_of(*message);
    if (name == nullptr || arguments == nullptr)
        return tell(failed(code::params, "params.name must be a text, params.arguments an object"));
    try {
        offer->call(*message, *name, *arguments, tell);
    } catch (const std::exception& e) {
        tell(wrong(e));
    }
}

}  // namespace cacao::serve::mcp
