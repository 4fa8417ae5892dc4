#include "auth/seal.hpp"

#include "auth/bytes.hpp"
#include "auth/digest.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <system_error>

namespace cacao::auth {
namespace {

constexpr std::size_t key_size = 32;
constexpr std::size_t mac_size = 16;
constexpr std::size_t code_size = 32;
constexpr std::ptrdiff_t name_size = 8;
static_assert(key_size == crypto_secretbox_KEYBYTES && key_size <= crypto_generichash_KEYBYTES_MAX);

class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }

private:
    int fd_;
};

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what) {
    throw std::runtime_error(fmt::format("The key file {} {}.", file.string(), what));
}
[[noreturn]] void fail_errno(const std::filesystem::path& file, std::string_view what) {
    fail(file, fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

std::string read_key(const std::filesystem::path& file, int fd) {
    struct stat status {};
    if (::fstat(fd, &status) != 0) fail_errno(file, "cannot be examined");
    if (!S_ISREG(status.st_mode)) fail(file, "is not a regular file");
    if ((status.st_mode & 077U) != 0) fail(file, "is open to others; set its mode to 0600");
    if (status.st_uid != ::geteuid()) fail(file, "belongs to another user");
    if (status.st_size != static_cast<off_t>(key_size)) fail(file, "does not hold exactly 32 bytes");
    std::string key(key_size, '\0');
    for (std::size_t done = 0; done < key_size;) {
        const ssize_t got = ::read(fd, key.data() + done, key_size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail_errno(file, "cannot be read");
        done += static_cast<std::size_t>(got);
    }
    return key;
}

// Written whole under another name and linked into place: nobody ever sees half a key, and of two makers one wins.
void create_key(const std::filesystem::path& file) {
    const std::filesystem::path draft = file.string() + '.' + hexadecimal(azar(8));
    std::string key = azar(key_size);
    bool written = false;
    int error = 0;
    {
        const Descriptor fd{::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
        if (fd.get() < 0) fail_errno(file, "cannot be created");
        written = ::write(fd.get(), key.data(), key.size()) == static_cast<ssize_t>(key.size()) && ::fsync(fd.get()) == 0;
        error = errno;
    }
    sodium_memzero(key.data(), key.size());
    if (written && ::link(draft.c_str(), file.c_str()) != 0 && errno != EEXIST) {
        written = false;
        error = errno;
    }
    ::unlink(draft.c_str());
    if (!written) {
        errno = error;
        fail_errno(file, "cannot be written");
    }
    // The name itself must survive a power cut too, or everything sealed with the key would be lost.
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."};
    const Descriptor directory{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (directory.get() < 0 || ::fsync(directory.get()) != 0) fail_errno(file, "cannot be made durable");
}

}  // namespace

MasterKey MasterKey::open_or_create(const std::filesystem::path& file) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        const Descriptor fd{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
        if (fd.get() >= 0) {
            std::string key = read_key(file, fd.get());
            MasterKey master = from_bytes(key);
            master.made_now_ = attempt > 0;
            sodium_memzero(key.data(), key.size());
            return master;
        }
        if (errno == ELOOP) fail(file, "is a symbolic link");
        if (errno != ENOENT) fail_errno(file, "cannot be opened");
        create_key(file);
    }
    fail(file, "disappears as soon as it is made");
}

std::optional<MasterKey> MasterKey::open(const std::filesystem::path& file) {
    if (::access(file.c_str(), F_OK) != 0 && errno == ENOENT) return std::nullopt;
    return open_or_create(file);
}

MasterKey MasterKey::from_bytes(std::string_view key) {
    sodium_ready();
    if (key.size() != key_size) throw std::invalid_argument("a master key has 32 bytes");
    MasterKey master;
    std::copy(key.begin(), key.end(), master.bytes_.begin());
    return master;
}

MasterKey::~MasterKey() { sodium_memzero(bytes_.data(), bytes_.size()); }

MasterKey::Bytes MasterKey::derive(std::string_view purpose) const {
    Bytes derived{};
    crypto_generichash(derived.data(), derived.size(), bytes(purpose), purpose.size(), bytes_.data(), bytes_.size());
    return derived;
}

Sealer::Sealer(const MasterKey& key, std::string_view purpose) : key_(key.derive(fmt::format("seal:{}", purpose))) {}
Sealer::~Sealer() { sodium_memzero(key_.data(), key_.size()); }

std::string Sealer::seal(std::string_view plain) const {
    std::string out(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + plain.size(), '\0');
    randombytes_buf(out.data(), crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(bytes(out) + crypto_secretbox_NONCEBYTES, bytes(plain), plain.size(), bytes(out), key_.data());
    return out;
}

std::optional<std::string> Sealer::open(std::string_view sealed) const {
    constexpr std::size_t overhead = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (sealed.size() < overhead) return std::nullopt;
    std::string plain(sealed.size() - overhead, '\0');
    if (crypto_secretbox_open_easy(bytes(plain), bytes(sealed) + crypto_secretbox_NONCEBYTES,
                                   sealed.size() - crypto_secretbox_NONCEBYTES, bytes(sealed), key_.data()) != 0)
        return std::nullopt;
    return plain;
}

CursorSigner::CursorSigner(const MasterKey& key) : key_(key.derive("cursor")) {}
CursorSigner::~CursorSigner() { sodium_memzero(key_.data(), key_.size()); }

std::string CursorSigner::mac(std::string_view payload, std::string_view contexto) const {
    // The size of the context goes first, so that no byte can move from one part to the other.
    std::array<unsigned char, 8> size{};
    for (std::size_t i = 0; i < size.size(); ++i) size[i] = static_cast<unsigned char>(contexto.size() >> (8 * i));
    crypto_generichash_state state;
    std::string out(mac_size, '\0');
    crypto_generichash_init(&state, key_.data(), key_.size(), mac_size);
    crypto_generichash_update(&state, size.data(), size.size());
    crypto_generichash_update(&state, bytes(contexto), contexto.size());
    crypto_generichash_update(&state, bytes(payload), payload.size());
    crypto_generichash_final(&state, bytes(out), mac_size);
    return out;
}

std::string CursorSigner::firmar(std::string_view payload, std::string_view contexto) const {
    return base64url(mac(payload, contexto).append(payload));
}

std::optional<std::string> CursorSigner::abrir(std::string_view text, std::string_view contexto) const {
    std::string raw;
    if (!leer_base64url(text, raw) || raw.size() < mac_size) return std::nullopt;
    std::string payload = raw.substr(mac_size);
    if (!equal_constant_time(mac(payload, contexto), std::string_view{raw}.substr(0, mac_size))) return std::nullopt;
    return payload;
}

CodeMaker::CodeMaker(const MasterKey& key, std::string_view purpose)
    : key_(key.derive(fmt::format("code:{}", purpose))), name_(key.derive(fmt::format("name:{}", purpose))) {}
CodeMaker::~CodeMaker() { sodium_memzero(key_.data(), key_.size()); }

std::string CodeMaker::code(std::string_view text) const {
    std::string out(code_size, '\0');
    crypto_generichash(bytes(out), out.size(), bytes(text), text.size(), key_.data(), key_.size());
    return out;
}

std::string CodeMaker::name() const { return {name_.begin(), name_.begin() + name_size}; }

}  // namespace cacao::auth
