#pragma once
// What a struct or an enumeration is made of, said once behind it:
//
//     struct Punto { int x; int y; };
//     DESCRIBE_STRUCT(Punto, (), (x, y))                 // bases, then members in the order of the interface
//     enum class Lado { cargo, abono };
//     DESCRIBE_ENUM(Lado, cargo, abono)
//
// Everything in reflect/ and the row binding of db/ stand on it. A description is a declaration without a body: a struct that
// nobody asks about costs its users next to nothing, and there are hundreds of them in every file.

#include "reflect/types.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#define CACAO_PARENS ()
#define CACAO_UNPACK(...) __VA_ARGS__
#define CACAO_TEXT(...) #__VA_ARGS__
// Each rescan takes one item of a list further: 64 members and more.
#define CACAO_RESCAN(...) CACAO_RESCAN_16(CACAO_RESCAN_16(CACAO_RESCAN_16(CACAO_RESCAN_16(__VA_ARGS__))))
#define CACAO_RESCAN_16(...) CACAO_RESCAN_4(CACAO_RESCAN_4(CACAO_RESCAN_4(CACAO_RESCAN_4(__VA_ARGS__))))
#define CACAO_RESCAN_4(...) CACAO_RESCAN_1(CACAO_RESCAN_1(CACAO_RESCAN_1(CACAO_RESCAN_1(__VA_ARGS__))))
#define CACAO_RESCAN_1(...) __VA_ARGS__
#define CACAO_EACH(prefix, ...) __VA_OPT__(CACAO_RESCAN(CACAO_EACH_NEXT(prefix, __VA_ARGS__)))
#define CACAO_EACH_NEXT(prefix, name, ...) prefix name __VA_OPT__(, CACAO_EACH_AGAIN CACAO_PARENS(prefix, __VA_ARGS__))
#define CACAO_EACH_AGAIN() CACAO_EACH_NEXT

// Behind `template <class T>` it describes every struct of a template.
#define DESCRIBE_STRUCT(type, bases, members)                                                                           \
    constexpr ::cacao::reflect::StructDescription<::cacao::reflect::Bases<CACAO_UNPACK bases>,                          \
                                                  ::cacao::reflect::Members<CACAO_EACH(&type::, CACAO_UNPACK members)>> \
    describe_of(type**) {                                                                                               \
        return {CACAO_TEXT members};                                                                                    \
    }
// A request that is the key of one record.
#define DESCRIBE_KEY(type, key) \
    struct type {               \
        Id key;                 \
    };                          \
    DESCRIBE_STRUCT(type, (), (key))
#define DESCRIBE_ENUM(type, ...) \
    constexpr ::cacao::reflect::EnumDescription<CACAO_EACH(type::, __VA_ARGS__)> describe_of(type**) { return {#__VA_ARGS__}; }

namespace cacao::reflect {

template <class... B>
struct Bases {};
template <auto... pointer>
struct Members {};
template <class Bases, class Members>
struct StructDescription {
    std::string_view names;  // as they were written: "(one, two)"
};
template <auto... value>
struct EnumDescription {
    std::string_view names;
};

// By a pointer to a pointer, because a struct is not described by the description of its base.
template <class T>
using DescriptionOf = decltype(describe_of(static_cast<T**>(nullptr)));
template <class T>
constexpr std::string_view described_names() {
    return describe_of(static_cast<T**>(nullptr)).names;
}
template <class T>
concept Described = std::is_class_v<T> && requires {
    describe_of(static_cast<T**>(nullptr));
};
template <class T>
concept DescribedEnum = std::is_enum_v<T> && requires {
    describe_of(static_cast<T**>(nullptr));
};

// The next of the names in "(one, two)", which is cut off; "" when there is none left.
constexpr std::string_view next_name(std::string_view& names) {
    const auto start = names.find_first_not_of("(, )");
    if (start == std::string_view::npos) return {};
    const auto end = std::min(names.find_first_of(", )", start), names.size());
    const auto name = names.substr(start, end - start);
    names.remove_prefix(end);
    return name;
}

// An object of which only the places of its members are asked: it is never made.
template <class T>
union Blank {
    char none;
    T value;
    constexpr Blank() : none{} {}
    constexpr ~Blank() {}
};
template <class T>
inline constexpr Blank<T> blank{};

// The table of a struct: for each member, those of the bases first, what `Make::entry<M>(place)` says of its type and place, and
// its `name`. Places are those in `blank<T>`.
template <class T, class Make, class Description>
struct MemberTable;
template <class T, class Make, class... B, auto... pointer>
struct MemberTable<T, Make, StructDescription<Bases<B...>, Members<pointer...>>> {
    static constexpr std::size_t inherited = (std::size_t{0} + ... + MemberTable<T, Make, DescriptionOf<B>>::count);
    static constexpr std::size_t count = inherited + sizeof...(pointer);
    static_assert(count <= 64, "whoever reads members marks each with one bit");

    template <class M, class Owner>
    static constexpr auto entry(M Owner::*member) {
        return Make::template entry<M>(&(blank<T>.value.*member));
    }
    template <class Self, class Entry>
    static constexpr Entry* fill(Entry* at) {
        ((at = MemberTable<T, Make, DescriptionOf<B>>::template fill<B>(at)), ...);
        [[maybe_unused]] auto names = described_names<Self>();
        [[maybe_unused]] const auto add = [&](Entry e) {
            *at = e;
            (at++)->name = next_name(names);
        };
        (add(entry(pointer)), ...);
        return at;
    }
};
template <class T, class Make>
constexpr auto fill_member_table() {
    using Table = MemberTable<T, Make, DescriptionOf<T>>;
    std::array<typename Make::Entry, Table::count> entries{};
    Table::template fill<T>(entries.data());
    return entries;
}
// A member hides one of the same name in a base; what is hidden has no name here.
template <class Entry, std::size_t n>
constexpr std::size_t hide(std::array<Entry, n>& entries, std::size_t inherited) {
    std::size_t hidden = 0;
    for (std::size_t own = inherited; own < n; ++own)
        for (std::size_t base = 0; base < inherited; ++base)
            if (entries[base].name == entries[own].name) ++hidden, entries[base].name = {};
    return hidden;
}
template <class T, class Make>
constexpr auto make_member_table() {
    using Table = MemberTable<T, Make, DescriptionOf<T>>;
    if constexpr (Table::inherited == 0 || Table::inherited == Table::count) {
        return fill_member_table<T, Make>();
    } else {
        constexpr std::size_t hidden = [] {
            auto entries = fill_member_table<T, Make>();
            return hide(entries, Table::inherited);
        }();
        auto entries = fill_member_table<T, Make>();
        if constexpr (hidden == 0) {
            return entries;
        } else {
            hide(entries, Table::inherited);
            std::array<typename Make::Entry, Table::count - hidden> seen{};
            std::ranges::copy_if(entries, seen.begin(), [](const auto& e) { return !e.name.empty(); });
            return seen;
        }
    }
}
template <class T, class Make>
inline constexpr auto member_table = make_member_table<T, Make>();

struct Enumerator {
    std::string_view name;
    std::int64_t value = 0;
};
template <auto... value>
constexpr std::array<Enumerator, sizeof...(value)> enumerators_of(EnumDescription<value...> description) {
    std::array<Enumerator, sizeof...(value)> all{Enumerator{{}, static_cast<std::int64_t>(value)}...};
    auto names = description.names;
    for (auto& one : all) one.name = next_name(names);
    return all;
}
template <DescribedEnum E>
inline constexpr auto enumerators = enumerators_of(describe_of(static_cast<E**>(nullptr)));

template <DescribedEnum E>
constexpr std::string_view enum_name(E value) {
    for (const auto& one : enumerators<E>)
        if (one.value == static_cast<std::int64_t>(value)) return one.name;
    return {};
}
template <DescribedEnum E>
constexpr bool enum_value(std::string_view name, E& value) {
    for (const auto& one : enumerators<E>) {
        if (one.name != name) continue;
        value = static_cast<E>(one.value);
        return true;
    }
    return false;
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
