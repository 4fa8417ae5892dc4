#pragma once
// A JSON object written member by member, for the few words that go with a fault:
//
//     objeto("impide", "derivado", "transaccionId", 7)   {"impide":"derivado","transaccionId":7}
//
// A text is quoted and escaped whatever it holds; a decimal goes out as its digits; a day as a text.

#include "reflect/json_write.hpp"

#include <concepts>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

namespace cacao::reflect {

// JSON that was written already: a list of objects.
struct Escrito {
    std::string json;
};

// A list goes out as one.
template <class T>
void write_value(std::string& out, const T& value) {
    if constexpr (std::same_as<T, Escrito>) out += value.json;
    else if constexpr (std::same_as<T, bool>) out += value ? "true" : "false";
    else if constexpr (std::integral<T>) out += std::to_string(value);
    else if constexpr (std::convertible_to<const T&, std::string_view>) write_string(out, std::string_view{value});
    else if constexpr (requires { value.iso(); }) write_string(out, value.iso());
    else if constexpr (std::ranges::range<T>) {
        out.push_back('[');
        bool first = true;
        for (const auto& item : value) {
            if (!std::exchange(first, false)) out.push_back(',');
            write_value(out, item);
        }
        out.push_back(']');
    } else out += value.texto();
}

inline void write_members(std::string&) {}
template <class T, class... Rest>
void write_members(std::string& out, std::string_view name, const T& value, const Rest&... rest) {
    if (out.size() > 1) out.push_back(',');
    write_string(out, name);
    out.push_back(':');
    write_value(out, value);
    write_members(out, rest...);
}

template <class... NamesAndValues>
std::string objeto(const NamesAndValues&... members) {
    std::string out = "{";
    write_members(out, members...);
    out.push_back('}');
    return out;
}

}  // namespace cacao::reflect
