#include "db/sqlite_memory.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace cacao::db::sqlite {
namespace {

// Blocks that are kept come in two grades: multiples of 64 for texts, of 1024 for what a savepoint would put back and for pages.
struct Grade {
    std::size_t step;
    std::size_t largest;
};
constexpr Grade small{64, 512};
constexpr Grade medium{1024, 8192};
constexpr std::size_t sizes = small.largest / small.step + medium.largest / medium.step;

constexpr std::size_t place_of(std::size_t capacity) {
    return capacity <= small.largest ? (capacity - 1) / small.step : small.largest / small.step + (capacity - 1) / medium.step;
}
// How many of a size a thread keeps: about a megabyte in all, at the most.
constexpr std::array<int, sizes> kept = [] {
    std::array<int, sizes> many{};
    many.fill(12);
    std::fill_n(many.begin(), small.largest / small.step, 64);
    many[place_of(medium.step)] = 512;
    return many;
}();

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
    std::array<int, sizes> room = kept;
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
        const std::size_t place = place_of(capacity);
        if (Unused* const block = shelf.first[place]) {
            shelf.first[place] = block->next;
            ++shelf.room[place];
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
        const std::size_t place = place_of(capacity);
        if (!shelf.closed && shelf.room[place] > 0) {
            auto* const unused = static_cast<Unused*>(block);
            unused->next = shelf.first[place];
            shelf.first[place] = unused;
            --shelf.room[place];
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
