#pragma once
// Bytes that are written once and read afterwards, by others and more slowly: a few in memory, more of them in a file without a
// name, which goes with its last reader. What it costs in memory does not depend on how many there are.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cacao::api {

class Spool {
public:
    static constexpr std::size_t in_memory = 64 * 1024;

    // Where the file is made, should there be one.
    explicit Spool(std::string folder) : folder_(std::move(folder)) {}
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    // Throws DbError(unavailable) when the disk does not take it.
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

    std::string folder_;
    std::string buffer_;
    std::uint64_t size_ = 0;
    int file_ = -1;
};

}  // namespace cacao::api
