#pragma once
// The routes of the demo company: one with a day that is validated and another that is out.

#include "api/context.hpp"

namespace cacao {

// Nothing where the company has no customer or no goods yet.
void make_routes(Context& ctx);

}  // namespace cacao
