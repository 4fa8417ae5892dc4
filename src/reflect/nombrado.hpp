#pragma once
// A text that is the name of one of the values of E: kept, compared and read as the text that it is, and declared as an
// enumeration to whoever reads answers.

#include "reflect/describe.hpp"
#include "reflect/types.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cacao {

template <class E>
struct Nombrado : std::string {
    using std::string::string;
    using std::string::operator=;
    Nombrado() = default;
    Nombrado(std::string s) : std::string(std::move(s)) {}         // NOLINT(google-explicit-constructor): a text is a text
    Nombrado(E valor) : std::string(reflect::enum_name(valor)) {}  // NOLINT(google-explicit-constructor)
    static std::optional<Nombrado> leer(std::string_view texto) {
        E valor{};
        return reflect::enum_value(texto, valor) ? std::optional<Nombrado>{std::string{texto}} : std::nullopt;
    }
};

namespace reflect {

// "type":"string","enum":["vigente","cancelado"]
template <class E>
struct NamesSchema {
    static constexpr std::string_view head = R"("type":"string","enum":[)";
    static constexpr std::size_t length = [] {
        std::size_t n = head.size() + 1;
        for (const Enumerator& one : enumerators<E>) n += one.name.size() + 3;
        return n - 1;
    }();
    static constexpr auto text = [] {
        std::array<char, length> out{};
        std::size_t at = 0;
        const auto put = [&](std::string_view part) {
            for (const char c : part) out[at++] = c;
        };
        put(head);
        for (const Enumerator& one : enumerators<E>) {
            put(at == head.size() ? "\"" : ",\"");
            put(one.name);
            put("\"");
        }
        put("]");
        return out;
    }();
};

}  // namespace reflect

template <class E>
struct TextForm<Nombrado<E>> : TextFormBase<Nombrado<E>, Codigo::valor_no_permitido> {
    static constexpr std::string_view esquema{reflect::NamesSchema<E>::text.data(), reflect::NamesSchema<E>::text.size()};
    static constexpr std::string_view ejemplo = reflect::enumerators<E>[0].name;
};

}  // namespace cacao
