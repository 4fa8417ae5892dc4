#pragma once
// A forward-only view of a JSON text. simdjson stays behind this header: it is heavy to compile, and rooms need none of it.

#include "base/error.hpp"
#include "base/function_ref.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::reflect {

enum class JsonType : std::uint8_t { object, array, string, number, boolean, null };

// Each value may be looked at once, in order; what is not looked at is skipped.
class JsonValue {
public:
    JsonType type() const { return type_; }
    std::string_view number() const;  // the digits as sent
    bool boolean() const;             // type() must be boolean
    std::string_view text();          // unescaped; lives as long as the document
    void fields(FunctionRef<void(std::string_view, JsonValue&)> each);
    void items(FunctionRef<void(JsonValue&)> each);

private:
    friend struct JsonAccess;
    void* value_ = nullptr;  // simdjson::ondemand::value
    JsonType type_ = JsonType::null;
};

inline constexpr int max_json_depth = 32;
// Of all lists and objects together. The reader below needs room for every one of them before it has looked at the first.
inline constexpr std::size_t max_json_values = 500'000;

// A request is an object; a kept value may be a list.
enum class Root : std::uint8_t { object, any };

// A value, looked at to its end, as JSON again: the same but for blanks.
void write_value(JsonValue& value, std::string& out);

// Reads `json` and passes its root to `root`. What is wrong with the text as a whole (syntax, UTF-8, depth, number of values) is
// added to `faltas` at the root; `root` may have run in part by then, so look at the faults before using what it read.
void read_document(std::string_view json, Faltas& faltas, FunctionRef<void(JsonValue&)> root, Root wanted = Root::object);

}  // namespace cacao::reflect
