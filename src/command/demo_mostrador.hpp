#pragma once
// The counter of the demo company: a till with its drawer.

#include "api/context.hpp"

namespace cacao {

void make_counter(Context& ctx);

}  // namespace cacao
