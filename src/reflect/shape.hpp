#pragma once
// What a type is on the interface, as data. Schemas and examples walk these tables; nothing is compiled for each type but the
// table itself, which is what keeps a room quick to build.

#include "reflect/describe.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace cacao::reflect {

enum class Form : std::uint8_t { boolean, whole, decimal, enumeration, text, written, list, object, file, json };

struct Shape;

// A type where it is used. By a function, because a struct may hold a list of its own kind.
struct Use {
    const Shape& (*shape)() = nullptr;
    bool nullable = false;  // optional, or part of a partial update
};

struct ShapeMember {
    std::string_view name;
    Use use;
    Meta meta;
    bool opcional = false;  // std::optional
};

struct Shape {
    Form form{};
    bool bounded = false;  // whether min and max are limits of its own: of a number, a text's length, a list
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::string_view format;                   // of a whole number without limits
    std::string_view schema;                   // of what is written in a form of its own (TextForm)
    std::string_view example;                  // JSON of a struct, text of what is written or of an enumeration
    std::string_view name;                     // of a struct
    std::span<const std::string_view> values;  // of an enumeration
    std::span<const ShapeMember> members;
    Use items;
};

template <class T>
const Shape& shape();

template <class T>
constexpr Use use_of();

template <class T>
struct Inside {};
template <class T>
struct Inside<std::optional<T>> {
    using type = T;
};
template <class T>
struct Inside<Cambio<T>> {
    using type = T;
};
template <class T>
struct Inside<Guardado<T>> {
    using type = T;
};

template <class T>
constexpr Use use_of() {
    if constexpr (is_guardado<T>) return use_of<typename Inside<T>::type>();
    else if constexpr (is_optional<T> || is_cambio<T>) return {use_of<typename Inside<T>::type>().shape, true};
    else return {&shape<T>, false};
}

template <class T, template <class...> class List, class... D>
constexpr std::array<ShapeMember, sizeof...(D)> shape_members_of(List<D...>) {
    return {ShapeMember{D::name, use_of<MemberType<D, T>>(), meta<D::pointer>, is_optional<MemberType<D, T>>}...};
}
template <class T>
inline constexpr auto shape_members = shape_members_of<T>(Members<T>{});

template <template <class...> class List, class... D>
constexpr std::array<std::string_view, sizeof...(D)> names_of(List<D...>) {
    return {D::name...};
}
template <DescribedEnum E>
inline constexpr auto enum_names = names_of(boost::describe::describe_enumerators<E>{});

template <class T>
constexpr Shape make_shape() {
    if constexpr (std::is_same_v<T, bool>) {
        return {.form = Form::boolean};
    } else if constexpr (is_decimal<T>) {
        constexpr std::int64_t most = 9'223'372'036'854;
        return {.form = Form::decimal, .bounded = true, .min = is_no_negativo<T> ? 0 : -most, .max = most};
    } else if constexpr (is_entero<T>) {
        return {.form = Form::whole, .bounded = true, .min = T::min, .max = T::max};
    } else if constexpr (DescribedEnum<T>) {
        return {.form = Form::enumeration, .example = enum_name(T{}), .values = enum_names<T>};
    } else if constexpr (std::is_integral_v<T>) {
        return {.form = Form::whole, .format = sizeof(T) == 8 ? "int64" : "int32"};
    } else if constexpr (TextLike<T>) {
        return {.form = Form::written, .schema = TextForm<T>::esquema, .example = TextForm<T>::ejemplo};
    } else if constexpr (is_texto<T>) {
        return {.form = Form::text, .bounded = true, .min = T::min, .max = T::max};
    } else if constexpr (std::is_same_v<T, std::string>) {
        return {.form = Form::text};
    } else if constexpr (std::is_same_v<T, Archivo>) {
        return {.form = Form::file};
    } else if constexpr (std::is_same_v<T, JsonCrudo>) {
        return {.form = Form::json};
    } else if constexpr (is_vector<T>) {
        if constexpr (requires { T::max; })
            return {.form = Form::list, .bounded = true, .min = T::min, .max = T::max, .items = use_of<typename T::value_type>()};
        else return {.form = Form::list, .items = use_of<typename T::value_type>()};
    } else {
        static_assert(Described<T>, "a type on the interface must be described");
        return {.form = Form::object, .example = example_of<T>, .name = type_name<T>(), .members = shape_members<T>};
    }
}

template <class T>
const Shape& shape() {
    static constexpr Shape it = make_shape<T>();
    return it;
}

}  // namespace cacao::reflect
