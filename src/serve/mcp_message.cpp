#include "serve/mcp_message.hpp"

#include "base/texto.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::serve::mcp {
namespace {

using reflect::JsonType;

Fault fault(int code, std::string_view text, std::string id = {}) { return {400, code, std::string{text}, {}, std::move(id)}; }

bool is_whole(std::string_view digits) {
    if (digits.starts_with('-')) digits.remove_prefix(1);
    return !digits.empty() && digits.size() <= 18 && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr std::size_t longest_id = 200;

// A text or a whole number, as JSON; nothing for anything else.
std::optional<std::string> read_id(const Json& id) {
    if (id.is(JsonType::string) && id.text.size() <= longest_id) return written(id);
    if (id.is(JsonType::number) && is_whole(id.text)) return id.text;
    return std::nullopt;
}

bool is_legacy(std::string_view version) { return std::ranges::find(legacy_versions, version) != legacy_versions.end(); }

Fault unsupported(std::string_view asked, std::string id) {
    std::vector<std::string_view> all{modern_version};
    all.insert(all.end(), legacy_versions.begin(), legacy_versions.end());
    return {400, code::version, "Unsupported protocol version", reflect::objeto("supported", all, "requested", asked),
            std::move(id)};
}

// Which member of the params a header repeats.
std::string_view named_by(std::string_view method) {
    if (method == "tools/call" || method == "prompts/get") return "name";
    return method == "resources/read" ? "uri" : "";
}

// What a modern request says twice must be one thing: somebody between may have gone by the header.
std::optional<Fault> judge_modern(const api::Request& request, Message& m, std::string_view header_version) {
    const Json* const meta = m.params.find("_meta");
    const std::string* const version = meta != nullptr ? meta->text_at(meta::version) : nullptr;
    const Json* const capabilities = meta != nullptr ? meta->find(meta::capabilities) : nullptr;
    if (version == nullptr) {
        if (!header_version.empty() && header_version != modern_version) return unsupported(header_version, m.id);
        return fault(code::params, "params._meta lacks " + std::string{meta::version}, m.id);
    }
    if (header_version.empty()) return fault(code::header, "The MCP-Protocol-Version header is missing", m.id);
    if (header_version != *version)
        return fault(code::header, "The MCP-Protocol-Version header does not match params._meta", m.id);
    if (*version != modern_version) return unsupported(*version, m.id);
    if (capabilities == nullptr || !capabilities->is(JsonType::object))
        return fault(code::params, "params._meta lacks " + std::string{meta::capabilities}, m.id);
    m.capabilities = *capabilities;
    const auto method = recortado(request.header("Mcp-Method"));
    if (method.empty()) return fault(code::header, "The Mcp-Method header is missing", m.id);
    if (method != m.method) return fault(code::header, "The Mcp-Method header does not match the method", m.id);
    const auto member = named_by(m.method);
    if (member.empty()) return std::nullopt;
    const std::string* const named = m.params.text_at(member);
    if (named == nullptr) return fault(code::params, "params." + std::string{member} + " must be a text", m.id);
    const auto sent = recortado(request.header("Mcp-Name"));
    if (sent.empty() && !named->empty()) return fault(code::header, "The Mcp-Name header is missing", m.id);
    const auto name = header_value(sent);
    if (!name || *name != *named)
        return fault(code::header, "The Mcp-Name header does not match params." + std::string{member}, m.id);
    return std::nullopt;
}

std::string_view why(Broken broken) {
    switch (broken) {
        case Broken::text: break;
        case Broken::twice: return "A member stands twice in an object";
        case Broken::much: return "The message is too deep or has too many values";
    }
    return "The body is not JSON in UTF-8";
}

}  // namespace

bool Message::asks_people() const {
    const Json* const elicitation = capabilities.find("elicitation");
    // An empty object stands for forms, as it did before there was anything else.
    return elicitation != nullptr && elicitation->is(JsonType::object) &&
           (elicitation->members.empty() || elicitation->find("form") != nullptr);
}

std::variant<Message, Fault> read_message(const api::Request& request) {
    auto read = read_json(request.body);
    if (!read.value) return fault(read.broken == Broken::text ? code::parse : code::request, why(read.broken));
    Json& root = *read.value;
    if (!root.is(JsonType::object)) return fault(code::request, "One message at a time: a list of them is not taken");
    Message m;
    if (const auto id = std::ranges::find(root.members, "id", &Member::name); id != root.members.end()) {
        auto known = read_id(id->value);
        if (!known) return fault(code::request, "id must be a text or a whole number");
        m.id = std::move(*known);
    }
    if (const auto* version = root.text_at("jsonrpc"); version == nullptr || *version != "2.0")
        return fault(code::request, "jsonrpc must be \"2.0\"", m.id);
    const auto header_version = recortado(request.header("MCP-Protocol-Version"));
    const std::string* const method = root.text_at("method");
    if (method == nullptr || method->empty()) {
        const bool answer = root.find("result") != nullptr || root.find("error") != nullptr;
        if (!answer || header_version == modern_version || m.id.empty())
            return fault(code::request, "method must be a text", m.id);
        m.id.clear();
        return m;
    }
    m.method = *method;
    if (const auto params = std::ranges::find(root.members, "params", &Member::name); params != root.members.end()) {
        if (!params->value.is(JsonType::object)) return fault(code::params, "params must be an object", m.id);
        m.params = std::move(params->value);
    }
    const Json* const meta = m.params.find("_meta");
    const bool says = meta != nullptr && (meta->find(meta::version) != nullptr || meta->find(meta::capabilities) != nullptr);
    const bool legacy_header = header_version.empty() || is_legacy(header_version);
    if (says || !legacy_header || m.method == "server/discover") m.era = Era::modern;
    if (!m.modern() || m.notification()) return m;
    if (auto wrong = judge_modern(request, m, header_version)) return *wrong;
    return m;
}

std::optional<std::string> header_value(std::string_view sent) {
    constexpr std::string_view open = "=?base64?", close = "?=";
    if (!sent.starts_with(open) || !sent.ends_with(close) || sent.size() < open.size() + close.size()) {
        const bool plain = std::ranges::all_of(sent, [](char c) { return c >= ' ' && c < 127; });
        return plain ? std::optional<std::string>{sent} : std::nullopt;
    }
    std::string value;
    if (!leer_base64(sent.substr(open.size(), sent.size() - open.size() - close.size()), value) || !utf8_valido(value))
        return std::nullopt;
    return value;
}

std::string error_text(const Fault& fault) {
    std::string out = R"({"jsonrpc":"2.0",)";
    if (!fault.id.empty()) out.append(R"("id":)").append(fault.id).push_back(',');
    out.append(R"("error":{"code":)").append(std::to_string(fault.code)).append(R"(,"message":)");
    reflect::write_string(out, fault.text);
    if (!fault.data.empty()) out.append(R"(,"data":)").append(fault.data);
    return out += "}}";
}

}  // namespace cacao::serve::mcp
