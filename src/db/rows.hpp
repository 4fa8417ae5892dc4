#pragma once
// Rows into described structs (by column name, case ignored) and into single values (first column).
//
// A member without a column, or a column without a member, is a bug and says so. Lists and nested described structs are left
// alone: other queries fill them. A type of one's own joins in with `from_column(const db::Row&, int, T&)` in its namespace.

#include "db/db.hpp"
#include "reflect/types.hpp"

#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include <limits>
#include <type_traits>

namespace cacao::db {

[[noreturn]] void fail_column(const Row& row, int column, std::string_view problem);
[[noreturn]] void fail_member(std::string_view member);
bool same_name(std::string_view a, std::string_view b);  // ASCII case ignored

inline void from_column(const Row& row, int column, std::int64_t& out) { out = row.integer(column); }
inline void from_column(const Row& row, int column, int& out) {
    const std::int64_t v = row.integer(column);
    if (v < std::numeric_limits<int>::min() || v > std::numeric_limits<int>::max())
        fail_column(row, column, "does not fit an int");
    out = static_cast<int>(v);
}
inline void from_column(const Row& row, int column, bool& out) { out = row.integer(column) != 0; }
inline void from_column(const Row& row, int column, std::string& out) { out.assign(row.text(column)); }
template <class T>
void from_column(const Row& row, int column, Guardado<T>& out) {
    out.texto.assign(row.text(column));
}
template <class Tag>
void from_column(const Row& row, int column, Decimal<Tag>& out) {
    out = Decimal<Tag>::de_micros(row.integer(column));
}
inline void from_column(const Row& row, int column, Fecha& out) {
    int dias = 0;
    from_column(row, column, dias);
    out = Fecha::de_dias(dias);
}
inline void from_column(const Row& row, int column, Instante& out) { out = Instante::de_micros(row.integer(column)); }

// Types that are checked texts: what is stored was checked when it came in, so anything else is a bug.
template <class T>
requires(std::same_as<T, Rfc> || std::same_as<T, Curp> || std::same_as<T, Uuid>) void from_column(const Row& row, int column,
                                                                                                  T& out) {
    const std::string_view text = row.text(column);
    if (text.empty()) {
        out = T{};
        return;
    }
    auto read = T::leer(text);
    if (!read) fail_column(row, column, "holds a text of the wrong form");
    out = std::move(*read);
}

template <class T>
void from_column(const Row& row, int column, std::optional<T>& out) {
    if (row.is_null(column)) {
        out.reset();
    } else {
        from_column(row, column, out.emplace());
    }
}

namespace detail {

template <class T>
concept Described = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;

template <class T>
concept FromColumn = requires(const Row& row, T& out) {
    from_column(row, 0, out);
};

template <class T>
std::true_type is_list_test(const std::vector<T>*);
std::false_type is_list_test(const void*);
template <class T>
inline constexpr bool is_list =
    decltype(is_list_test(static_cast<const T*>(nullptr)))::value;  // vectors and what derives from one

template <class T>
inline constexpr bool is_nested = is_list<T> || (Described<T> && !FromColumn<T>);
template <class T>
inline constexpr bool is_nested<std::optional<T>> = is_nested<T>;

template <class T>
using Members = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;
template <class T, class D>
using MemberType = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;

template <class T>
inline char slots_key = 0;  // its address tells one type from another; not const, so that no linker folds two into one

inline constexpr int slot_unknown = -2;
inline constexpr int slot_skipped = -1;

template <class T>
void find_columns(const Row& row, std::vector<int>& slots) {
    const int columns = row.columns();
    std::vector<bool> taken(static_cast<std::size_t>(columns), false);
    std::vector<int> found(slots.size(), slot_skipped);
    std::size_t member = 0;
    boost::mp11::mp_for_each<Members<T>>([&](auto d) {
        using D = decltype(d);
        if constexpr (!is_nested<MemberType<T, D>>) {
            for (int c = 0; c < columns && found[member] < 0; ++c) {
                if (taken[static_cast<std::size_t>(c)] || !same_name(row.name(c), D::name)) continue;
                found[member] = c;
                taken[static_cast<std::size_t>(c)] = true;
            }
            if (found[member] < 0) fail_member(D::name);
        }
        ++member;
    });
    for (int c = 0; c < columns; ++c) {
        if (!taken[static_cast<std::size_t>(c)]) fail_column(row, c, "has no member to go to");
    }
    slots = std::move(found);
}

// Reads the rows of one result. The mapping is kept with the statement, and asked for once per result.
template <class T>
class RowReader {
public:
    void read(const Row& row, T& out) {
        if constexpr (FromColumn<T>) {
            from_column(row, 0, out);
        } else {
            static_assert(Described<T>, "a row goes into a described struct or a type with from_column");
            if (slots_ == nullptr) {
                auto& slots = row.slots(&slots_key<T>, boost::mp11::mp_size<Members<T>>::value);
                if (!slots.empty() && slots.front() == slot_unknown) find_columns<T>(row, slots);
                slots_ = slots.data();
            }
            std::size_t member = 0;
            boost::mp11::mp_for_each<Members<T>>([&](auto d) {
                using D = decltype(d);
                if constexpr (!is_nested<MemberType<T, D>>) from_column(row, slots_[member], out.*D::pointer);
                ++member;
            });
        }
    }

private:
    const int* slots_ = nullptr;
};

}  // namespace detail

// One row into a T, for use inside Reader::each.
template <class T>
T read_row(const Row& row) {
    T out{};
    detail::RowReader<T>{}.read(row, out);
    return out;
}

template <class T>
std::vector<T> Reader::all_with(std::string_view sql, Params params) {
    std::vector<T> rows;
    detail::RowReader<T> reader;
    query(sql, params, [&](const Row& row) { reader.read(row, rows.emplace_back()); });
    return rows;
}

template <class T>
std::optional<T> Reader::one_with(std::string_view sql, Params params) {
    std::optional<T> first;
    detail::RowReader<T> reader;
    query(sql, params, [&](const Row& row) {
        if (!first) reader.read(row, first.emplace());
    });
    return first;
}

template <class T, class... Args>
std::vector<T> Reader::all(std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    return all_with<T>(sql, values);
}

template <class T, class... Args>
void Reader::all_later(std::vector<T>& into, std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    query_later(sql, values,
                [&into, reader = detail::RowReader<T>{}](const Row& row) mutable { reader.read(row, into.emplace_back()); });
}

template <class T, class... Args>
void Reader::one_later(std::optional<T>& into, std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    query_later(sql, values, [&into](const Row& row) {
        if (!into) detail::RowReader<T>{}.read(row, into.emplace());
    });
}

template <class T, class... Args>
std::optional<T> Reader::one(std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    return one_with<T>(sql, values);
}

}  // namespace cacao::db
