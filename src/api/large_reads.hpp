#pragma once
// Which reads turned out larger than their lane takes (Dispatcher::run_read): they begin where they ended, instead of being tried
// again where they keep others waiting. A few of them, by a hash of what was asked; two that share one only share a lane. What is
// remembered is tried anew now and then, because records shrink.

#include "db/db.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace cacao::api {

class LargeReads {
public:
    // Filters come in the query, or in the body.
    static std::uint64_t key(std::int64_t organizacionId, std::string_view path, std::string_view query, std::string_view body) {
        std::uint64_t key =
            std::hash<std::string_view>{}(path) + static_cast<std::uint64_t>(organizacionId) * 0x9E3779B97F4A7C15U;
        for (const std::string_view filter : {query, body})
            if (!filter.empty()) key = key * 31 + std::hash<std::string_view>{}(filter);
        return key & ~extra;
    }

    void remember(std::uint64_t key, db::Lane lane) {
        places_[place(key)].store(key | times << lane_bits | static_cast<std::uint64_t>(lane), std::memory_order_relaxed);
    }
    std::optional<db::Lane> find(std::uint64_t key) const {
        const std::uint64_t found = places_[place(key)].load(std::memory_order_relaxed);
        if (found == 0 || (found & ~extra) != key) return std::nullopt;
        return static_cast<db::Lane>(found & ((1U << lane_bits) - 1));
    }
    // Once for each request; two at the same time may count as one.
    void asked(std::uint64_t key) {
        std::atomic<std::uint64_t>& at = places_[place(key)];
        const std::uint64_t found = at.load(std::memory_order_relaxed);
        if (found == 0 || (found & ~extra) != key) return;
        at.store((found & extra) >> lane_bits > 1 ? found - (1U << lane_bits) : 0, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned lane_bits = 2;
    static constexpr std::uint64_t times = 255;  // that it is asked for before it is forgotten
    static constexpr std::uint64_t extra = times << lane_bits | ((1U << lane_bits) - 1);  // of an entry, beside its key

    static constexpr std::size_t many = 1024;

    static std::size_t place(std::uint64_t key) { return (key >> 32U) % many; }

    std::array<std::atomic<std::uint64_t>, many> places_{};
};

}  // namespace cacao::api
