#include "db/rows.hpp"

#include "base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::db {

void fail_column(const Row& row, int column, std::string_view problem) {
    throw DbError(Fallo::other, fmt::format("column {} {}", row.name(column), problem));
}

bool same_name(std::string_view a, std::string_view b) { return iguales_ascii(a, b); }

namespace detail {
namespace {

constexpr int slot_unknown = -2;
constexpr int slot_skipped = -1;

void find_columns(const Row& row, const RowShape& shape, std::vector<int>& slots) {
    const int columns = row.columns();
    std::vector<bool> taken(static_cast<std::size_t>(columns), false);
    std::vector<int> found(slots.size(), slot_skipped);
    for (std::size_t member = 0; member < shape.members.size(); ++member) {
        const Column& wanted = shape.members[member];
        if (wanted.read == nullptr) continue;
        for (int c = 0; c < columns && found[member] < 0; ++c) {
            if (taken[static_cast<std::size_t>(c)] || !same_name(row.name(c), wanted.name)) continue;
            found[member] = c;
            taken[static_cast<std::size_t>(c)] = true;
        }
        if (found[member] < 0) throw DbError(Fallo::other, fmt::format("member {} has no column in the result", wanted.name));
    }
    for (int c = 0; c < columns; ++c) {
        if (!taken[static_cast<std::size_t>(c)]) fail_column(row, c, "has no member to go to");
    }
    slots = std::move(found);
}

}  // namespace

void RowReader::read(const Row& row, void* out) {
    if (shape_->read != nullptr) return shape_->read(row, 0, out);
    if (slots_ == nullptr) {
        auto& slots = row.slots(shape_, shape_->members.size());
        if (!slots.empty() && slots.front() == slot_unknown) find_columns(row, *shape_, slots);
        slots_ = slots.data();
    }
    const int* slot = slots_;
    for (const Column& member : shape_->members) {
        if (member.read != nullptr) {
            const auto offset = static_cast<const char*>(member.place) - static_cast<const char*>(shape_->origin);
            member.read(row, *slot, static_cast<char*>(out) + offset);
        }
        ++slot;
    }
}

void read_rows(Reader& reader, std::string_view sql, Params params, const Into& into) {
    RowReader rows{*into.shape};
    reader.query(sql, params, [&](const Row& row) {
        if (void* const out = into.add(into.rows)) rows.read(row, out);
    });
}

void read_rows_later(Reader& reader, std::string_view sql, Params params, const Into& into) {
    reader.query_later(sql, params, [into, rows = RowReader{*into.shape}](const Row& row) mutable {
        if (void* const out = into.add(into.rows)) rows.read(row, out);
    });
}

}  // namespace detail
}  // namespace cacao::db
