#include "auth/jose.hpp"

#include "auth/bytes.hpp"
#include "auth/openssl.hpp"

#include <openssl/core_names.h>
#include <openssl/rsa.h>

#include <stdexcept>

namespace cacao::auth {
namespace {

constexpr int least_rsa_bits = 2048;
constexpr int most_rsa_bits = 8192;
constexpr std::size_t most_exponent_bytes = 8;
constexpr std::size_t ed25519_size = 32;

Bn number(std::string_view raw) { return Bn{BN_bin2bn(bytes(raw), static_cast<int>(raw.size()), nullptr)}; }

bool verify_with(evp_pkey_st* key, const EVP_MD* digest, bool pss, std::string_view text, std::string_view signature) {
    const MdContext context{EVP_MD_CTX_new()};
    EVP_PKEY_CTX* padding = nullptr;
    if (!context || EVP_DigestVerifyInit(context.get(), &padding, digest, nullptr, key) != 1) return false;
    // RFC 7518 §3.5: the salt is as long as the digest.
    if (pss && (EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PSS_PADDING) != 1 ||
                EVP_PKEY_CTX_set_rsa_pss_saltlen(padding, RSA_PSS_SALTLEN_DIGEST) != 1))
        return false;
    return EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(text), text.size()) == 1;
}

}  // namespace

std::optional<JoseAlgorithm> jose_algorithm(std::string_view name) {
    if (name == "RS256") return JoseAlgorithm::rs256;
    if (name == "PS256") return JoseAlgorithm::ps256;
    if (name == "ES256") return JoseAlgorithm::es256;
    if (name == "EdDSA" || name == "Ed25519") return JoseAlgorithm::eddsa;
    return std::nullopt;
}

std::optional<TokenParts> split_token(std::string_view token) {
    const std::size_t first = token.find('.');
    if (first == std::string_view::npos) return std::nullopt;
    const std::size_t second = token.find('.', first + 1);
    if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos) return std::nullopt;
    return TokenParts{token.substr(0, second), token.substr(0, first), token.substr(first + 1, second - first - 1),
                      token.substr(second + 1)};
}

std::optional<ForeignKey> ForeignKey::rsa(std::string_view modulus, std::string_view exponent) {
    const QuietErrors quiet;
    if (modulus.size() > most_rsa_bits / 8 + 1 || exponent.empty() || exponent.size() > most_exponent_bytes) return std::nullopt;
    const Bn n = number(modulus);
    const Bn e = number(exponent);
    if (!n || !e || BN_num_bits(n.get()) < least_rsa_bits || BN_num_bits(n.get()) > most_rsa_bits || !BN_is_odd(n.get()) ||
        !BN_is_odd(e.get()) || BN_is_one(e.get()))
        return std::nullopt;
    const ParamBuilder builder{OSSL_PARAM_BLD_new()};
    if (!builder || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
        return std::nullopt;
    const Params params{OSSL_PARAM_BLD_to_param(builder.get())};
    const KeyContext context{EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr)};
    EVP_PKEY* key = nullptr;
    if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1)
        return std::nullopt;
    return ForeignKey{Rsa{{key, EVP_PKEY_free}}};
}

std::optional<ForeignKey> ForeignKey::p256(std::string_view x, std::string_view y) {
    try {
        return ForeignKey{PublicKey::from_coordinates(x, y)};
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

std::optional<ForeignKey> ForeignKey::ed25519(std::string_view x) {
    const QuietErrors quiet;
    if (x.size() != ed25519_size) return std::nullopt;
    EVP_PKEY* key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(x), x.size());
    if (key == nullptr) return std::nullopt;
    return ForeignKey{Ed25519{{key, EVP_PKEY_free}}};
}

bool ForeignKey::makes(JoseAlgorithm algorithm) const {
    switch (algorithm) {
        case JoseAlgorithm::rs256:
        case JoseAlgorithm::ps256: return std::holds_alternative<Rsa>(kind_);
        case JoseAlgorithm::es256: return std::holds_alternative<PublicKey>(kind_);
        case JoseAlgorithm::eddsa: return std::holds_alternative<Ed25519>(kind_);
    }
    return false;
}

bool ForeignKey::verify(JoseAlgorithm algorithm, std::string_view text, std::string_view signature) const {
    if (!makes(algorithm)) return false;
    const QuietErrors quiet;
    if (const auto* point = std::get_if<PublicKey>(&kind_)) return point->verify(text, signature);
    if (const auto* edwards = std::get_if<Ed25519>(&kind_))
        return verify_with(edwards->key.get(), nullptr, false, text, signature);
    auto* key = std::get<Rsa>(kind_).key.get();
    return signature.size() == static_cast<std::size_t>(EVP_PKEY_get_size(key)) &&
           verify_with(key, EVP_sha256(), algorithm == JoseAlgorithm::ps256, text, signature);
}

}  // namespace cacao::auth
