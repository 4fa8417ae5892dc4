#include "auth/token_cache.hpp"

#include "auth/digest.hpp"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <mutex>
#include <vector>

namespace cacao::auth {
namespace {

constexpr std::size_t ways = 8;
constexpr std::size_t shard_count = 8;

using HashKey = std::array<unsigned char, crypto_shorthash_siphashx24_KEYBYTES>;

HashKey draw_key() {
    sodium_ready();
    HashKey key{};
    randombytes_buf(key.data(), key.size());
    return key;
}

}  // namespace

TokenHash token_hash(std::string_view token) {
    static const HashKey key = draw_key();
    static_assert(sizeof(TokenHash) == crypto_shorthash_siphashx24_BYTES);
    TokenHash hash{};
    crypto_shorthash_siphashx24(hash.data(), reinterpret_cast<const unsigned char*>(token.data()), token.size(), key.data());
    return hash;
}

struct TokenTable::Slot {
    TokenHash hash{};
    std::shared_ptr<const void> value;
    std::int64_t vence = 0;
    std::int64_t checked = 0;  // when the caller last asked the database
    std::uint64_t generation = 0;
    std::size_t familia = 0;  // a hash: a collision forgets one entry too many, which costs a look-up
    std::uint64_t used = 0;
};

struct alignas(64) TokenTable::Shard {
    mutable std::mutex mutex;
    std::uint64_t clock = 0;
    std::vector<Slot> slots;

    Slot* set_of(const TokenHash& hash) {
        std::uint64_t position = 0;
        std::memcpy(&position, hash.data() + 8, sizeof position);
        return &slots[(position % (slots.size() / ways)) * ways];
    }
    Slot* find(const TokenHash& hash) {
        Slot* set = set_of(hash);
        for (std::size_t i = 0; i < ways; ++i)
            if (set[i].value && set[i].hash == hash) return &set[i];
        return nullptr;
    }
    // Where a new entry goes: its own place, a free or expired one, or that of the least recently used.
    Slot& place_for(const TokenHash& hash, std::int64_t now) {
        if (Slot* same = find(hash)) return *same;
        Slot* set = set_of(hash);
        Slot* victim = set;
        for (std::size_t i = 0; i < ways; ++i) {
            if (!set[i].value || set[i].vence <= now) return set[i];
            if (set[i].used < victim->used) victim = &set[i];
        }
        return *victim;
    }
};

TokenTable::TokenTable(CacheSettings settings)
    : max_age_(settings.max_age_seconds),
      sets_per_shard_(std::bit_ceil(std::max<std::size_t>(settings.capacity, ways * shard_count)) / (ways * shard_count)),
      shards_(std::make_unique<Shard[]>(shard_count)) {
    for (std::size_t i = 0; i < shard_count; ++i) shards_[i].slots.resize(sets_per_shard_ * ways);
}

TokenTable::~TokenTable() = default;

// The hash of a token is as good as random, and only tokens that we signed get in: so its bytes may choose the place.
TokenTable::Shard& TokenTable::shard_of(const TokenHash& hash) const { return shards_[hash[0] % shard_count]; }

TokenTable::Hit TokenTable::find(const TokenHash& hash, std::int64_t now) {
    std::shared_ptr<const void> dropped;  // freed after the lock
    Shard& shard = shard_of(hash);
    const std::scoped_lock lock{shard.mutex};
    Slot* slot = shard.find(hash);
    if (slot == nullptr) return {};
    if (slot->vence <= now) {
        dropped.swap(slot->value);
        return {};
    }
    slot->used = ++shard.clock;
    const bool young = now >= slot->checked && now - slot->checked < max_age_;
    return {slot->value, young && slot->generation == generation_.load()};
}

void TokenTable::put(const TokenHash& hash, std::shared_ptr<const void> value, std::string_view familia, std::int64_t vence,
                     std::int64_t now, CacheTicket ticket) {
    if (!value || vence <= now) return;
    Shard& shard = shard_of(hash);
    const std::scoped_lock lock{shard.mutex};
    // forget_family counts first and then visits every shard: either the count shows here, or its visit comes after us.
    if (removals_.load() != ticket.removals) return;
    Slot& slot = shard.place_for(hash, now);
    slot.value.swap(value);  // the parameter outlives the lock, and takes the old value with it
    slot.hash = hash;
    slot.vence = vence;
    slot.checked = now;
    slot.generation = ticket.generation;
    slot.familia = std::hash<std::string_view>{}(familia);
    slot.used = ++shard.clock;
}

void TokenTable::forget(const TokenHash& hash) {
    removals_.fetch_add(1);
    std::shared_ptr<const void> dropped;
    Shard& shard = shard_of(hash);
    const std::scoped_lock lock{shard.mutex};
    if (Slot* slot = shard.find(hash)) dropped.swap(slot->value);
}

void TokenTable::forget_family(std::string_view familia) {
    removals_.fetch_add(1);
    const std::size_t wanted = std::hash<std::string_view>{}(familia);
    std::vector<std::shared_ptr<const void>> dropped;
    for (std::size_t i = 0; i < shard_count; ++i) {
        const std::scoped_lock lock{shards_[i].mutex};
        for (Slot& slot : shards_[i].slots)
            if (slot.value && slot.familia == wanted) dropped.push_back(std::move(slot.value));
    }
}

std::size_t TokenTable::size() const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < shard_count; ++i) {
        const std::scoped_lock lock{shards_[i].mutex};
        for (const Slot& slot : shards_[i].slots) total += static_cast<std::size_t>(slot.value != nullptr);
    }
    return total;
}

std::size_t TokenTable::capacity() const { return sets_per_shard_ * ways * shard_count; }

}  // namespace cacao::auth
