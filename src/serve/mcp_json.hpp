#pragma once
// A JSON value kept whole, as agents send it: numbers with the digits that came, members in their order.

#include "reflect/json_value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::serve::mcp {

struct Member;

struct Json {
    reflect::JsonType type = reflect::JsonType::null;
    std::string text;  // of a text, or the digits of a number
    bool yes = false;
    std::vector<Json> items;
    std::vector<Member> members;

    bool is(reflect::JsonType wanted) const { return type == wanted; }
    // Of an object; nullptr when it has none of that name, or null there.
    const Json* find(std::string_view name) const;
    // The text there; nullptr where there is none.
    const std::string* text_at(std::string_view name) const;
};

struct Member {
    std::string name;
    Json value;
};

// What an agent sends becomes so many values at most: room for each is made here, and then once more where it is decoded.
inline constexpr std::size_t max_values = 50'000;

enum class Broken : std::uint8_t {
    text,   // no JSON, or not in UTF-8
    twice,  // a member stands twice: each reader would take another one
    much,   // too deep, or of too many values
};
struct Reading {
    std::optional<Json> value;
    Broken broken = Broken::text;  // where there is none
};
// An object or a list.
Reading read_json(std::string_view text);

// As it came.
void write(std::string& out, const Json& value);
std::string written(const Json& value);

// A text between quotes, as reflect::write_string does, but made for JSON inside of JSON: full of quotes, and of little else.
void write_quoted(std::string& out, std::string_view text);

}  // namespace cacao::serve::mcp
