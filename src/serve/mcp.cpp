#include "serve/mcp.hpp"

#include "api/problema.hpp"
#include "api/router.hpp"
#include "base/renglones.hpp"
#include "serve/mcp_offer.hpp"
#include "serve/mcp_operation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::serve {
namespace {

using api::Answer;
using api::Request;

constexpr std::string_view mcp_root = "/mcp";
constexpr std::string_view reads_only = "lectura";
constexpr std::string_view metadata_path = "/.well-known/oauth-protected-resource/mcp";  // RFC 9728, 3.1

// What the head let in, until the body is there.
struct Kept {
    api::Dispatcher::Admission who;
};

// RFC 6750, 3: what to do about a refusal, by what its problem says. Whoever is known and not let in finds no other way here.
std::string challenge(const Answer& refusal, std::string_view public_url) {
    const auto read = mcp::read_json(refusal.content());
    const std::string* const code = read.value ? read.value->text_at("codigo") : nullptr;
    std::string said = fmt::format(R"(Bearer resource_metadata="{}{}")", public_url, metadata_path);
    if (refusal.status == 401)
        return code == nullptr || *code == nombre(Codigo::no_autenticado) ? said : said + R"(, error="invalid_token")";
    const auto* const faults = read.value ? read.value->find("errores") : nullptr;
    const auto* const data = faults == nullptr || faults->items.empty() ? nullptr : faults->items.front().find("datos");
    const auto* const scope = data == nullptr ? nullptr : data->text_at("alcance");
    return scope == nullptr ? "" : said + fmt::format(R"(, error="insufficient_scope", scope="{}")", *scope);
}

}  // namespace

namespace mcp {

std::optional<Place> place_of(std::string_view path, const api::Operations& operations) {
    if (!path.starts_with(mcp_root)) return std::nullopt;
    path.remove_prefix(mcp_root.size());
    Place place;
    if (path.empty()) return place;
    if (!path.starts_with('/')) return std::nullopt;
    std::string rest;
    if (!api::percent_decode(path.substr(1), false, rest)) return std::nullopt;
    std::string_view left = rest;
    auto first = tomar_hasta(left, '/');
    if (left.empty() && first == reads_only) {
        place.reads_only = true;
        return place;
    }
    if (!left.empty() && left != reads_only) return std::nullopt;
    place.reads_only = left == reads_only;
    if (first.ends_with(',')) return std::nullopt;
    while (!first.empty()) {
        const auto group = tomar_hasta(first, ',');
        const bool known =
            std::ranges::any_of(operations.all(), [&](const api::Operation& op) { return op.grupo == group && offered(op); });
        if (!known) return std::nullopt;
        place.groups.emplace_back(group);
    }
    return place.groups.empty() ? std::nullopt : std::optional{place};
}

}  // namespace mcp

McpHandler::McpHandler(api::Dispatcher& dispatcher, const api::Operations& operations, const Reloj& reloj,
                       const api::FirmaDeEnlaces& confirmations, McpSettings settings)
    : dispatcher_(dispatcher),
      operations_(operations),
      reloj_(reloj),
      confirmations_(confirmations),
      settings_(std::move(settings)),
      endpoint_({settings_.version, settings_.origins}) {}

bool McpHandler::mine(std::string_view path) const {
    if (settings_.access == mcp::Access::off || !path.starts_with(mcp_root)) return false;
    return path.size() == mcp_root.size() || path[mcp_root.size()] == '/';
}

std::uint64_t McpHandler::body_limit(api::Verb verb, std::string_view path) const {
    return mine(path) ? settings_.body_limit : dispatcher_.body_limit(verb, path);
}

// Whoever has no token is told where one is made.
void McpHandler::let_in(const Request& request, api::Dispatcher::Admitted told) {
    dispatcher_.admit(request, [this, told = std::move(told)](std::optional<Answer>&& refusal, api::Dispatcher::Admission&& who) {
        if (refusal && (refusal->status == 401 || refusal->status == 403)) {
            std::erase_if(refusal->headers, [](const auto& header) { return header.first == "WWW-Authenticate"; });
            if (auto said = challenge(*refusal, settings_.public_url); !said.empty())
                refusal->headers.emplace_back("WWW-Authenticate", std::move(said));
        }
        told(std::move(refusal), std::move(who));
    });
}

void McpHandler::judge(const Request& request, Judged judged) {
    if (!mine(request.path)) return dispatcher_.judge(request, std::move(judged));
    if (auto refusal = endpoint_.refusal(request)) return judged({std::move(refusal), {}, {}});
    let_in(request, [judged = std::move(judged)](std::optional<Answer>&& refusal, api::Dispatcher::Admission&& who) {
        if (refusal) return judged({std::move(refusal), {}, {}});
        const auto caller = who.caller;
        judged({{}, std::make_shared<const Kept>(Kept{std::move(who)}), caller});
    });
}

void McpHandler::handle(const Request& request, api::Respond respond) {
    if (!mine(request.path)) return dispatcher_.handle(request, std::move(respond));
    // Asked before: with the head.
    if (const auto* kept = static_cast<const Kept*>(request.admission.get())) return answer(request, kept->who, respond);
    if (auto refusal = endpoint_.refusal(request)) return respond(std::move(*refusal));
    let_in(request, [this, &request, respond](std::optional<Answer>&& refusal, api::Dispatcher::Admission&& who) {
        if (refusal) return respond(std::move(*refusal));
        answer(request, who, respond);
    });
}

const mcp::Search& McpHandler::search() {
    std::call_once(searched_, [this] {
        search_ = std::make_unique<const mcp::Search>(operations_);
        search_made_ = true;
    });
    return *search_;
}

void McpHandler::answer(const Request& request, const api::Dispatcher::Admission& who, const api::Respond& respond) {
    auto place = mcp::place_of(request.path, operations_);
    if (!place)
        return respond(
            api::problem(Codigo::ruta_inexistente, api::language_of(request.header("Accept-Language")), request.trace_id));
    const bool writes = settings_.access == mcp::Access::writes && !place->reads_only;
    const mcp::Ground ground{
        dispatcher_, operations_, reloj_, confirmations_, [this]() -> const mcp::Search& { return search(); }, search_made_};
    endpoint_.answer(request, mcp::offer_to(ground, request, who, std::move(*place), writes), [respond, who](Answer&& a) {
        a.organizacionId = who.sesion->organizacionId;
        a.usuarioId = who.sesion->usuarioId;
        a.consumidorId = who.sesion->consumidorId;
        if (a.operation.empty()) a.operation = "Mcp";
        respond(std::move(a));
    });
}

}  // namespace cacao::serve
