#pragma once
// The workshop of the demo company: equipment, people, and an order in each of some states.

#include "api/context.hpp"

namespace cacao {

// Nothing where the company has no customer or no goods yet.
void make_workshop(Context& ctx);

}  // namespace cacao
