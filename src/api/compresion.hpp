#pragma once
// Bodies that come compressed: devices on the road send a day's work over a thin line.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cacao::api {

// What a gzip stream holds; nothing for one that is none, is cut off, goes on behind its end, or holds more than `maximo`.
std::optional<std::string> inflar(std::string_view gzip, std::size_t maximo);

}  // namespace cacao::api
