#pragma once
// The school of the demo company: levels, families with their students, plans, half a year of charges and most of what pays them.

#include "api/context.hpp"

namespace cacao {

void make_school(Context& ctx);

}  // namespace cacao
