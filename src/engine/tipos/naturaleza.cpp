#include "engine/tipos/naturaleza.hpp"

#include "db/rows.hpp"
#include "reflect/describe.hpp"

namespace cacao::engine {

std::string_view nombre(Naturaleza naturaleza) { return reflect::enum_name(naturaleza); }

void from_column(const db::Row& row, int column, Naturaleza& out) {
    if (!reflect::enum_value(row.text(column), out)) db::fail_column(row, column, "holds no nature of a balance");
}

}  // namespace cacao::engine
