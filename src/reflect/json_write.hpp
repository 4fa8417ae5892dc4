#pragma once
// Described structs to JSON text, straight into a buffer that the caller keeps. Decimals go out as plain digits, never as a
// binary float; a missing object is null, a missing list [].

#include "reflect/describe.hpp"

#include <array>
#include <charconv>
#include <string>

namespace cacao::reflect {

// Quoted and escaped.
void write_string(std::string& out, std::string_view text);

inline void write_integer(std::string& out, std::int64_t value) {
    std::array<char, 24> buf;
    const auto [end, ec] = std::to_chars(buf.data(), buf.data() + buf.size(), value);
    out.append(buf.data(), end);
}

template <class D, bool First>
constexpr auto member_key() {
    constexpr std::string_view name{D::name};
    std::array<char, name.size() + (First ? 3 : 4)> key{};
    std::size_t i = 0;
    if (!First) key[i++] = ',';
    key[i++] = '"';
    for (const char c : name) key[i++] = c;
    key[i++] = '"';
    key[i++] = ':';
    return key;
}

template <class T>
void write_json(std::string& out, const T& value);

template <Described T>
void write_object(std::string& out, const T& value) {
    out.push_back('{');
    boost::mp11::mp_for_each<boost::mp11::mp_iota_c<member_count<T>>>([&](auto i) {
        using D = boost::mp11::mp_at_c<Members<T>, i>;
        static constexpr auto key = member_key<D, i == 0>();
        out.append(key.data(), key.size());
        write_json(out, value.*D::pointer);
    });
    out.push_back('}');
}

template <class T>
void write_json(std::string& out, const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
        out += value ? "true" : "false";
    } else if constexpr (std::is_same_v<T, JsonCrudo>) {
        out += value.texto.empty() ? "null" : value.texto;
    } else if constexpr (is_guardado<T>) {
        out += value.texto;
    } else if constexpr (std::is_same_v<T, Archivo>) {
        write_string(out, value.nombre + ";" + base64(value.contenido));
    } else if constexpr (is_decimal<T>) {
        escribir_millonesimas(out, value.micros());
    } else if constexpr (is_entero<T>) {
        write_integer(out, value.valor);
    } else if constexpr (DescribedEnum<T>) {
        out.push_back('"');
        out += enum_name(value);
        out.push_back('"');
    } else if constexpr (std::is_integral_v<T>) {
        write_integer(out, static_cast<std::int64_t>(value));
    } else if constexpr (TextLike<T>) {
        if constexpr (std::is_base_of_v<std::string, T>) {
            write_string(out, value);
        } else {  // dates and identifiers of our own never need escaping
            out.push_back('"');
            TextForm<T>::escribir(out, value);
            out.push_back('"');
        }
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
        write_string(out, value);
    } else if constexpr (is_optional<T>) {
        if (value) write_json(out, *value);
        else out += "null";
    } else if constexpr (is_cambio<T>) {
        if (value.valor) write_json(out, *value.valor);
        else out += value.presente ? "null" : "{}";  // left out; no value of ours is written so
    } else if constexpr (is_vector<T>) {
        out.push_back('[');
        bool first = true;
        for (const auto& item : value) {
            if (!first) out.push_back(',');
            first = false;
            write_json(out, item);
        }
        out.push_back(']');
    } else {
        static_assert(Described<T>, "a type on the interface must be described");
        write_object(out, value);
    }
}

template <class T>
std::string to_json(const T& value) {
    std::string out;
    write_json(out, value);
    return out;
}

template <class T>
Guardado<T> guardar(const T& value) {
    return {to_json(value)};
}

}  // namespace cacao::reflect
