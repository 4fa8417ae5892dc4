#include "db/sqlite_memory.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace cacao::db::sqlite {
namespace {

constexpr std::size_t step = 64;  // small blocks come in multiples of it
constexpr std::size_t sizes = 8;
constexpr std::size_t small = step * sizes;
constexpr int kept = 64;  // of each size and thread: 150 KiB at the most

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
    std::array<int, sizes> count{};
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
std::size_t place_of(std::size_t capacity) { return (capacity - 1) / step; }
std::size_t rounded(std::size_t n) { return n <= small ? (n + step - 1) / step * step : (n + 7) / 8 * 8; }

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
    if (capacity <= small) {
        const std::size_t place = place_of(capacity);
        if (Unused* const block = shelf.first[place]) {
            shelf.first[place] = block->next;
            --shelf.count[place];
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
    if (capacity <= small) {
        if (!shelf.watched) static thread_local const ShelfKeeper keeper;
        const std::size_t place = place_of(capacity);
        if (!shelf.closed && shelf.count[place] < kept) {
            auto* const unused = static_cast<Unused*>(block);
            unused->next = shelf.first[place];
            shelf.first[place] = unused;
            ++shelf.count[place];
            return;
        }
    }
    std::free(header_of(block));
}

void* resize(void* block, int wanted) {
    const std::size_t before = header_of(block)->capacity;
    const std::size_t after = rounded(static_cast<std::size_t>(wanted));
    if (before == after) return block;
    if (before > small && after > small) {
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
