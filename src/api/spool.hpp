#pragma once
// Bytes that are written once and read afterwards, by others and more slowly: a few in memory, more of them in a file without a
// name, which goes with its last reader. What it costs in memory does not depend on how many there are.

#include "api/budget.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cacao::api {

// Where such files are made, and how much of the disk they may take, all together and each caller's. Copies are the same one.
class SpoolFolder {
public:
    static constexpr std::uint64_t usual = 4ULL << 30U;

    SpoolFolder(const std::string& path, std::uint64_t most = usual)
        : path_(path), budget_(std::make_shared<Budget>(Budget::in_halves(most))) {}
    SpoolFolder(const char* path) : SpoolFolder(std::string{path}) {}
    const std::string& path() const { return path_; }
    Budget& budget() const { return *budget_; }

private:
    std::string path_;
    std::shared_ptr<Budget> budget_;
};

class Spool {
public:
    static constexpr std::size_t in_memory = 64 * 1024;

    // Where the file is made, should there be one, and whose it is.
    explicit Spool(SpoolFolder folder, Budget::Caller caller = {}) : folder_(std::move(folder)), held_(folder_.budget()) {
        held_.belongs_to(caller);
    }
    // Of a file that is there already and stays as it is; `file` is closed with this.
    Spool(int file, std::uint64_t size) : Spool(SpoolFolder{""}) {
        file_ = file;
        size_ = size;
    }
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    // Throws DbError(unavailable) when the disk does not take it, Error(saturado) when others have taken what there is for it.
    void write(std::string_view bytes);
    // Nothing more is written: everything stands in the file, if there is one.
    void finish();
    std::uint64_t size() const { return size_; }
    bool has_file() const { return file_ >= 0; }
    // Of one without a file: all of it.
    std::string take() { return std::move(buffer_); }
    // Of one with a file: as much as fits from this place on. False when the disk does not give it.
    bool read(std::uint64_t from, std::span<char> into) const;

private:
    void put(std::string_view rest);

    SpoolFolder folder_;
    Holding held_;  // of the disk
    std::string buffer_;
    std::uint64_t size_ = 0;
    int file_ = -1;
};

}  // namespace cacao::api
