#include "db/engines.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace cacao::db {
namespace {

[[noreturn]] void fail(std::string_view doing, const std::string& file) {
    throw DbError(Fallo::unavailable, fmt::format("Cannot {} {}: {}.", doing, file, std::strerror(errno)));
}

void sync_path(const std::string& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
    if (fd < 0) fail("open", path);
    const int result = ::fsync(fd);
    ::close(fd);
    if (result != 0) fail("write", path);
}

}  // namespace

NewFile::NewFile(std::string target) : target_(std::move(target)) {
    if (std::filesystem::exists(std::filesystem::symlink_status(target_))) {
        throw DbError(Fallo::other, fmt::format("The file {} exists already and is not overwritten.", target_));
    }
    temporary_ = target_ + ".parcial-" + hexadecimal(azar(6));
}

NewFile::~NewFile() {
    if (!kept_) ::unlink(temporary_.c_str());
}

void NewFile::keep() {
    sync_path(temporary_, O_RDONLY);
    // Someone may have made the file in the meantime; renaming must not replace it.
    if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) != 0) {
        if (errno == EEXIST)
            throw DbError(Fallo::other, fmt::format("The file {} exists already and is not overwritten.", target_));
        if (errno != EINVAL || ::rename(temporary_.c_str(), target_.c_str()) != 0) fail("rename to", target_);
    }
    kept_ = true;
    const std::string folder = std::filesystem::path{target_}.parent_path().string();
    sync_path(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
}

}  // namespace cacao::db
