#pragma once
// What the system says of the memory of a process, in mebibytes.

#include <fmt/format.h>
#include <sys/types.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace cacao::test {

// A sanitizer keeps what was given back for a while, to see who touches it: then memory tells nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool memory_tells = false;
#else
inline constexpr bool memory_tells = true;
#endif

// VmRSS: now; VmHWM: the most there ever was.
inline std::int64_t memory(pid_t process, std::string_view which) {
    std::ifstream status{fmt::format("/proc/{}/status", process)};
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(which)) return std::stoll(line.substr(which.size() + 1)) / 1024;
    return 0;
}

// What VmHWM tells begins anew.
inline void forget_peak(pid_t process) { std::ofstream{fmt::format("/proc/{}/clear_refs", process)} << 5; }

}  // namespace cacao::test
