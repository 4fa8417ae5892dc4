#pragma once
// The one walk over a described struct. Everything in reflect/ and the row binding of db/ stand on it.

#include "reflect/types.hpp"

#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include <string_view>
#include <type_traits>

namespace cacao::reflect {

// What the documentation says of a member beyond its type. Specialise for a member: `template <> constexpr Meta meta<&T::m>{…}`.
struct Meta {
    std::string_view descripcion;
    std::string_view ejemplo;  // JSON
    bool secreto = false;      // never logged, audited or fingerprinted in clear
};
template <auto Member>
inline constexpr Meta meta{};

// A whole example (JSON) for a struct whose members' own examples would not pass its rules together.
template <class T>
inline constexpr std::string_view example_of{};

template <class T>
concept Described = boost::describe::has_describe_members<T>::value && !std::is_union_v<T>;
template <class T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;
template <class T>
inline constexpr std::size_t member_count = boost::mp11::mp_size<Members<T>>::value;

// Calls f(descriptor) for each member, bases first; descriptor.name is the name on the interface.
template <class T, class F>
constexpr void for_each_member(F&& f) {
    boost::mp11::mp_for_each<Members<T>>(std::forward<F>(f));
}

template <class D, class T>
using MemberType = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;

template <DescribedEnum E>
constexpr std::string_view enum_name(E value) {
    std::string_view name;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        if (d.value == value) name = d.name;
    });
    return name;
}
template <DescribedEnum E>
constexpr bool enum_value(std::string_view name, E& value) {
    bool found = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
        if (name == d.name) {
            value = d.value;
            found = true;
        }
    });
    return found;
}

// Which of our shapes a type is.
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_cambio = false;
template <class T>
inline constexpr bool is_cambio<Cambio<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T, class A>
inline constexpr bool is_vector<std::vector<T, A>> = true;
template <class T, std::size_t Max, std::size_t Min>
inline constexpr bool is_vector<Lista<T, Max, Min>> = true;
template <class T>
inline constexpr bool is_texto = false;
template <std::size_t Max, std::size_t Min>
inline constexpr bool is_texto<Texto<Max, Min>> = true;
template <class T>
inline constexpr bool is_entero = false;
template <std::int64_t Min, std::int64_t Max>
inline constexpr bool is_entero<Entero<Min, Max>> = true;
template <class T>
inline constexpr bool is_decimal = false;
template <class Tag>
inline constexpr bool is_decimal<Decimal<Tag>> = true;
template <class D>
inline constexpr bool is_decimal<NoNegativo<D>> = true;
template <class T>
inline constexpr bool is_no_negativo = false;
template <class D>
inline constexpr bool is_no_negativo<NoNegativo<D>> = true;

template <class T>
inline constexpr bool is_guardado = false;
template <class T>
inline constexpr bool is_guardado<Guardado<T>> = true;
template <class T>
inline constexpr bool is_archivos = false;
template <class A>
inline constexpr bool is_archivos<std::vector<Archivo, A>> = true;
template <std::size_t Max, std::size_t Min>
inline constexpr bool is_archivos<Lista<Archivo, Max, Min>> = true;

// The name a type has in the OpenAPI document: the struct's own, without namespace.
template <class T>
constexpr std::string_view type_name() {
    std::string_view f = __PRETTY_FUNCTION__;
    // "... type_name() [with T = cacao::Contacto; std::string_view = ...]" (g++) or "... [T = cacao::Contacto]" (clang)
    const auto start = f.find("T = ") + 4;
    auto end = f.find_first_of(";]", start);
    f = f.substr(start, end - start);
    const auto colon = f.rfind("::");
    return colon == std::string_view::npos ? f : f.substr(colon + 2);
}

}  // namespace cacao::reflect
