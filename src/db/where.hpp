#pragma once
// Optional filters as literal fragments, so that a statement is cached by the set of filters present and each one meets its
// index (`$1 IS NULL OR …` hides it from the planner).
//
//     db::Where where{organizacionId};                      // $1, used in the literal head
//     where.add_if(filtro.nombre, "nombre >= $");           // $2 when present
//     where.add("(fecha, id) > ($, $)", fecha, id);
//     r.all_with<Contacto>("SELECT … WHERE organizacionId = $1" + where.and_sql() + recorrido.tramo_sql(where), where.params());

#include "db/db.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::db {

class Where {
public:
    // `fixed` are the values of $1, $2 … that the literal head already uses.
    template <class... Args>
    requires(!(std::same_as<std::remove_cvref_t<Args>, Where> || ...)) explicit Where(const Args&... fixed) {
        (keep(to_value(fixed)), ...);
    }

    // Joins a fragment with AND. Each bare `$` takes the next number; there must be as many as values.
    template <class... Args>
    Where& add(std::string_view fragment, const Args&... args) {
        const std::size_t first = values_.size();
        (keep(to_value(args)), ...);
        append(fragment, first);
        return *this;
    }
    template <class T>
    Where& add_if(const std::optional<T>& value, std::string_view fragment) {
        if (value) add(fragment, *value);
        return *this;
    }

    // Binds a further value (a key of the page before) and gives its `$n`.
    template <class T>
    std::string next(const T& value) {
        keep(to_value(value));
        return last();
    }

    std::string sql() const;
    std::string and_sql() const;
    // Valid while this object lives and nothing is added.
    Params params() const { return values_; }

    // The values point into texts_: moving keeps them in place, copying would not.
    Where(Where&&) noexcept;
    Where& operator=(Where&&) noexcept;
    ~Where();

private:
    void keep(Value value);
    std::string last() const;
    void append(std::string_view fragment, std::size_t first);

    std::string sql_;
    std::vector<Value> values_;
    std::deque<std::string> texts_;  // a deque does not move what it holds
};

}  // namespace cacao::db
