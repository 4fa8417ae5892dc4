#include "auth/digest.hpp"

#include <openssl/evp.h>
#include <sodium.h>

#include <memory>
#include <stdexcept>

namespace cacao::auth {
namespace {

struct MdFree {
    void operator()(EVP_MD* md) const { EVP_MD_free(md); }
};
struct MdContextFree {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

// OpenSSL 3 looks the algorithm up by name on every one-shot call, which costs more than hashing a token: so the algorithm is
// fetched once, and each thread keeps its context.
Digest sha256(std::string_view bytes) {
    static const std::unique_ptr<EVP_MD, MdFree> algorithm{EVP_MD_fetch(nullptr, "SHA256", nullptr)};
    thread_local const std::unique_ptr<EVP_MD_CTX, MdContextFree> context{EVP_MD_CTX_new()};
    Digest digest{};
    unsigned int size = 0;
    if (!algorithm || !context || EVP_DigestInit_ex2(context.get(), algorithm.get(), nullptr) != 1 ||
        EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1 ||
        EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1 || size != digest.size())
        throw std::runtime_error("SHA-256 is not available");
    return digest;
}

std::string sha256_bytes(std::string_view bytes) {
    const Digest digest = sha256(bytes);
    return {digest.begin(), digest.end()};
}

bool equal_constant_time(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

void sodium_ready() {
    static const bool ready = sodium_init() >= 0;
    if (!ready) throw std::runtime_error("libsodium could not be started");
}

}  // namespace cacao::auth
