#pragma once
// The travel agency of the demo company: bookings that were sold in its own name and for others, and what suppliers charged.

#include "api/context.hpp"

namespace cacao {

// Nothing where the company has no customer yet.
void make_agency(Context& ctx);

}  // namespace cacao
