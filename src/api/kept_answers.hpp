#pragma once
// Answers of point reads, kept while the database stands still: what was read at an epoch (db::Reader::epoch) is what would be
// read again at it, so no entry is ever wrong and none is ever invalidated by hand. Each has its place by its hash, two share
// one, and the older of them makes room: a read that finds nothing pays for one line of memory, where a map would be a walk.

#include "api/operations.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cacao::api {

class KeptAnswers {
public:
    explicit KeptAnswers(std::uint64_t bytes) : shard_bytes_(bytes / shards) {}

    bool enabled() const { return shard_bytes_ > 0; }
    // What is larger is its caller's own. Bytes that somebody else keeps, those of an image, cost nothing here: the answer is
    // there as long as they are.
    static bool takes(const Outcome& outcome) { return !outcome.file && outcome.body.capacity() + overhead <= largest; }
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
    static constexpr std::size_t overhead = 256;   // the key and what holds the answer, more or less
    static constexpr std::size_t smallest = 1024;  // of most answers: there is a place for so many bytes

    struct Kept {
        std::string key;
        Outcome outcome;
        std::size_t bytes = 0;
        std::weak_ptr<const std::string> theirs = {};  // in place of the outcome's own
    };
    using KeptPtr = std::shared_ptr<const Kept>;
    struct Entry {
        std::uint64_t hash = 0;
        std::uint64_t epoch = 0;
        KeptPtr kept;
    };
    struct alignas(64) Place {
        Entry newer, older;
    };
    struct alignas(64) Shard {
        std::mutex mutex;
        std::vector<Place> places;  // once there is something to keep
        std::size_t bytes = 0;
        std::size_t hand = 0;  // goes round the places while there is too much
    };
    static std::shared_ptr<const Outcome> outcome_of(const KeptPtr& kept);
    Shard& shard_of(const Key& key) { return shards_[key.hash >> 60U]; }
    static_assert(shards == 1U << 4U);
    static Place& place_of(Shard& shard, const Key& key) { return shard.places[key.hash % shard.places.size()]; }
    static std::size_t bytes_of(const Entry& entry) { return entry.kept ? entry.kept->bytes : 0; }

    std::size_t shard_bytes_;
    std::array<Shard, shards> shards_;
};

}  // namespace cacao::api
