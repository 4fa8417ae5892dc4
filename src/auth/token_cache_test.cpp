#include "auth/token_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace cacao::auth {
namespace {

constexpr std::int64_t cached_at = 1'000'000;
using Cache = TokenCache<int>;

std::shared_ptr<const int> value(int n) { return std::make_shared<const int>(n); }
TokenHash hash_of(int n) { return token_hash("token " + std::to_string(n)); }

// Hashes that all fall into one set of eight, told apart by their last byte.
TokenHash in_one_set(int n) {
    TokenHash hash{};
    hash.back() = static_cast<unsigned char>(n);
    return hash;
}

TEST(TokenCacheTest, FindsWhatWasPutUntilItExpires) {
    Cache cache{{.capacity = 64, .max_age_seconds = 1000}};
    EXPECT_EQ(cache.find(hash_of(1), cached_at).value, nullptr);
    cache.put(hash_of(1), value(1), "f", cached_at + 100, cached_at, cache.ticket());
    const auto hit = cache.find(hash_of(1), cached_at + 99);
    ASSERT_NE(hit.value, nullptr);
    EXPECT_EQ(*hit.value, 1);
    EXPECT_TRUE(hit.fresh);
    EXPECT_EQ(cache.find(hash_of(2), cached_at).value, nullptr);
    EXPECT_EQ(cache.find(hash_of(1), cached_at + 100).value, nullptr);
    EXPECT_EQ(cache.size(), 0U) << "an expired entry frees its place";
    cache.put(hash_of(3), value(3), "f", cached_at, cached_at, cache.ticket());
    EXPECT_EQ(cache.size(), 0U) << "an expired token never gets in";
}

TEST(TokenCacheTest, EveryByteOfATokenCounts) {
    const std::string token(300, 'x');
    EXPECT_EQ(token_hash(token), token_hash(std::string(300, 'x')));
    EXPECT_NE(token_hash(token), token_hash(token + 'x'));
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string other = token;
        other[i] = 'y';
        EXPECT_NE(token_hash(token), token_hash(other)) << i;
    }
}

TEST(TokenCacheTest, AnOldEntryMustBeCheckedAgain) {
    Cache cache{{.capacity = 64, .max_age_seconds = 60}};
    cache.put(hash_of(1), value(1), "f", cached_at + 900, cached_at, cache.ticket());
    EXPECT_TRUE(cache.find(hash_of(1), cached_at + 59).fresh);
    const auto stale = cache.find(hash_of(1), cached_at + 60);
    EXPECT_FALSE(stale.fresh);
    EXPECT_NE(stale.value, nullptr);
    EXPECT_FALSE(cache.find(hash_of(1), cached_at - 1).fresh) << "a clock that went back proves nothing";
    cache.put(hash_of(1), value(2), "f", cached_at + 900, cached_at + 60, cache.ticket());
    EXPECT_TRUE(cache.find(hash_of(1), cached_at + 100).fresh);
    EXPECT_EQ(*cache.find(hash_of(1), cached_at + 100).value, 2);
    EXPECT_EQ(cache.size(), 1U);
}

TEST(TokenCacheTest, ABumpMakesEveryEntryStale) {
    Cache cache;
    cache.put(hash_of(1), value(1), "f", cached_at + 900, cached_at, cache.ticket());
    const CacheTicket before = cache.ticket();
    cache.bump();
    EXPECT_FALSE(cache.find(hash_of(1), cached_at).fresh);
    cache.put(hash_of(2), value(2), "f", cached_at + 900, cached_at, before);
    EXPECT_FALSE(cache.find(hash_of(2), cached_at).fresh) << "what was read before the bump is stale from the start";
    cache.put(hash_of(1), value(1), "f", cached_at + 900, cached_at, cache.ticket());
    EXPECT_TRUE(cache.find(hash_of(1), cached_at).fresh);
}

TEST(TokenCacheTest, AFamilyIsForgottenAtOnce) {
    Cache cache;
    for (int i = 0; i < 100; ++i)
        cache.put(hash_of(i), value(i), i % 2 ? "una" : "otra", cached_at + 900, cached_at, cache.ticket());
    const CacheTicket before = cache.ticket();
    cache.forget_family("una");
    EXPECT_EQ(cache.size(), 50U);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(cache.find(hash_of(i), cached_at).fresh, i % 2 == 0) << i;
    cache.put(hash_of(1), value(1), "una", cached_at + 900, cached_at, before);
    EXPECT_EQ(cache.find(hash_of(1), cached_at).value, nullptr)
        << "a check that began before the revocation must not bring it back";
    cache.forget(hash_of(0));
    EXPECT_EQ(cache.find(hash_of(0), cached_at).value, nullptr);
}

TEST(TokenCacheTest, NeverHoldsMoreThanItsCapacity) {
    Cache cache{{.capacity = 256, .max_age_seconds = 60}};
    EXPECT_EQ(cache.capacity(), 256U);
    std::vector<std::weak_ptr<const int>> all;
    for (int i = 0; i < 10'000; ++i) {
        auto v = value(i);
        all.push_back(v);
        cache.put(hash_of(i), std::move(v), "f", cached_at + 900, cached_at, cache.ticket());
    }
    EXPECT_LE(cache.size(), 256U);
    EXPECT_GT(cache.size(), 200U);
    std::size_t alive = 0;
    for (const auto& v : all) alive += static_cast<std::size_t>(!v.expired());
    EXPECT_EQ(alive, cache.size()) << "what was pushed out is freed";
    EXPECT_EQ(Cache{}.capacity(), 8192U);
    EXPECT_EQ((Cache{{.capacity = 1, .max_age_seconds = 1}}.capacity()), 64U);
}

TEST(TokenCacheTest, TheLeastRecentlyUsedGivesWay) {
    Cache cache{{.capacity = 64, .max_age_seconds = 60}};
    for (int i = 0; i < 8; ++i) cache.put(in_one_set(i), value(i), "f", cached_at + 900, cached_at, cache.ticket());
    ASSERT_NE(cache.find(in_one_set(0), cached_at).value, nullptr);
    cache.put(in_one_set(8), value(8), "f", cached_at + 900, cached_at, cache.ticket());
    EXPECT_NE(cache.find(in_one_set(0), cached_at).value, nullptr);
    EXPECT_EQ(cache.find(in_one_set(1), cached_at).value, nullptr);
    EXPECT_NE(cache.find(in_one_set(8), cached_at).value, nullptr);
}

TEST(TokenCacheTest, AnExpiredEntryGivesWayBeforeALiveOne) {
    Cache cache{{.capacity = 64, .max_age_seconds = 60}};
    for (int i = 0; i < 8; ++i)
        cache.put(in_one_set(i), value(i), "f", i == 7 ? cached_at + 1 : cached_at + 900, cached_at, cache.ticket());
    cache.put(in_one_set(8), value(8), "f", cached_at + 900, cached_at + 1, cache.ticket());
    for (int i = 0; i < 7; ++i) EXPECT_NE(cache.find(in_one_set(i), cached_at + 1).value, nullptr) << i;
}

// Once a revocation has been answered, no interleaving may show one of its family's entries as fresh.
TEST(TokenCacheTest, ThreadsNeverSeeARevokedFamilyAgain) {
    constexpr int families = 300;
    Cache cache{{.capacity = 1024, .max_age_seconds = 60}};
    std::atomic<int> stored{0};    // families below this number are revoked in the "database"
    std::atomic<int> answered{0};  // and below this one, whoever revoked them has been told so
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    const auto look = [&](int family) {
        const int before = answered.load();
        const CacheTicket ticket = cache.ticket();
        const auto hit = cache.find(hash_of(family), cached_at);
        if (hit.fresh && family < before) wrong.fetch_add(1);
        if (hit.fresh || family < stored.load()) return;
        std::this_thread::yield();  // widens the gap between the check and the put
        cache.put(hash_of(family), value(family), std::to_string(family), cached_at + 900, cached_at, ticket);
    };
    std::vector<std::thread> workers;
    for (int t = 0; t < 3; ++t)
        workers.emplace_back([&] {
            // Around the family that is being revoked, where the races are.
            for (int i = 0; !stop.load(); ++i) look(std::min(families - 1, stored.load() + i % 3));
        });
    for (int family = 0; family < families; ++family) {
        stored.store(family + 1);
        cache.forget_family(std::to_string(family));
        answered.store(family + 1);
        std::this_thread::yield();
    }
    stop.store(true);
    for (auto& worker : workers) worker.join();
    for (int family = 0; family < families; ++family) look(family);
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_LE(cache.size(), cache.capacity());
}

}  // namespace
}  // namespace cacao::auth
