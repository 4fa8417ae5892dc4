#pragma once
// Described structs to JSON text, straight into a buffer that the caller keeps. Decimals go out as plain digits, never as a
// binary float; a missing object is null, a missing list [].

#include "reflect/shape.hpp"

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

    [[gnu::always_inline]] void put(char c) {
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
    // At least that many bytes to write at, of which used() tells how far they were written.
    char* space(std::size_t bytes) {
        if (room - used_ < bytes) flush();
        return buffer_ + used_;
    }
    void used(const char* end) { used_ = static_cast<std::size_t>(end - buffer_); }
    // The same for who has written as far as `at` and goes on.
    [[gnu::always_inline]] char* space_from(char* at, std::size_t bytes) {
        if (static_cast<std::size_t>(buffer_ + room - at) >= bytes) return at;
        used(at);
        flush();
        return buffer_;
    }
    void put_integer(std::int64_t value) {
        char* const at = space(longest_integer);
        used(std::to_chars(at, at + longest_integer, value).ptr);
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

    static constexpr std::size_t room = 512;

private:
    static constexpr std::size_t longest_integer = 20;
    std::string& out_;
    std::size_t used_ = 0;
    char buffer_[room];
};

// Quoted and escaped.
void write_string(std::string& out, std::string_view text);
void write_string(Pieces& out, std::string_view text);

// The value at `value`, which is of the type that `use` tells.
void write_json(Pieces& out, const void* value, const Use& use);
void write_json(std::string& out, const void* value, const Use& use);
std::string to_json(const void* value, const Use& use);

template <class T>
void write_json(Pieces& out, const T& value) {
    write_json(out, &value, UseOf<T>::value);
}
template <class T>
void write_json(std::string& out, const T& value) {
    write_json(out, &value, UseOf<T>::value);
}
template <class T>
std::string to_json(const T& value) {
    return to_json(&value, UseOf<T>::value);
}

template <class T>
Guardado<T> guardar(const T& value) {
    return {to_json(value)};
}

}  // namespace cacao::reflect
