#pragma once
// What may stand behind a $1: a typed, borrowed value. The type is sent even with NULL, because PostgreSQL wants to know it.

#include "base/decimal.hpp"
#include "base/fecha.hpp"
#include "base/rfc.hpp"
#include "base/uuid.hpp"
#include "reflect/types.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::db {

enum class Kind : std::uint8_t { integer, text, bytes };

struct Bytes {  // marks a text as BYTES
    std::string_view view;
};

struct Value {
    Kind kind = Kind::integer;
    bool null = true;
    std::int64_t integer = 0;
    std::string_view text;  // text or bytes; must outlive the call
};

inline Value to_value(std::int64_t v) { return {Kind::integer, false, v, {}}; }
inline Value to_value(int v) { return to_value(std::int64_t{v}); }
inline Value to_value(std::size_t v) { return to_value(static_cast<std::int64_t>(v)); }
inline Value to_value(bool v) { return to_value(std::int64_t{v}); }
inline Value to_value(std::string_view v) { return {Kind::text, false, 0, v}; }
inline Value to_value(const std::string& v) { return to_value(std::string_view{v}); }
inline Value to_value(const char* v) { return to_value(std::string_view{v}); }
inline Value to_value(Bytes v) { return {Kind::bytes, false, 0, v.view}; }
inline Value to_value(Fecha v) { return to_value(std::int64_t{v.dias()}); }
inline Value to_value(Instante v) { return to_value(v.micros()); }
inline Value to_value(const Rfc& v) { return to_value(std::string_view{v.texto()}); }
inline Value to_value(const Curp& v) { return to_value(std::string_view{v.texto()}); }
inline Value to_value(const Uuid& v) { return to_value(std::string_view{v.texto()}); }
template <class Tag>
Value to_value(Decimal<Tag> v) {
    return to_value(v.micros());
}
template <class T>
Value to_value(const Guardado<T>& v) {
    return to_value(std::string_view{v.texto});
}
inline Value to_value(const Value& v) { return v; }
// Not inlined, because g++ 12 with sanitizers then takes the empty case for a read of what is not there.
template <class T>
[[gnu::noinline]] Value to_value(const std::optional<T>& v) {
    if (v) return to_value(*v);
    Value null = to_value(T{});
    null.null = true;
    null.text = {};
    return null;
}

}  // namespace cacao::db
