#pragma once
// Rows into described structs (by column name, case ignored) and into single values (first column).
//
// A member without a column, or a column without a member, is a bug and says so. Lists and nested described structs are left
// alone: other queries fill them. A type of one's own joins in with `from_column(const db::Row&, int, T&)` in its namespace.

#include "db/db.hpp"
#include "reflect/describe.hpp"

#include <limits>
#include <type_traits>

namespace cacao::db {

[[noreturn]] void fail_column(const Row& row, int column, std::string_view problem);
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
inline constexpr bool is_nested = is_list<T> || (reflect::Described<T> && !FromColumn<T>);
template <class T>
inline constexpr bool is_nested<std::optional<T>> = is_nested<T>;

template <class T>
void read_column(const Row& row, int column, void* out) {
    from_column(row, column, *static_cast<T*>(out));
}

// How a member is read from its column.
struct Column {
    std::string_view name;
    const void* place = nullptr;
    void (*read)(const Row&, int column, void* out) = nullptr;  // nullptr: other queries fill it
};
struct ColumnEntries {
    using Entry = Column;
    template <class M>
    static constexpr Entry entry(const void* place) {
        if constexpr (is_nested<M>) return {.place = place};
        else return {.place = place, .read = &read_column<M>};
    }
};

// How a row goes into a value of some type: into its members, or, when it is one value, from the first column.
struct RowShape {
    std::span<const Column> members;
    const void* origin = nullptr;                               // where the members' places are counted from
    void (*read)(const Row&, int column, void* out) = nullptr;  // of one value
};
template <class T>
constexpr RowShape make_row_shape() {
    if constexpr (FromColumn<T>) {
        return {.read = &read_column<T>};
    } else {
        static_assert(reflect::Described<T>, "a row goes into a described struct or a type with from_column");
        return {.members = reflect::member_table<T, ColumnEntries>, .origin = &reflect::blank<T>.value};
    }
}
template <class T>
inline constexpr RowShape row_shape = make_row_shape<T>();

// Reads the rows of one result. The mapping is kept with the statement, and asked for once per result.
class RowReader {
public:
    explicit RowReader(const RowShape& shape) : shape_(&shape) {}
    void read(const Row& row, void* out);

private:
    const RowShape* shape_;
    const int* slots_ = nullptr;
};

// Where the rows of a result go: each into what `add` gives, and nowhere when that is nullptr.
struct Into {
    void* rows;
    void* (*add)(void* rows);
    const RowShape* shape;
};
template <class T>
void* add_to_all(void* rows) {
    return &static_cast<std::vector<T>*>(rows)->emplace_back();
}
template <class T>
void* add_first(void* rows) {
    auto& first = *static_cast<std::optional<T>*>(rows);
    return first ? nullptr : &first.emplace();
}
template <class T>
Into into(std::vector<T>& rows) {
    return {&rows, &add_to_all<T>, &row_shape<T>};
}
template <class T>
Into into(std::optional<T>& first) {
    return {&first, &add_first<T>, &row_shape<T>};
}
void read_rows(Reader& reader, std::string_view sql, Params params, const Into& into);
void read_rows_later(Reader& reader, std::string_view sql, Params params, const Into& into);

}  // namespace detail

// One row into a T, for use inside Reader::each.
template <class T>
T read_row(const Row& row) {
    T out{};
    detail::RowReader{detail::row_shape<T>}.read(row, &out);
    return out;
}

template <class T>
std::vector<T> Reader::all_with(std::string_view sql, Params params) {
    std::vector<T> rows;
    detail::read_rows(*this, sql, params, detail::into(rows));
    return rows;
}

template <class T>
std::optional<T> Reader::one_with(std::string_view sql, Params params) {
    std::optional<T> first;
    detail::read_rows(*this, sql, params, detail::into(first));
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
    detail::read_rows_later(*this, sql, values, detail::into(into));
}

template <class T, class... Args>
void Reader::one_later(std::optional<T>& into, std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    detail::read_rows_later(*this, sql, values, detail::into(into));
}

template <class T, class... Args>
std::optional<T> Reader::one(std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    return one_with<T>(sql, values);
}

}  // namespace cacao::db
