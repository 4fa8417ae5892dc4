#include "db/sqlite_memory.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace cacao::db::sqlite {
namespace {

// Blocks that are kept come in two grades: multiples of 64 for texts, of 512 for what a savepoint would put back and for pages.
struct Grade {
    std::size_t step;
    std::size_t largest;
};
constexpr Grade small{64, 512};
constexpr Grade medium{512, 8192};
constexpr std::size_t sizes = small.largest / small.step + medium.largest / medium.step;
// By each thread at the most, of either grade: texts are many and short-lived, the medium ones serve whoever writes.
constexpr std::size_t small_kept = 128 * 1024;
constexpr std::size_t medium_kept = 768 * 1024;

// Stands before each block. SQLite asks for an alignment of eight.
struct Header {
    std::size_t capacity;
};

struct Unused {
    Unused* next;
};

// Needs no destructor, so it can still be used when a thread's other variables are gone.
struct Shelf {
    std::array<Unused*, sizes> first{};
    std::size_t small_room = small_kept;
    std::size_t medium_room = medium_kept;
    bool watched = false;
    bool closed = false;
};
constinit thread_local Shelf shelf;

struct ShelfKeeper {
    ShelfKeeper() { shelf.watched = true; }
    ~ShelfKeeper();
    ShelfKeeper(const ShelfKeeper&) = delete;
    ShelfKeeper& operator=(const ShelfKeeper&) = delete;
};

Header* header_of(void* block) { return static_cast<Header*>(block) - 1; }
std::size_t up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }
std::size_t rounded(std::size_t n) {
    return n <= small.largest ? up(n, small.step) : n <= medium.largest ? up(n, medium.step) : up(n, 8);
}
std::size_t place_of(std::size_t capacity) {
    return capacity <= small.largest ? (capacity - 1) / small.step
                                     : small.largest / small.step + (capacity - 1) / medium.step;
}
std::size_t& room_for(std::size_t capacity) { return capacity <= small.largest ? shelf.small_room : shelf.medium_room; }

ShelfKeeper::~ShelfKeeper() {
    shelf.closed = true;
    for (Unused*& first : shelf.first) {
        while (first != nullptr) {
            Unused* const next = first->next;
            std::free(header_of(first));
            first = next;
        }
    }
}

void* allocate(int wanted) {
    const std::size_t capacity = rounded(static_cast<std::size_t>(wanted));
    if (capacity <= medium.largest) {
        Unused*& first = shelf.first[place_of(capacity)];
        if (Unused* const block = first) {
            first = block->next;
            room_for(capacity) += capacity;
            return block;
        }
    }
    auto* const made = static_cast<Header*>(std::malloc(sizeof(Header) + capacity));
    if (made == nullptr) return nullptr;
    made->capacity = capacity;
    return made + 1;
}

void release(void* block) {
    if (block == nullptr) return;
    const std::size_t capacity = header_of(block)->capacity;
    if (capacity <= medium.largest) {
        if (!shelf.watched) static thread_local const ShelfKeeper keeper;
        std::size_t& room = room_for(capacity);
        if (!shelf.closed && room >= capacity) {
            Unused*& first = shelf.first[place_of(capacity)];
            auto* const unused = static_cast<Unused*>(block);
            unused->next = first;
            first = unused;
            room -= capacity;
            return;
        }
    }
    std::free(header_of(block));
}

void* resize(void* block, int wanted) {
    const std::size_t before = header_of(block)->capacity;
    const std::size_t after = rounded(static_cast<std::size_t>(wanted));
    if (before == after) return block;
    if (before > medium.largest && after > medium.largest) {
        auto* const moved = static_cast<Header*>(std::realloc(header_of(block), sizeof(Header) + after));
        if (moved == nullptr) return nullptr;
        moved->capacity = after;
        return moved + 1;
    }
    void* const moved = allocate(wanted);
    if (moved == nullptr) return nullptr;
    std::memcpy(moved, block, std::min(before, after));
    release(block);
    return moved;
}

int size_of(void* block) { return block == nullptr ? 0 : static_cast<int>(header_of(block)->capacity); }
int round_up(int wanted) { return static_cast<int>(rounded(static_cast<std::size_t>(wanted))); }
int start(void*) { return SQLITE_OK; }
void stop(void*) {}

}  // namespace

const sqlite3_mem_methods& memory_methods() {
    static const sqlite3_mem_methods methods{allocate, release, resize, size_of, round_up, start, stop, nullptr};
    return methods;
}

}  // namespace cacao::db::sqlite
