#pragma once
// Heavy headers that nearly every file pulls in.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include <fmt/format.h>

#if FMT_VERSION / 10000 == 9
// libfmt has this one, and does not say so: every unit that formats into a buffer would compile all of it anew.
namespace fmt::detail {
extern template void vformat_to<char>(buffer<char>&, basic_string_view<char>, basic_format_args<FMT_BUFFER_CONTEXT(char)>,
                                      locale_ref);
}
#endif
