#pragma once
// Verified tokens, remembered for a while, so that a request costs a look-up instead of a signature check and three queries.
// Keyed by token_hash: the token itself is never kept. Bounded: a fixed table of sets of eight, the least recently used of a set
// gives way. Safe for threads.
//
// How to use it without ever trusting a revoked token:
//     auto ticket = cache.ticket();                 // before the database is asked
//     auto hit = cache.find(hash, now);
//     if (hit.fresh) use(*hit.value);
//     else { value = verify and read the database; cache.put(hash, value, familia, vence, now, ticket); }
// What was revoked between the ticket and the put is either not stored or stored as already stale.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

namespace cacao::auth {

using TokenHash = std::array<unsigned char, 16>;

// SipHash-2-4 of 128 bits under a key that this process drew and nobody sees: a token that was not cached meets the hash of one
// that was with a chance of 2^-128 a try, whoever chooses it. It costs far less than SHA-256, and every request pays it.
TokenHash token_hash(std::string_view token);

struct CacheSettings {
    std::size_t capacity = 8192;        // rounded up to a power of two, at least 64
    std::int64_t max_age_seconds = 60;  // older entries are stale: the caller must look again
};

struct CacheTicket {
    std::uint64_t generation = 0;
    std::uint64_t removals = 0;
};

// The table itself, the same for every type of value.
class TokenTable {
public:
    struct Hit {
        std::shared_ptr<const void> value;  // null: not there, or expired
        bool fresh = false;                 // false with a value: check again before use
    };

    explicit TokenTable(CacheSettings settings);
    ~TokenTable();
    TokenTable(const TokenTable&) = delete;
    TokenTable& operator=(const TokenTable&) = delete;

    Hit find(const TokenHash& hash, std::int64_t now);
    void put(const TokenHash& hash, std::shared_ptr<const void> value, std::string_view familia, std::int64_t vence,
             std::int64_t now, CacheTicket ticket);
    void forget(const TokenHash& hash);
    void forget_family(std::string_view familia);
    void bump() { generation_.fetch_add(1); }
    CacheTicket ticket() const { return {generation_.load(), removals_.load()}; }
    std::size_t size() const;
    std::size_t capacity() const;

private:
    struct Slot;
    struct Shard;
    Shard& shard_of(const TokenHash& hash) const;

    std::int64_t max_age_;
    std::size_t sets_per_shard_;
    std::unique_ptr<Shard[]> shards_;
    std::atomic<std::uint64_t> generation_{1};
    std::atomic<std::uint64_t> removals_{0};
};

template <class T>
class TokenCache {
public:
    struct Hit {
        std::shared_ptr<const T> value;
        bool fresh = false;
    };

    explicit TokenCache(CacheSettings settings = {}) : table_(settings) {}

    Hit find(const TokenHash& hash, std::int64_t now) {
        auto hit = table_.find(hash, now);
        return {std::static_pointer_cast<const T>(std::move(hit.value)), hit.fresh};
    }
    void put(const TokenHash& hash, std::shared_ptr<const T> value, std::string_view familia, std::int64_t vence,
             std::int64_t now, CacheTicket ticket) {
        table_.put(hash, std::move(value), familia, vence, now, ticket);
    }
    void forget(const TokenHash& hash) { table_.forget(hash); }
    // A session ended or its refresh token was used twice: its access tokens go at once.
    void forget_family(std::string_view familia) { table_.forget_family(familia); }
    // Something changed that any token may depend on (roles, users, keys): all entries become stale.
    void bump() { table_.bump(); }
    CacheTicket ticket() const { return table_.ticket(); }
    std::size_t size() const { return table_.size(); }
    std::size_t capacity() const { return table_.capacity(); }

private:
    TokenTable table_;
};

}  // namespace cacao::auth
