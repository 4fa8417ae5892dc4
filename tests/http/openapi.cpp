#include "http/openapi.hpp"

#include "support/codigos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cacao::test {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::optional<element> member(element node, std::string_view name) {
    element found;
    if (node.at_key(name).get(found) != simdjson::SUCCESS) return std::nullopt;
    return found;
}

std::string text(element node, std::string_view name) {
    const auto found = member(node, name);
    std::string_view value;
    return found && found->get(value) == simdjson::SUCCESS ? std::string{value} : std::string{};
}

std::string type_of(element value) {
    switch (value.type()) {
        case simdjson::dom::element_type::OBJECT: return "object";
        case simdjson::dom::element_type::ARRAY: return "array";
        case simdjson::dom::element_type::STRING: return "string";
        case simdjson::dom::element_type::BOOL: return "boolean";
        case simdjson::dom::element_type::NULL_VALUE: return "null";
        case simdjson::dom::element_type::DOUBLE: return "number";
        default: return "integer";
    }
}

bool type_allowed(element wanted, const std::string& type) {
    std::string_view one;
    if (wanted.get(one) == simdjson::SUCCESS) return one == type || (one == "number" && type == "integer");
    return std::ranges::any_of(array(wanted), [&](element e) { return type_allowed(e, type); });
}

std::vector<std::string_view> segments(std::string_view path) {
    std::vector<std::string_view> list;
    path = path.substr(0, path.find('?'));
    while (!path.empty()) {
        path.remove_prefix(1);
        const auto end = std::min(path.find('/'), path.size());
        list.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return list;
}

bool reaches(std::string_view pattern, std::string_view target) {
    const auto a = segments(pattern);
    const auto b = segments(target);
    return a.size() == b.size() &&
           std::ranges::equal(a, b, [](auto x, auto y) { return x.starts_with('{') ? !y.empty() : x == y; });
}

}  // namespace

std::string DocumentedOperation::target(std::string_view value) const {
    std::string filled = path;
    for (const auto& p : in_path) {
        const std::string hole = '{' + p.name + '}';
        filled.replace(filled.find(hole), hole.size(), value);
    }
    char separator = '?';
    for (const auto& p : in_query) {
        if (!p.required) continue;
        filled += separator + p.name + '=' + (p.number ? "1" : "texto");
        separator = '&';
    }
    return filled;
}

Document::Document(std::string_view json) : root_(parser_->parse(json.data(), json.size()).value()) {
    constexpr std::array methods{"get", "post", "put", "delete", "patch"};
    for (const auto path : object(root_["paths"])) {
        for (const auto entry : object(path.value)) {
            if (std::ranges::find(methods, entry.key) == methods.end()) continue;
            auto& o = operations_.emplace_back();
            o.node = entry.value;
            o.path = path.key;
            for (const char c : entry.key) o.method.push_back(static_cast<char>(c - 32));
            o.id = text(o.node, "operationId");
            o.permission = text(o.node, "x-permiso");
            o.open = member(o.node, "security").has_value();
            read_parameters(o);
            read_body(o);
        }
    }
}

void Document::read_parameters(DocumentedOperation& o) const {
    const auto list = member(o.node, "parameters");
    if (!list) return;
    for (const element given : array(*list)) {
        const element p = resolve(given);
        DocumentedParameter parameter{text(p, "name"), false, member(p, "required") && bool(p["required"])};
        if (const auto type = member(resolve(p["schema"]), "type")) parameter.number = type_allowed(*type, "integer");
        if (text(p, "in") == "path") o.in_path.push_back(parameter);
        if (text(p, "in") == "query") o.in_query.push_back(parameter);
    }
}

void Document::read_body(DocumentedOperation& o) const {
    const auto body = member(o.node, "requestBody");
    if (!body) return;
    o.has_form = member((*body)["content"], "multipart/form-data").has_value();
    o.has_body = !o.has_form;
    if (o.has_form) {
        for (const auto field : object(resolve((*body)["content"]["multipart/form-data"]["schema"])["properties"])) {
            o.body_members.emplace_back(field.key);
            if (std::string{simdjson::minify(field.value)}.find(R"("format":"binary")") != std::string::npos)
                o.form_file = field.key;
        }
        return;
    }
    const element content = (*body)["content"]["application/json"];
    o.body = simdjson::minify(element(content["example"]));
    const element schema = resolve(content["schema"]);
    // Rows: what they may hold is said in words, by the kind of table.
    o.has_table = text(schema, "type") == "array";
    if (o.has_table) {
        o.has_body = false;
        o.required = o.body;
        return;
    }
    if (const auto properties = member(schema, "properties"))
        for (const auto field : object(*properties)) o.body_members.emplace_back(field.key);
    std::vector<std::string_view> required;
    if (const auto list = member(schema, "required"))
        for (const element name : array(*list)) required.push_back(name);
    o.required = "{";
    for (const auto field : object(content["example"])) {
        if (std::ranges::find(required, field.key) == required.end()) continue;
        if (o.required.size() > 1) o.required += ',';
        o.required += fmt::format("\"{}\":{}", field.key, std::string{simdjson::minify(field.value)});
    }
    o.required += '}';
}

const DocumentedOperation* Document::find(std::string_view method, std::string_view target) const {
    const DocumentedOperation* found = nullptr;
    for (const auto& o : operations_) {
        if (o.method != method || !reaches(o.path, target)) continue;
        if (found == nullptr || o.in_path.size() < found->in_path.size()) found = &o;
    }
    return found;
}

element Document::resolve(element node) const {
    while (const auto reference = member(node, "$ref")) {
        const std::string_view place = *reference;
        node = root_.at_pointer(place.substr(1)).value();
    }
    return node;
}

std::string Document::fits(element schema, element value, const std::string& place) const {
    schema = resolve(schema);
    const std::string type = type_of(value);
    if (const auto one_of = member(schema, "oneOf") ? member(schema, "oneOf") : member(schema, "anyOf")) {
        std::string first;
        for (const element choice : array(*one_of)) {
            const auto wrong = fits(choice, value, place);
            if (wrong.empty()) return {};
            if (first.empty()) first = wrong;
        }
        return first;
    }
    if (const auto all_of = member(schema, "allOf"))
        for (const element part : array(*all_of))
            if (auto wrong = fits(part, value, place); !wrong.empty()) return wrong;
    if (const auto wanted = member(schema, "type"); wanted && !type_allowed(*wanted, type))
        return fmt::format("{}: {} instead of {}", place, type, std::string{simdjson::minify(*wanted)});
    if (const auto allowed = member(schema, "enum"))
        if (std::ranges::none_of(array(*allowed), [&](element e) { return simdjson::minify(e) == simdjson::minify(value); }))
            return fmt::format("{}: {} is not one of {}", place, std::string{simdjson::minify(value)},
                               std::string{simdjson::minify(*allowed)});
    if (type == "array") {
        const auto items = member(schema, "items");
        std::size_t i = 0;
        for (const element item : array(value))
            if (items)
                if (auto wrong = fits(*items, item, fmt::format("{}/{}", place, i++)); !wrong.empty()) return wrong;
    }
    return type == "object" ? fits_object(schema, object(value), place) : std::string{};
}

std::string Document::fits_object(element schema, object value, const std::string& place) const {
    if (const auto required = member(schema, "required"))
        for (const element name : array(*required)) {
            element found;
            if (value.at_key(name).get(found) != simdjson::SUCCESS)
                return fmt::format("{}/{}: missing", place, std::string_view(name));
        }
    const auto properties = member(schema, "properties");
    // The document leaves answers open, so that clients bear what is added; what the service sends today is all in it.
    const bool closed = properties.has_value();
    for (const auto field : value) {
        const auto known = properties ? member(*properties, field.key) : std::nullopt;
        const std::string where = fmt::format("{}/{}", place, field.key);
        if (!known && closed) return where + ": not documented";
        if (known)
            if (auto wrong = fits(*known, field.value, where); !wrong.empty()) return wrong;
    }
    return {};
}

std::string Document::check(const DocumentedOperation& o, const HttpAnswer& answer) const {
    const auto documented = member(o.node["responses"], std::to_string(answer.status));
    // What stands around every operation is said once for all of them.
    const bool around = answer.status == 304 || answer.status == 404 || answer.status == 405;
    if (!documented && !around)
        return fmt::format("{} answers {}, which is not documented: {}", o.id, answer.status, answer.body);
    if (answer.status >= 400 && !answer.header("Content-Type").starts_with("application/problem+json"))
        return fmt::format("{} refuses as {}", o.id, answer.header("Content-Type"));
    const auto content = documented ? member(resolve(*documented), "content") : std::nullopt;
    if (!content) return {};
    const auto header = answer.header("Content-Type");
    const auto type = header.substr(0, header.find(';'));
    const auto json = member(*content, type);
    if (!json && !member(*content, "*/*")) return fmt::format("{} answers as {}, which is not documented", o.id, header);
    if (!type.ends_with("json") || !json) return {};
    simdjson::dom::parser parser;
    element body;
    if (parser.parse(answer.body).get(body) != simdjson::SUCCESS)
        return fmt::format("{}: the answer is not JSON: {}", o.id, answer.body);
    const auto wrong = fits((*json)["schema"], body, "");
    if (!wrong.empty()) return fmt::format("{} {}: {}", o.id, answer.status, wrong);
    return answer.status == 400 ? undeclared(o, body) : std::string{};
}

std::string Document::check_body(const DocumentedOperation& o, element body) const {
    const auto wrong = fits(o.node["requestBody"]["content"]["application/json"]["schema"], body, "");
    return wrong.empty() ? wrong : fmt::format("{}: {}", o.id, wrong);
}

std::string Document::undeclared(const DocumentedOperation& o, element problem) {
    array faults;
    if (problem["errores"].get(faults) != simdjson::SUCCESS) return {};
    array declared;
    const bool some = o.node["x-codigos"].get(declared) == simdjson::SUCCESS;
    for (const element fault : faults) {
        const std::string_view code = fault["codigo"];
        const bool said = some && std::ranges::any_of(declared, [&](element e) { return std::string_view{e} == code; });
        if (!said && !de_toda_operacion(code)) return fmt::format("{} refuses with {}, which it does not declare", o.id, code);
    }
    return {};
}

}  // namespace cacao::test
