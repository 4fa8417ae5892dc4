#pragma once

namespace cacao {

// For threads that do little at a time and are waited for: to be let in soon counts more than to go on long. Linux takes it from
// 6.12 on; elsewhere nothing changes.
void ask_for_short_turns();

}  // namespace cacao
