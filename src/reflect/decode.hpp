#pragma once
// Requests into described structs: from JSON, from query strings, from path parameters. Every fault is collected with its
// place; nothing sent is dropped in silence.

#include "reflect/describe.hpp"
#include "reflect/json_value.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace cacao::reflect {

// Where the decoder stands, and what it has found wrong.
struct Decoding {
    Faltas& faltas;
    En en = En::cuerpo;
    std::string path;  // JSON Pointer of the value being read

    void fault(Codigo codigo, std::string datos = {}) { faltas.agregar(codigo, path, en, std::move(datos)); }
};

// Appends `/step` (escaped as RFC 6901 says) while it lives.
class PathStep {
public:
    PathStep(Decoding& d, std::string_view step);
    PathStep(Decoding& d, std::size_t index);
    ~PathStep() { d_.path.resize(length_); }
    PathStep(const PathStep&) = delete;
    PathStep& operator=(const PathStep&) = delete;

private:
    Decoding& d_;
    std::size_t length_;
};

// Checks that do not depend on the type: length in characters, control characters. The text is trimmed of outer blanks.
void check_text(std::string_view sent, std::size_t min, std::size_t max, std::string& out, Decoding& d);
// Reads an exact number of millionths; faults name what is wrong with it.
bool number_micros(std::string_view digits, std::int64_t& micros, Decoding& d);
// Reads a whole number within bounds.
bool number_integer(std::string_view digits, std::int64_t min, std::int64_t max, std::int64_t& out, Decoding& d);

inline constexpr std::size_t default_text_max = 10'000;

// A value that stands in one token: a JSON scalar, a query value, a path segment. `text` is the string or the digits.
template <class T>
void read_token(std::string_view text, T& out, Decoding& d) {
    if constexpr (std::is_same_v<T, bool>) {
        if (text == "true") out = true;
        else if (text == "false") out = false;
        else d.fault(Codigo::tipo_incorrecto);
    } else if constexpr (is_decimal<T>) {
        std::int64_t micros{};
        if (!number_micros(text, micros, d)) return;
        if constexpr (is_no_negativo<T>) {
            if (micros < 0) return d.fault(Codigo::fuera_de_rango, R"({"minimo":0})");
        }
        static_cast<void>(out = T::de_micros(micros));
    } else if constexpr (is_entero<T>) {
        number_integer(text, T::min, T::max, out.valor, d);
    } else if constexpr (DescribedEnum<T>) {
        if (!enum_value(text, out)) d.fault(Codigo::valor_no_permitido);
    } else if constexpr (std::is_integral_v<T>) {
        std::int64_t value{};
        if (number_integer(text, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), value, d))
            out = static_cast<T>(value);
    } else if constexpr (TextLike<T>) {
        if (auto value = TextForm<T>::leer(text)) out = std::move(*value);
        else d.fault(TextForm<T>::codigo);
    } else if constexpr (is_texto<T>) {
        check_text(text, T::min, T::max, out, d);
    } else {
        static_assert(std::is_same_v<T, std::string>, "this type cannot stand in a query or path");
        check_text(text, 0, default_text_max, out, d);
    }
}

template <class T>
inline constexpr bool sent_as_number = is_decimal<T> || is_entero<T> || (std::is_integral_v<T> && !std::is_same_v<T, bool>);

template <class T>
void read_json(JsonValue& v, T& out, Decoding& d);

// What was sent for one member: a JSON value, or a text (of a query, a path, a form), or a file of a form.
struct Sent {
    JsonValue* json = nullptr;
    std::string_view text = {};
    const Archivo* file = nullptr;
};

// How a member of a struct is read. The walks over members are compiled once, for all structs.
struct Reading {
    std::string_view name;
    bool required = true;  // neither optional nor part of a partial update
    bool list = false;     // in a query it may be left out, and is then empty
    bool file = false;     // comes in a form only
    bool files = false;    // of which there may be several, each a part of its own
    void (*read)(const Sent&, void* object, Decoding&) = nullptr;
};
using Readings = std::span<const Reading>;

// Faults for required members that are not in `seen`, one bit per member.
void require_members(Readings members, std::uint64_t seen, Decoding& d);
// `outside`: members that come from elsewhere (path, query), one bit each; in the body they are unknown.
void read_object(JsonValue& v, void* out, Readings members, Decoding& d, std::uint64_t outside = 0);
// The member that a body names next, marked in `seen`; nothing, and a fault where `d` stands, when there is none, when it comes
// from elsewhere or was there before.
const Reading* next_member(Readings members, std::string_view name, std::uint64_t outside, std::uint64_t& seen, Decoding& d);
// The bit of the member called `name`; nothing when there is none.
std::optional<std::size_t> find_member(Readings members, std::string_view name);
// Reads one text value into the member called `name`; false when there is none.
bool read_member(void* out, Readings members, std::string_view name, std::string_view text, Decoding& d);

template <class T, class D>
void read_into(const Sent& sent, void* object, Decoding& d);

template <class T, template <class...> class List, class... D>
constexpr std::array<Reading, sizeof...(D)> readings_of(List<D...>) {
    static_assert(sizeof...(D) <= 52);
    return {Reading{D::name, !is_optional<MemberType<D, T>> && !is_cambio<MemberType<D, T>>, is_vector<MemberType<D, T>>,
                    std::is_same_v<MemberType<D, T>, Archivo> || is_archivos<MemberType<D, T>>, is_archivos<MemberType<D, T>>,
                    &read_into<T, D>}...};
}
template <Described T>
inline constexpr auto readings = readings_of<T>(Members<T>{});

template <Described T>
void read_object(JsonValue& v, T& out, Decoding& d) {
    read_object(v, &out, readings<T>, d);
}
template <Described T>
bool read_member(T& out, std::string_view name, std::string_view text, Decoding& d) {
    return read_member(&out, readings<T>, name, text, d);
}

template <class T>
void read_json(JsonValue& v, T& out, Decoding& d) {
    const JsonType type = v.type();
    if constexpr (is_optional<T>) {
        if (type != JsonType::null) read_json(v, out.emplace(), d);
    } else if constexpr (is_cambio<T>) {
        out.presente = true;
        if (type != JsonType::null) read_json(v, out.valor.emplace(), d);
    } else if constexpr (std::is_same_v<T, Archivo> || is_archivos<T>) {
        d.fault(Codigo::tipo_de_contenido);  // files travel in multipart/form-data only
    } else if constexpr (is_vector<T>) {
        if (type != JsonType::array) return d.fault(Codigo::tipo_incorrecto);
        std::size_t index = 0;
        std::size_t max = 100'000;
        std::size_t min = 0;
        if constexpr (requires { T::max; }) max = T::max, min = T::min;
        v.items([&](JsonValue& item) {
            // Past the limit items are counted, not kept: the fault is enough.
            if (index < max) {
                PathStep step{d, index};
                read_json(item, out.emplace_back(), d);
            }
            ++index;
        });
        if (index > max) d.fault(Codigo::lista_muy_larga, R"({"maximo":)" + std::to_string(max) + "}");
        if (index < min) d.fault(Codigo::lista_vacia);
    } else if constexpr (Described<T> && !TextLike<T>) {
        if (type != JsonType::object) return d.fault(Codigo::tipo_incorrecto);
        read_object(v, out, d);
    } else if constexpr (std::is_same_v<T, bool>) {
        if (type != JsonType::boolean) return d.fault(Codigo::tipo_incorrecto);
        out = v.boolean();
    } else if constexpr (sent_as_number<T>) {
        if (type != JsonType::number) return d.fault(Codigo::tipo_incorrecto);
        read_token(v.number(), out, d);
    } else {
        if (type != JsonType::string) return d.fault(Codigo::tipo_incorrecto);
        read_token(v.text(), out, d);
    }
}

// What stands in a query, a path or a part of a form.
template <class T>
void read_text(std::string_view text, T& out, Decoding& d) {
    if constexpr (std::is_same_v<T, Archivo> || is_archivos<T>) {
        d.fault(Codigo::tipo_de_contenido);
    } else if constexpr (is_optional<T>) {
        if constexpr (!Described<typename T::value_type> && !is_vector<typename T::value_type>)
            read_token(text, out.emplace(), d);
    } else if constexpr (is_vector<T>) {
        // A list in a query is comma-separated.
        std::size_t index = 0;
        for (std::size_t from = 0; from <= text.size(); ++index) {
            const auto to = std::min(text.find(',', from), text.size());
            PathStep item{d, index};
            if constexpr (!Described<typename T::value_type>) read_token(text.substr(from, to - from), out.emplace_back(), d);
            from = to + 1;
        }
    } else if constexpr (!Described<T> && !is_cambio<T>) {
        read_token(text, out, d);
    }
}

template <class T>
void read_sent(const Sent& sent, T& out, Decoding& d) {
    if (sent.json != nullptr) return read_json(*sent.json, out, d);
    if constexpr (std::is_same_v<T, Archivo>) {
        if (sent.file != nullptr) return static_cast<void>(out = *sent.file);
    } else if constexpr (is_archivos<T>) {
        if (sent.file != nullptr) return static_cast<void>(out.push_back(*sent.file));
    }
    read_text(sent.text, out, d);
}

template <class T, class D>
void read_into(const Sent& sent, void* object, Decoding& d) {
    read_sent(sent, static_cast<T*>(object)->*D::pointer, d);
}

// Throws std::logic_error for a text that guardar() did not write.
void fail_kept(std::string_view text);

template <class T>
T recuperar(const Guardado<T>& kept) {
    T value{};
    Faltas faltas;
    read_document(
        kept.texto, faltas,
        [&](JsonValue& root) {
            Decoding d{faltas, En::cuerpo, {}};
            read_json(root, value, d);
        },
        Root::any);
    if (!faltas.vacia()) fail_kept(kept.texto);
    return value;
}

}  // namespace cacao::reflect
