#pragma once
// Described structs to JSON text, straight into a buffer that the caller keeps. Decimals go out as plain digits, never as a
// binary float; a missing object is null, a missing list [].

#include "reflect/describe.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::reflect {

// Gathers pieces of a few bytes, which most are, and hands them to the string together.
class Pieces {
public:
    explicit Pieces(std::string& out) : out_(out) {}
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    void put(char c) {
        if (used_ == room) flush();
        buffer_[used_++] = c;
    }
    void put(std::string_view piece) {
        if (piece.size() > room - used_) {
            flush();
            if (piece.size() > room) {
                out_.append(piece);
                return;
            }
        }
        used_ += piece.copy(buffer_ + used_, piece.size());
    }
    // A piece whose length is known when compiling: a few stores instead of a call.
    template <std::size_t n>
    [[gnu::always_inline]] void put(const std::array<char, n>& piece) {
        static_assert(n <= room);
        if (room - used_ < n) flush();
        std::copy_n(piece.data(), n, buffer_ + used_);
        used_ += n;
    }
    void put_integer(std::int64_t value) {
        if (room - used_ < longest_integer) flush();
        used_ = static_cast<std::size_t>(std::to_chars(buffer_ + used_, buffer_ + room, value).ptr - buffer_);
    }
    // The string, with everything so far in it, for those who write there themselves.
    std::string& string() {
        flush();
        return out_;
    }
    // Must come last: nothing is written by going out of scope.
    void flush() {
        out_.append(buffer_, used_);
        used_ = 0;
    }

private:
    static constexpr std::size_t room = 512;
    static constexpr std::size_t longest_integer = 20;
    std::string& out_;
    std::size_t used_ = 0;
    char buffer_[room];
};

// Quoted and escaped.
void write_string(std::string& out, std::string_view text);
void write_string(Pieces& out, std::string_view text);

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
void write_json(Pieces& out, const T& value);

template <Described T>
void write_object(Pieces& out, const T& value) {
    out.put('{');
    boost::mp11::mp_for_each<boost::mp11::mp_iota_c<member_count<T>>>([&](auto i) {
        using D = boost::mp11::mp_at_c<Members<T>, i>;
        static constexpr auto key = member_key<D, i == 0>();
        out.put(key);
        write_json(out, value.*D::pointer);
    });
    out.put('}');
}

template <class T>
void write_json(Pieces& out, const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
        out.put(value ? "true" : "false");
    } else if constexpr (std::is_same_v<T, JsonCrudo>) {
        out.put(value.texto.empty() ? std::string_view{"null"} : value.texto);
    } else if constexpr (is_guardado<T>) {
        out.put(value.texto);
    } else if constexpr (std::is_same_v<T, Archivo>) {
        write_string(out, value.nombre + ";" + base64(value.contenido));
    } else if constexpr (is_decimal<T>) {
        escribir_millonesimas(out.string(), value.micros());
    } else if constexpr (is_entero<T>) {
        out.put_integer(value.valor);
    } else if constexpr (DescribedEnum<T>) {
        out.put('"');
        out.put(enum_name(value));
        out.put('"');
    } else if constexpr (std::is_integral_v<T>) {
        out.put_integer(static_cast<std::int64_t>(value));
    } else if constexpr (TextLike<T>) {
        if constexpr (std::is_base_of_v<std::string, T>) {
            write_string(out, value);
        } else {  // dates and identifiers of our own never need escaping
            out.put('"');
            TextForm<T>::escribir(out.string(), value);
            out.put('"');
        }
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
        write_string(out, value);
    } else if constexpr (is_optional<T>) {
        if (value) write_json(out, *value);
        else out.put("null");
    } else if constexpr (is_cambio<T>) {
        if (value.valor) write_json(out, *value.valor);
        else out.put(value.presente ? "null" : "{}");  // left out; no value of ours is written so
    } else if constexpr (is_vector<T>) {
        out.put('[');
        bool first = true;
        for (const auto& item : value) {
            if (!first) out.put(',');
            first = false;
            write_json(out, item);
        }
        out.put(']');
    } else {
        static_assert(Described<T>, "a type on the interface must be described");
        write_object(out, value);
    }
}

template <class T>
void write_json(std::string& out, const T& value) {
    Pieces pieces{out};
    write_json(pieces, value);
    pieces.flush();
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
