#pragma once
// JSON Schema (2020-12, as OpenAPI 3.1 uses it) and example values from described structs.

#include "reflect/json_write.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cacao::reflect {

// A request may leave optional members out; an answer always has every member. So one struct can have two schemas.
enum class Direction : std::uint8_t { in, out };

// The schemas of all structs met so far, by name.
class SchemaBook {
public:
    // Appends the schema of T; structs become a reference to a component.
    template <class T>
    void write(std::string& out, Direction direction, bool nullable = false);
    // The same for a struct some of whose members (one bit each) travel outside the body.
    template <Described T>
    void write_without(std::string& out, Direction direction, std::uint64_t outside);

    // `"Name":{…},…` of all components. A struct used both ways with differing schemas has a second one, NameEntrada.
    std::string components() const;
    // Replaces the marks that write() left in `text` by final references.
    std::string resolve(std::string text) const;

private:
    template <class T>
    void write_kept(std::string& out, const Guardado<T>&, Direction direction) {
        write<T>(out, direction);
    }
    template <class T>
    void write_plain(std::string& out, Direction direction, bool nullable);
    template <Described T>
    void describe(Direction direction, std::uint64_t outside = 0);
    bool same_both_ways(const std::string& name) const;

    std::map<std::string, std::string> schemas_[2];
};

// A plausible value, for documentation.
template <class T>
void write_example(std::string& out, std::uint64_t outside = 0);

template <Described T>
void SchemaBook::write_without(std::string& out, Direction direction, std::uint64_t outside) {
    describe<T>(direction, outside);
    write<T>(out, direction);
}

template <class T>
void SchemaBook::write(std::string& out, Direction direction, bool nullable) {
    if constexpr (is_optional<T>) {
        write<typename T::value_type>(out, direction, true);
    } else if constexpr (is_cambio<T>) {
        write<typename decltype(T::valor)::value_type>(out, direction, true);
    } else if constexpr (is_guardado<T>) {
        write_kept(out, T{}, direction);
    } else if constexpr (Described<T>) {
        describe<T>(direction);
        const std::string mark = direction == Direction::in ? "@in." : "@out.";
        const std::string ref = R"({"$ref":"#/components/schemas/)" + mark + std::string{type_name<T>()} + "\"}";
        out += nullable ? R"({"anyOf":[)" + ref + R"(,{"type":"null"}]})" : ref;
    } else {
        out.push_back('{');
        write_plain<T>(out, direction, nullable);
        out.push_back('}');
    }
}

// Everything that is not a struct: the inside of the braces.
template <class T>
void SchemaBook::write_plain(std::string& out, Direction direction, bool nullable) {
    auto type = [&](std::string_view name) {
        out += R"("type":)";
        if (nullable) out.append("[\"").append(name).append("\",\"null\"]");
        else out.append("\"").append(name).append("\"");
    };
    if constexpr (std::is_same_v<T, bool>) {
        type("boolean");
    } else if constexpr (is_decimal<T>) {
        type("number");
        out += is_no_negativo<T> ? R"(,"minimum":0,"maximum":9223372036854)"
                                 : R"(,"minimum":-9223372036854,"maximum":9223372036854)";
        if (direction == Direction::in) out += R"(,"x-decimales":6)";
    } else if constexpr (is_entero<T>) {
        type("integer");
        out += R"(,"minimum":)" + std::to_string(T::min) + R"(,"maximum":)" + std::to_string(T::max);
    } else if constexpr (DescribedEnum<T>) {
        type("string");
        out += R"(,"enum":[)";
        bool first = true;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto d) {
            if (!first) out.push_back(',');
            first = false;
            write_string(out, d.name);
        });
        if (nullable) out += ",null";
        out.push_back(']');
    } else if constexpr (std::is_integral_v<T>) {
        type("integer");
        out += sizeof(T) == 8 ? R"(,"format":"int64")" : R"(,"format":"int32")";
    } else if constexpr (TextLike<T>) {
        if (nullable) {
            std::string_view rest = TextForm<T>::esquema;
            rest.remove_prefix(std::string_view{R"("type":"string")"}.size());
            type("string");
            out += rest;
        } else {
            out += TextForm<T>::esquema;
        }
    } else if constexpr (is_texto<T>) {
        type("string");
        if (direction == Direction::in && T::min > 0) out += R"(,"minLength":)" + std::to_string(T::min);
        out += R"(,"maxLength":)" + std::to_string(T::max);
    } else if constexpr (std::is_same_v<T, std::string>) {
        type("string");
    } else if constexpr (std::is_same_v<T, Archivo>) {
        out += R"("type":"string","format":"binary")";
    } else if constexpr (std::is_same_v<T, JsonCrudo>) {
        out += R"("description":"Cualquier valor JSON")";
    } else {
        static_assert(is_vector<T>);
        type("array");
        if constexpr (requires { T::max; }) {
            if (direction == Direction::in) {
                if (T::min > 0) out += R"(,"minItems":)" + std::to_string(T::min);
                out += R"(,"maxItems":)" + std::to_string(T::max);
            }
        }
        out += R"(,"items":)";
        write<typename T::value_type>(out, direction);
    }
}

template <Described T>
void SchemaBook::describe(Direction direction, std::uint64_t outside) {
    auto& book = schemas_[static_cast<std::size_t>(direction)];
    const std::string name{type_name<T>()};
    if (!book.emplace(name, "").second) return;  // known, or being described further up
    std::string properties;
    std::string required;
    std::size_t i = 0;
    for_each_member<T>([&](auto member) {
        using M = MemberType<decltype(member), T>;
        if ((outside >> i++ & 1U) != 0) return;
        if (!properties.empty()) properties.push_back(',');
        write_string(properties, member.name);
        properties.push_back(':');
        std::string schema;
        write<M>(schema, direction);
        constexpr Meta m = meta<decltype(member)::pointer>;
        if (!m.descripcion.empty()) {
            // A member's own words win over those of its type.
            if (const auto at = schema.find(R"(,"description":")"); at != std::string::npos) {
                const auto end = schema.find('"', at + 16);
                schema.erase(at, end + 1 - at);
            }
            schema.pop_back();
            schema += R"(,"description":)";
            write_string(schema, m.descripcion);
            schema.push_back('}');
        }
        properties += schema;
        if (direction == Direction::out || (!is_optional<M> && !is_cambio<M>)) {
            if (!required.empty()) required.push_back(',');
            write_string(required, member.name);
        }
    });
    std::string schema = R"({"type":"object","properties":{)" + properties + "}";
    if (!required.empty()) schema += R"(,"required":[)" + required + "]";
    schema += R"(,"additionalProperties":false})";
    book[name] = std::move(schema);
}

template <class T>
void write_kept_example(std::string& out, const Guardado<T>&) {
    write_example<T>(out);
}

template <class T>
void write_example(std::string& out, [[maybe_unused]] std::uint64_t outside) {
    if constexpr (is_guardado<T>) {
        write_kept_example(out, T{});
    } else if constexpr (is_optional<T>) {
        write_example<typename T::value_type>(out);
    } else if constexpr (is_cambio<T>) {
        write_example<typename decltype(T::valor)::value_type>(out);
    } else if constexpr (TextLike<T>) {
        write_string(out, TextForm<T>::ejemplo);
    } else if constexpr (std::is_same_v<T, bool>) {
        out += "true";
    } else if constexpr (is_decimal<T>) {
        out += "1250.5";
    } else if constexpr (DescribedEnum<T>) {
        write_string(out, enum_name(T{}));
    } else if constexpr (is_entero<T> || std::is_integral_v<T>) {
        out += "1";
    } else if constexpr (std::is_same_v<T, JsonCrudo>) {
        out += "{}";
    } else if constexpr (std::is_same_v<T, Archivo>) {
        out += "\"(archivo)\"";
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
        // Limits of a text hold for its example too: codes of fixed length are shown at that length.
        if constexpr (is_texto<T>) {
            if constexpr (T::max < 5) write_string(out, std::string(std::max<std::size_t>(T::min, 1), 'A'));
            else write_string(out, "texto" + std::string(T::min > 5 ? T::min - 5 : 0, 'o'));
        } else {
            out += "\"texto\"";
        }
    } else if constexpr (is_vector<T>) {
        out.push_back('[');
        write_example<typename T::value_type>(out);
        out.push_back(']');
    } else if constexpr (!example_of<T>.empty()) {
        out += example_of<T>;
    } else {
        out.push_back('{');
        bool first = true;
        std::size_t i = 0;
        for_each_member<T>([&](auto member) {
            if ((outside >> i++ & 1U) != 0) return;
            if (!first) out.push_back(',');
            first = false;
            write_string(out, member.name);
            out.push_back(':');
            constexpr Meta m = meta<decltype(member)::pointer>;
            if (!m.ejemplo.empty()) out += m.ejemplo;
            else write_example<MemberType<decltype(member), T>>(out);
        });
        out.push_back('}');
    }
}

}  // namespace cacao::reflect
