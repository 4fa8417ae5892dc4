#include "api/spool.hpp"

#include "base/error.hpp"
#include "db/db.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace cacao::api {
namespace {

[[noreturn]] void cannot(std::string_view what, const std::string& folder) {
    throw db::DbError(db::Fallo::unavailable,
                      fmt::format("Cannot {} a temporary file in {}: {}.", what, folder, std::strerror(errno)));
}

// Nobody else ever sees it, and nothing is left of it when this process ends.
int nameless_file(const std::string& folder) {
    const int made = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (made >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return made;
    // A file system without such files.
    std::string name = folder + "/cacao-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

}  // namespace

Spool::~Spool() {
    if (file_ >= 0) ::close(file_);
}

void Spool::write(std::string_view bytes) {
    size_ += bytes.size();
    if (buffer_.size() + bytes.size() <= in_memory) {
        buffer_ += bytes;
        return;
    }
    put(buffer_);
    buffer_.clear();
    put(bytes);
}

void Spool::finish() {
    if (file_ < 0) return;
    put(buffer_);
    std::string{}.swap(buffer_);
}

void Spool::put(std::string_view rest) {
    if (!held_.take(rest.size())) reject(Codigo::saturado, "");
    if (file_ < 0) file_ = nameless_file(folder_.path());
    if (file_ < 0) cannot("make", folder_.path());
    while (!rest.empty()) {
        const ssize_t n = ::write(file_, rest.data(), rest.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) cannot("write", folder_.path());
        rest.remove_prefix(static_cast<std::size_t>(n));
    }
}

bool Spool::read(std::uint64_t from, std::span<char> into) const {
    while (!into.empty()) {
        const ssize_t n = ::pread(file_, into.data(), into.size(), static_cast<off_t>(from));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        from += static_cast<std::uint64_t>(n);
        into = into.subspan(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace cacao::api
