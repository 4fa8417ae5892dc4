#include "auth/signing_key.hpp"

#include "auth/bytes.hpp"
#include "auth/digest.hpp"
#include "auth/openssl.hpp"
#include "base/texto.hpp"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/x509.h>

#include <array>
#include <cstring>
#include <stdexcept>

namespace cacao::auth {
namespace {

constexpr std::size_t coordinate_size = 32;
constexpr std::size_t signature_size = 64;
constexpr const char* curve = "prime256v1";

// The order n of P-256 (FIPS 186-4, D.1.2.3), big-endian.
constexpr std::array<unsigned char, 32> order = {0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
                                                 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17,
                                                 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51};

using Signature = std::unique_ptr<ECDSA_SIG, Freer<ECDSA_SIG_free>>;
using Pkcs8 = std::unique_ptr<PKCS8_PRIV_KEY_INFO, Freer<PKCS8_PRIV_KEY_INFO_free>>;

std::shared_ptr<EVP_PKEY> owned(EVP_PKEY* key) { return {key, EVP_PKEY_free}; }

void require(bool fine, const char* what) {
    if (!fine) throw std::runtime_error(what);
}

// Bytes of the same size compare like the numbers they are.
bool in_range(const unsigned char* scalar) {
    constexpr std::array<unsigned char, 32> zero{};
    return std::memcmp(scalar, zero.data(), zero.size()) != 0 && std::memcmp(scalar, order.data(), order.size()) < 0;
}

bool is_p256(const EVP_PKEY* key) {
    std::array<char, 32> name{};
    std::size_t size = 0;
    return EVP_PKEY_get_base_id(key) == EVP_PKEY_EC &&
           EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, name.data(), name.size(), &size) == 1 &&
           std::string_view{name.data(), size} == curve;
}

std::string coordinate(const EVP_PKEY* key, const char* param) {
    BIGNUM* number = nullptr;
    require(EVP_PKEY_get_bn_param(key, param, &number) == 1, "a key without its public point");
    const Bn owner{number};
    std::string raw(coordinate_size, '\0');
    require(BN_bn2binpad(number, bytes(raw), coordinate_size) == static_cast<int>(coordinate_size), "a coordinate too large");
    return raw;
}

}  // namespace

PublicKey::PublicKey(std::shared_ptr<evp_pkey_st> key)
    : key_(std::move(key)),
      x_(base64url(coordinate(key_.get(), OSSL_PKEY_PARAM_EC_PUB_X))),
      y_(base64url(coordinate(key_.get(), OSSL_PKEY_PARAM_EC_PUB_Y))),
      kid_(base64url(sha256_bytes(fmt::format(R"({{"crv":"P-256","kty":"EC","x":"{}","y":"{}"}})", x_, y_)))) {}

PublicKey PublicKey::from_coordinates(std::string_view x, std::string_view y) {
    const QuietErrors quiet;
    if (x.size() != coordinate_size || y.size() != coordinate_size)
        throw std::invalid_argument("a P-256 coordinate has 32 bytes");
    std::string point = "\x04";
    point.append(x).append(y);
    const ParamBuilder builder{OSSL_PARAM_BLD_new()};
    require(builder && OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) == 1 &&
                OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) == 1,
            "the key parameters could not be built");
    const Params params{OSSL_PARAM_BLD_to_param(builder.get())};
    const KeyContext context{EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr)};
    EVP_PKEY* key = nullptr;
    require(params && context && EVP_PKEY_fromdata_init(context.get()) == 1, "OpenSSL has no EC keys");
    if (EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1)
        throw std::invalid_argument("the point is not on P-256");
    return PublicKey{owned(key)};
}

bool PublicKey::verify(std::string_view message, std::string_view signature) const {
    const QuietErrors quiet;
    if (signature.size() != signature_size) return false;
    const unsigned char* r = bytes(signature);
    const unsigned char* s = r + coordinate_size;
    if (!in_range(r) || !in_range(s)) return false;

    const Signature parsed{ECDSA_SIG_new()};
    Bn r_number{BN_bin2bn(r, coordinate_size, nullptr)};
    Bn s_number{BN_bin2bn(s, coordinate_size, nullptr)};
    require(parsed && r_number && s_number, "out of memory while verifying");
    require(ECDSA_SIG_set0(parsed.get(), r_number.release(), s_number.release()) == 1, "a signature could not be rebuilt");
    std::array<unsigned char, 80> der{};  // two integers of at most 33 bytes and their headers: 72
    unsigned char* end = der.data();
    const int size = i2d_ECDSA_SIG(parsed.get(), &end);
    require(size > 0, "a signature could not be encoded");

    const MdContext context{EVP_MD_CTX_new()};
    require(context && EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1,
            "ES256 is not available");
    return EVP_DigestVerify(context.get(), der.data(), static_cast<std::size_t>(size), bytes(message), message.size()) == 1;
}

std::string PublicKey::jwk() const {
    return fmt::format(R"({{"kty":"EC","crv":"P-256","x":"{}","y":"{}","kid":"{}","alg":"ES256","use":"sig"}})", x_, y_, kid_);
}

SigningKey::SigningKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)), public_(key_) {}

SigningKey SigningKey::generate() {
    EVP_PKEY* key = EVP_EC_gen("P-256");
    require(key != nullptr, "a signing key could not be generated");
    return SigningKey{owned(key)};
}

SigningKey SigningKey::from_pkcs8(std::string_view der) {
    const QuietErrors quiet;
    const unsigned char* at = bytes(der);
    const Pkcs8 info{d2i_PKCS8_PRIV_KEY_INFO(nullptr, &at, static_cast<long>(der.size()))};
    if (!info || at != bytes(der) + der.size()) throw std::invalid_argument("not a PKCS#8 key");
    const auto key = owned(EVP_PKCS82PKEY(info.get()));
    if (!key || !is_p256(key.get())) throw std::invalid_argument("not a P-256 key");
    const KeyContext context{EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr)};
    if (!context || EVP_PKEY_check(context.get()) != 1) throw std::invalid_argument("the key does not match its public point");
    return SigningKey{key};
}

std::string SigningKey::pkcs8() const {
    const Pkcs8 info{EVP_PKEY2PKCS8(key_.get())};
    require(info != nullptr, "a signing key could not be encoded");
    const int size = i2d_PKCS8_PRIV_KEY_INFO(info.get(), nullptr);
    require(size > 0, "a signing key could not be encoded");
    std::string der(static_cast<std::size_t>(size), '\0');
    unsigned char* end = bytes(der);
    i2d_PKCS8_PRIV_KEY_INFO(info.get(), &end);
    return der;
}

std::string SigningKey::sign(std::string_view message) const {
    const MdContext context{EVP_MD_CTX_new()};
    std::array<unsigned char, 80> der{};
    std::size_t size = der.size();
    require(context && EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1 &&
                EVP_DigestSign(context.get(), der.data(), &size, bytes(message), message.size()) == 1,
            "signing failed");
    const unsigned char* at = der.data();
    const Signature parsed{d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size))};
    require(parsed != nullptr, "OpenSSL gave no signature");
    std::string raw(signature_size, '\0');
    require(BN_bn2binpad(ECDSA_SIG_get0_r(parsed.get()), bytes(raw), coordinate_size) > 0 &&
                BN_bn2binpad(ECDSA_SIG_get0_s(parsed.get()), bytes(raw) + coordinate_size, coordinate_size) > 0,
            "OpenSSL gave a signature of the wrong size");
    return raw;
}

}  // namespace cacao::auth
