#pragma once
// Answers of point reads, kept while the database stands still: what was read at an epoch (db::Reader::epoch) is what would be
// read again at it, so no entry is ever wrong and none is ever invalidated by hand. The oldest make room.

#include "api/operations.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace cacao::api {

class KeptAnswers {
public:
    explicit KeptAnswers(std::uint64_t bytes) : shard_bytes_(bytes / shards) {}

    bool enabled() const { return shard_bytes_ > 0; }
    // What is larger is its caller's own; bytes of an image are kept by whoever shares them.
    static bool takes(const Outcome& outcome) { return !outcome.shared_body && outcome.body.capacity() + overhead <= largest; }
    // Nothing when there is none of this epoch.
    std::shared_ptr<const Outcome> find(const std::string& key, std::uint64_t epoch);
    // Takes over the outcome; gives it back for the answer at hand.
    std::shared_ptr<const Outcome> keep(const std::string& key, std::uint64_t epoch, Outcome outcome);

private:
    static constexpr std::size_t shards = 16;
    static constexpr std::size_t largest = 16 * 1024;
    static constexpr std::size_t overhead = 256;  // the key twice and what holds the entry, more or less

    struct Entry {
        std::uint64_t epoch = 0;
        std::shared_ptr<const Outcome> outcome;
        std::size_t bytes = 0;
    };
    struct alignas(64) Shard {
        std::mutex mutex;
        std::unordered_map<std::string, Entry> entries;
        std::deque<std::string> order;  // as they came in
        std::size_t bytes = 0;
    };
    Shard& shard_of(const std::string& key) { return shards_[std::hash<std::string>{}(key) % shards]; }

    std::size_t shard_bytes_;
    std::array<Shard, shards> shards_;
};

}  // namespace cacao::api
