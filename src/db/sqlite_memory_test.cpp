#include "db/sqlite_memory.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace cacao::db::sqlite {
namespace {

const sqlite3_mem_methods& memory = memory_methods();

TEST(SqliteMemoryTest, ABlockIsAsLargeAsAskedAlignedAndNobodyElses) {
    std::vector<std::pair<unsigned char*, int>> blocks;
    for (int round = 0; round < 3; ++round) {
        for (int n = 1; n < 2000; n += 7) {
            auto* block = static_cast<unsigned char*>(memory.xMalloc(n));
            ASSERT_NE(block, nullptr);
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % 8, 0U);
            ASSERT_GE(memory.xSize(block), n);
            ASSERT_EQ(memory.xSize(block), memory.xRoundup(n));
            std::memset(block, n % 251, static_cast<std::size_t>(memory.xSize(block)));
            blocks.emplace_back(block, n);
        }
        for (const auto& [block, n] : blocks) {
            for (int i = 0; i < memory.xSize(block); ++i) ASSERT_EQ(block[i], n % 251);
            memory.xFree(block);
        }
        blocks.clear();
    }
    memory.xFree(nullptr);
}

TEST(SqliteMemoryTest, AResizedBlockKeepsWhatItHeld) {
    const std::vector<int> sizes{1, 64, 65, 512, 513, 4096, 600, 512, 100, 5000, 8};
    for (const int first : sizes) {
        auto* block = static_cast<char*>(memory.xMalloc(first));
        std::memset(block, 'a', static_cast<std::size_t>(first));
        int whole = first;
        for (const int next : sizes) {
            block = static_cast<char*>(memory.xRealloc(block, memory.xRoundup(next)));
            ASSERT_NE(block, nullptr);
            ASSERT_GE(memory.xSize(block), next);
            whole = std::min(whole, next);
            for (int i = 0; i < whole; ++i) ASSERT_EQ(block[i], 'a');
        }
        memory.xFree(block);
    }
}

// Those of a savepoint are many and of one size: the thread that gives them back has them at hand for the next one.
TEST(SqliteMemoryTest, BlocksOfASavepointAreKeptAtHand) {
    const auto take = [](int n) {
        std::vector<void*> blocks;
        for (int i = 0; i < n; ++i) blocks.push_back(memory.xMalloc(1024));
        return blocks;
    };
    const auto give = [](const std::vector<void*>& blocks) {
        for (void* block : blocks) memory.xFree(block);
    };
    std::thread{[&] {
        auto blocks = take(500);
        give(blocks);
        std::ranges::reverse(blocks);  // the last one given back comes first; the system would begin at the lowest
        EXPECT_EQ(take(500), blocks);
        give(blocks);
    }}.join();
}

TEST(SqliteMemoryTest, ABlockMayBeGivenBackByAnotherThread) {
    std::vector<void*> blocks;
    std::thread{[&] {
        for (int i = 0; i < 500; ++i) blocks.push_back(memory.xMalloc(40));
    }}.join();
    EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), blocks.size());
    std::thread{[&] {
        for (void* block : blocks) memory.xFree(block);
        memory.xFree(memory.xMalloc(40));
    }}.join();
}

}  // namespace
}  // namespace cacao::db::sqlite
