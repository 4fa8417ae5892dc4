#pragma once
// What a type is on the interface and how it lies in memory, as data: one table for each type. JSON in and out, queries, forms,
// cells, schemas and examples are plain functions over these tables, compiled once; nothing but the table is compiled for each
// type, which is what keeps a room quick to build (docs/decisions/0018-types-as-tables.md).

#include "reflect/describe.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cacao::reflect {

enum class Form : std::uint8_t { boolean, whole, decimal, enumeration, text, written, list, object, file, json };

struct Shape;

// Answers are only written. What a request brings is read too: its table also knows how values are made.
enum class For : std::uint8_t { writing, reading };

// How a value that may be missing, or that has its own faults beside it, is reached.
struct Holder {
    const void* (*get)(const void* holder);     // nullptr when it is missing
    bool* (*sent)(void* holder);                // of a Cambio: whether it came at all; nullptr of others
    void* (*emplace)(void* holder);             // for reading
    Faltas* (*faults)(void* holder) = nullptr;  // of a Juzgado
};

// A type where it is used.
struct Use {
    const Shape* shape = nullptr;
    const Holder* holder = nullptr;  // of what may be missing: optional, or part of a partial update; of what is judged by itself
    bool kept = false;               // in memory it is the JSON of the type (Guardado)

    bool judged() const { return holder != nullptr && holder->faults != nullptr; }
    bool nullable() const { return holder != nullptr && !judged(); }
    bool optional() const { return nullable() && holder->sent == nullptr; }
    bool change() const { return holder != nullptr && holder->sent != nullptr; }
};

struct ShapeMember {
    std::string_view name;
    Use use;
    const void* place = nullptr;  // in an object at Shape::origin

    bool required() const { return !use.nullable(); }
    inline bool list() const;   // in a query it may be left out, and is then empty
    inline bool files() const;  // each of them is a part of a form
    inline bool file() const;   // comes in a form only
};
using ShapeMembers = std::span<const ShapeMember>;

// The items of a list, one after another.
struct Items {
    const char* first = nullptr;
    std::size_t count = 0;
};
struct Listing {
    std::size_t stride = 0;
    Items (*items)(const void* list) = nullptr;
    void* (*append)(void* list) = nullptr;  // for reading
};

// How a value that travels as a text of its own form is read and written.
struct Written {
    bool (*read)(std::string_view text, void* value);
    std::string_view (*text)(const void* value);   // of what holds its text
    char* (*write)(char* out, const void* value);  // of what does not: at most `largo_escrito`, never in need of escaping
    Codigo codigo;                                 // of a text that is none
};

struct Shape {
    Form form{};
    bool bounded = false;    // whether min and max are limits of its own: of a number, a text's length, a list
    bool money = false;      // of a decimal: shown with the decimals of its currency
    std::uint8_t bytes = 0;  // of a whole number or an enumeration in memory
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::string_view format;             // of a whole number without limits
    std::string_view schema;             // of what is written in a form of its own (TextForm)
    std::string_view example;            // JSON of a struct, text of what is written or of an enumeration
    std::string_view name;               // of a struct
    std::span<const Enumerator> values;  // of an enumeration
    const Written* written = nullptr;    // of what is written in a form of its own
    ShapeMembers members;                // of a struct
    const void* origin = nullptr;        // of a struct: where its members' places are counted from
    const Listing* listing = nullptr;    // of a list
    Use items;                           // of a list

    std::ptrdiff_t offset(const ShapeMember& m) const {
        return static_cast<const char*>(m.place) - static_cast<const char*>(origin);
    }
};

bool ShapeMember::list() const { return required() && use.shape->form == Form::list; }
bool ShapeMember::files() const { return list() && use.shape->items.shape->form == Form::file; }
bool ShapeMember::file() const { return (required() && use.shape->form == Form::file) || files(); }

// A whole number, or the number of an enumerator, as it lies in memory.
std::int64_t whole_at(const void* value, const Shape& shape);
void put_whole(void* value, const Shape& shape, std::int64_t number);
// The name of an enumerator; "" for a number that is none.
std::string_view name_of(std::int64_t number, const Shape& shape);

template <class T, For wanted>
constexpr Shape make_shape();

// A static member, because a struct may hold a list of its own kind.
template <class T, For wanted = For::writing>
struct ShapeOf {
    static const Shape value;
};
template <class T, For wanted>
constinit const Shape ShapeOf<T, wanted>::value = make_shape<T, wanted>();

template <class T>
const void* get_held(const void* holder) {
    const auto& held = *static_cast<const std::optional<T>*>(holder);
    return held ? &*held : nullptr;
}
template <class T>
void* emplace_held(void* holder) {
    return &static_cast<std::optional<T>*>(holder)->emplace();
}
template <class T, For wanted>
inline constexpr Holder optional_holder{&get_held<T>, nullptr, nullptr};
template <class T>
inline constexpr Holder optional_holder<T, For::reading>{&get_held<T>, nullptr, &emplace_held<T>};
template <class T>
inline constexpr Holder change_holder{
    [](const void* holder) { return get_held<T>(&static_cast<const Cambio<T>*>(holder)->valor); },
    [](void* holder) { return &static_cast<Cambio<T>*>(holder)->presente; },
    [](void* holder) { return emplace_held<T>(&static_cast<Cambio<T>*>(holder)->valor); }};

template <class T>
inline constexpr Holder judged_holder{
    [](const void* holder) -> const void* { return &static_cast<const Juzgado<T>*>(holder)->valor; }, nullptr,
    [](void* holder) -> void* { return &static_cast<Juzgado<T>*>(holder)->valor; },
    [](void* holder) { return &static_cast<Juzgado<T>*>(holder)->faltas; }};

template <class T, For wanted = For::writing>
struct UseOf {
    static constexpr Use value{&ShapeOf<T, wanted>::value};
};
template <class T, For wanted>
struct UseOf<Guardado<T>, wanted> {
    static_assert(wanted == For::writing, "what is kept as JSON comes from nobody");
    static_assert(sizeof(Guardado<T>) == sizeof(std::string));
    static constexpr Use value{&ShapeOf<T>::value, nullptr, true};
};
template <class T, For wanted>
struct UseOf<std::optional<T>, wanted> {
    static constexpr Use value{UseOf<T, wanted>::value.shape, &optional_holder<T, wanted>, UseOf<T, wanted>::value.kept};
};
template <class T, For wanted>
struct UseOf<Cambio<T>, wanted> {
    static constexpr Use value{UseOf<T, wanted>::value.shape, &change_holder<T>};
};
template <class T, For wanted>
struct UseOf<Juzgado<T>, wanted> {
    static constexpr Use value{UseOf<T, wanted>::value.shape, &judged_holder<T>};
};
template <class T, For wanted = For::writing>
constexpr Use use_of() {
    return UseOf<T, wanted>::value;
}

template <For wanted>
struct ShapeEntries {
    using Entry = ShapeMember;
    template <class M>
    static constexpr Entry entry(const void* place) {
        return {.use = UseOf<M, wanted>::value, .place = place};
    }
};
template <class T, For wanted>
inline constexpr auto& shape_members = member_table<T, ShapeEntries<wanted>>;

template <class T>
Items items_of(const void* list) {
    const auto& items = *static_cast<const T*>(list);
    return {reinterpret_cast<const char*>(items.data()), items.size()};
}
template <class T>
void* append_to(void* list) {
    return &static_cast<T*>(list)->emplace_back();
}
template <class T, For wanted>
inline constexpr Listing listing_of{sizeof(typename T::value_type), &items_of<T>, nullptr};
template <class T>
inline constexpr Listing listing_of<T, For::reading>{sizeof(typename T::value_type), &items_of<T>, &append_to<T>};

template <class T>
bool read_written(std::string_view text, void* value) {
    auto read = TextForm<T>::leer(text);
    if (read) *static_cast<T*>(value) = std::move(*read);
    return read.has_value();
}
template <class T>
std::string_view text_of(const void* value) {
    if constexpr (std::is_base_of_v<std::string, T>) return *static_cast<const T*>(value);
    else return TextForm<T>::texto(*static_cast<const T*>(value));
}
template <class T>
char* write_written(char* out, const void* value) {
    return TextForm<T>::escribir(out, *static_cast<const T*>(value));
}
template <class T>
constexpr Written make_written() {
    if constexpr (requires(char* out, const T& value) { TextForm<T>::escribir(out, value); })
        return {&read_written<T>, nullptr, &write_written<T>, TextForm<T>::codigo};
    else return {&read_written<T>, &text_of<T>, nullptr, TextForm<T>::codigo};
}
template <class T>
inline constexpr Written written_as = make_written<T>();

// Whoever walks a table takes a value for what its form says: these are what lies there.
template <class T, class Stored>
inline constexpr bool lies_as = sizeof(T) == sizeof(Stored) && alignof(T) == alignof(Stored);

template <class T, For wanted>
constexpr Shape make_shape() {
    if constexpr (std::is_same_v<T, bool>) {
        return {.form = Form::boolean};
    } else if constexpr (is_decimal<T>) {
        static_assert(lies_as<T, std::int64_t>);
        constexpr std::int64_t most = 9'223'372'036'854;
        return {.form = Form::decimal,
                .bounded = true,
                .money = std::is_base_of_v<Importe, T>,
                .min = is_no_negativo<T> ? 0 : -most,
                .max = most};
    } else if constexpr (is_entero<T>) {
        static_assert(lies_as<T, std::int64_t>);
        return {.form = Form::whole, .bounded = true, .bytes = 8, .min = T::min, .max = T::max};
    } else if constexpr (DescribedEnum<T>) {
        static_assert(sizeof(T) == 1 || sizeof(T) == 4);
        return {.form = Form::enumeration, .bytes = sizeof(T), .example = enum_name(T{}), .values = enumerators<T>};
    } else if constexpr (std::is_integral_v<T>) {
        static_assert(std::is_signed_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
        return {.form = Form::whole, .bytes = sizeof(T), .format = sizeof(T) == 8 ? "int64" : "int32"};
    } else if constexpr (TextLike<T>) {
        return {
            .form = Form::written, .schema = TextForm<T>::esquema, .example = TextForm<T>::ejemplo, .written = &written_as<T>};
    } else if constexpr (is_texto<T>) {
        static_assert(lies_as<T, std::string>);
        return {.form = Form::text, .bounded = true, .min = T::min, .max = T::max};
    } else if constexpr (std::is_same_v<T, std::string>) {
        return {.form = Form::text};
    } else if constexpr (std::is_same_v<T, Archivo>) {
        return {.form = Form::file};
    } else if constexpr (std::is_same_v<T, JsonCrudo>) {
        return {.form = Form::json};
    } else if constexpr (is_vector<T>) {
        Shape shape{.form = Form::list, .listing = &listing_of<T, wanted>, .items = use_of<typename T::value_type, wanted>()};
        if constexpr (requires { T::max; }) shape.bounded = true, shape.min = T::min, shape.max = T::max;
        return shape;
    } else {
        static_assert(Described<T>, "a type on the interface must be described");
        return {.form = Form::object, .name = type_name<T>(), .members = shape_members<T, wanted>, .origin = &blank<T>.value};
    }
}

}  // namespace cacao::reflect
