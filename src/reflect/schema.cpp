#include "reflect/schema.hpp"

#include "reflect/json_write.hpp"

#include <algorithm>

namespace cacao::reflect {
namespace {

void write_limits(std::string& out, std::string_view min, std::string_view max, const Shape& shape) {
    if (!min.empty()) out.append(",\"").append(min).append("\":").append(std::to_string(shape.min));
    if (!max.empty()) out.append(",\"").append(max).append("\":").append(std::to_string(shape.max));
}

// A member's own words win over those of its type.
void describe_member(std::string& schema, std::string_view words) {
    if (words.empty()) return;
    if (const auto at = schema.find(R"(,"description":")"); at != std::string::npos) {
        const auto end = schema.find('"', at + 16);
        schema.erase(at, end + 1 - at);
    }
    if (schema.starts_with(R"({"description":)")) schema = "{}";  // of any value
    schema.pop_back();
    schema += schema == "{" ? R"("description":)" : R"(,"description":)";
    write_string(schema, words);
    schema.push_back('}');
}

// Limits of a text hold for its example too: codes of fixed length are shown at that length.
std::string example_text(const Shape& shape) {
    const auto min = static_cast<std::size_t>(shape.min);
    constexpr std::string_view word = "texto";
    if (shape.bounded && shape.max < std::ssize(word)) return std::string(std::max<std::size_t>(min, 1), 'A');
    return std::string{word} + std::string(min > word.size() ? min - word.size() : 0, 'o');
}

// Both directions alike, once the marks are gone.
std::string unmarked(std::string text) {
    for (const std::string_view mark : {"@in.", "@out."})
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) text.erase(at, mark.size());
    return text;
}

}  // namespace

std::string property(const Words& words, std::string_view where, std::string_view name, std::string schema) {
    describe_member(schema, words.explanation(where, name));
    std::string out;
    write_string(out, name);
    return out + ":" + schema;
}

void SchemaBook::write(std::string& out, Use use, Direction direction, std::uint64_t outside) {
    const Shape& shape = *use.shape;
    if (shape.form != Form::object) {
        out.push_back('{');
        write_plain(out, shape, direction, use.nullable());
        out.push_back('}');
        return;
    }
    if (structs_ == Structs::inlined) return write_inlined(out, use, direction, outside);
    describe(shape, direction, outside);
    const std::string mark = direction == Direction::in ? "@in." : "@out.";
    const std::string ref = R"({"$ref":"#/components/schemas/)" + mark + std::string{shape.name} + "\"}";
    out += use.nullable() ? R"({"anyOf":[)" + ref + R"(,{"type":"null"}]})" : ref;
}

// Everything that is not a struct: the inside of the braces.
void SchemaBook::write_plain(std::string& out, const Shape& shape, Direction direction, bool nullable) {
    const auto type = [&](std::string_view name) {
        out += R"("type":)";
        if (nullable) out.append("[\"").append(name).append("\",\"null\"]");
        else out.append("\"").append(name).append("\"");
    };
    const bool in = direction == Direction::in;
    switch (shape.form) {
        case Form::boolean: return type("boolean");
        case Form::decimal:
            type("number");
            write_limits(out, "minimum", "maximum", shape);
            if (in && structs_ == Structs::referenced) out += R"(,"x-decimales":6)";
            return;
        case Form::whole:
            type("integer");
            if (shape.bounded) write_limits(out, "minimum", "maximum", shape);
            else out.append(R"(,"format":")").append(shape.format).append("\"");
            return;
        case Form::enumeration:
            type("string");
            out += R"(,"enum":[)";
            for (const Enumerator& one : shape.values) {
                if (out.back() != '[') out.push_back(',');
                write_string(out, one.name);
            }
            if (nullable) out += ",null";
            out.push_back(']');
            return;
        case Form::written: {
            constexpr std::string_view start = R"("type":"string")";
            type("string");
            out += shape.schema.substr(start.size());
            return;
        }
        case Form::text:
            type("string");
            if (shape.bounded) write_limits(out, in && shape.min > 0 ? "minLength" : "", "maxLength", shape);
            return;
        case Form::file: out += R"("type":"string","format":"binary")"; return;
        case Form::json: out += R"("description":"Cualquier valor JSON")"; return;
        case Form::list:
            type("array");
            if (shape.bounded && in) write_limits(out, shape.min > 0 ? "minItems" : "", "maxItems", shape);
            out += R"(,"items":)";
            return write(out, shape.items, direction);
        case Form::object: break;
    }
}

void SchemaBook::describe(const Shape& shape, Direction direction, std::uint64_t outside) {
    auto& book = schemas_[static_cast<std::size_t>(direction)];
    const std::string name{shape.name};
    if (!book.emplace(name, "").second) return;  // known, or being described further up
    book[name] = object_schema(shape, direction, outside, false);
}

void SchemaBook::write_inlined(std::string& out, Use use, Direction direction, std::uint64_t outside) {
    if (std::ranges::find(open_, use.shape) != open_.end()) {
        out += R"({"type":"object"})";
        return;
    }
    open_.push_back(use.shape);
    out += object_schema(*use.shape, direction, outside, use.nullable());
    open_.pop_back();
}

std::string SchemaBook::object_schema(const Shape& shape, Direction direction, std::uint64_t outside, bool nullable) {
    std::string properties;
    std::string required;
    for (const ShapeMember& member : shape.members) {
        const auto bit = static_cast<std::size_t>(&member - shape.members.data());
        if ((outside >> bit & 1U) != 0) continue;
        if (!properties.empty()) properties.push_back(',');
        write_string(properties, member.name);
        properties.push_back(':');
        std::string schema;
        write(schema, member.use, direction);
        describe_member(schema, words_.explanation(shape.name, member.name));
        properties += schema;
        if (direction == Direction::in && member.use.nullable()) continue;
        if (!required.empty()) required.push_back(',');
        write_string(required, member.name);
    }
    std::string schema = nullable ? R"({"type":["object","null"],"properties":{)" : R"({"type":"object","properties":{)";
    schema += properties + "}";
    if (!required.empty()) schema += R"(,"required":[)" + required + "]";
    // What is asked and not known is refused; answers may grow, and whoever reads them must not mind.
    return schema += direction == Direction::in ? R"(,"additionalProperties":false})" : "}";
}

void write_example(std::string& out, Use use, const Words& words, std::uint64_t outside) {
    const Shape& shape = *use.shape;
    switch (shape.form) {
        case Form::boolean: out += "true"; return;
        case Form::decimal: out += "1250.5"; return;
        case Form::whole: out += "1"; return;
        case Form::enumeration:
        case Form::written: return write_string(out, shape.example);
        case Form::text: return write_string(out, example_text(shape));
        case Form::json: out += "{}"; return;
        case Form::file: out += "\"(archivo)\""; return;
        case Form::list:
            out.push_back('[');
            write_example(out, shape.items, words);
            out.push_back(']');
            return;
        case Form::object: break;
    }
    out.push_back('{');
    bool first = true;
    for (const ShapeMember& member : shape.members) {
        if ((outside >> static_cast<std::size_t>(&member - shape.members.data()) & 1U) != 0) continue;
        if (!first) out.push_back(',');
        first = false;
        write_string(out, member.name);
        out.push_back(':');
        const auto said = words.example(shape.name, member.name);
        if (!said.empty()) out += said;
        else write_example(out, member.use, words);
    }
    out.push_back('}');
}

bool SchemaBook::same_both_ways(const std::string& name) const {
    const auto in = schemas_[0].find(name);
    const auto out = schemas_[1].find(name);
    if (in == schemas_[0].end() || out == schemas_[1].end()) return true;
    return unmarked(in->second) == unmarked(out->second);
}

std::string SchemaBook::resolve(std::string text) const {
    for (const std::string_view mark : {"@in.", "@out."}) {
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
            text.erase(at, mark.size());
            const auto end = text.find('"', at);
            if (mark == "@in." && !same_both_ways(text.substr(at, end - at))) text.insert(end, "Entrada");
        }
    }
    return text;
}

std::string SchemaBook::components() const {
    std::map<std::string, std::string> all;
    for (const auto& [name, schema] : schemas_[1]) all[name] = resolve(schema);
    for (const auto& [name, schema] : schemas_[0]) all[same_both_ways(name) ? name : name + "Entrada"] = resolve(schema);
    std::string out;
    for (const auto& [name, schema] : all) {
        if (!out.empty()) out.push_back(',');
        write_string(out, name);
        out.push_back(':');
        out += schema;
    }
    return out;
}

}  // namespace cacao::reflect
