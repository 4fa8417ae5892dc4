#pragma once
// Answers of point reads, kept while the database stands still: what was read at an epoch (db::Reader::epoch) is what would be
// read again at it, so no entry is ever wrong and none is ever invalidated by hand. The oldest make room.

#include "api/operations.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace cacao::api {

class KeptAnswers {
public:
    explicit KeptAnswers(std::uint64_t bytes) : shard_bytes_(bytes / shards) {}

    bool enabled() const { return shard_bytes_ > 0; }
    // What is larger is its caller's own; bytes of an image are kept by whoever shares them.
    static bool takes(const Outcome& outcome) { return !outcome.shared_body && outcome.body.capacity() + overhead <= largest; }
    // What an answer is found by: hashed once, however often it is looked for.
    struct Key {
        explicit Key(std::string of) : bytes(std::move(of)), hash(std::hash<std::string>{}(bytes)) {}
        std::string bytes;
        std::uint64_t hash;
    };
    // Nothing when there is none of this epoch.
    std::shared_ptr<const Outcome> find(const Key& key, std::uint64_t epoch);
    // Takes over key and outcome; gives the outcome back for the answer at hand.
    std::shared_ptr<const Outcome> keep(Key key, std::uint64_t epoch, Outcome outcome);

private:
    static constexpr std::size_t shards = 16;
    static constexpr std::size_t largest = 16 * 1024;
    static constexpr std::size_t overhead = 256;  // the key and what holds the entry, more or less

    struct Entry {
        std::string key;
        std::uint64_t epoch = 0;
        std::shared_ptr<const Outcome> outcome;
        std::size_t bytes = 0;
    };
    struct alignas(64) Shard {
        std::mutex mutex;
        std::unordered_map<std::uint64_t, Entry> entries;  // of two keys with one hash the later is kept
        std::deque<std::uint64_t> order;                   // as they came in
        std::size_t bytes = 0;
    };
    Shard& shard_of(const Key& key) { return shards_[key.hash >> 60U]; }
    static_assert(shards == 1U << 4U);

    std::size_t shard_bytes_;
    std::array<Shard, shards> shards_;
};

}  // namespace cacao::api
