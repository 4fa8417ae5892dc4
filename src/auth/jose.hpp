#pragma once
// Signatures of tokens that somebody else made. The key decides which algorithms are taken, never the token alone: of each kind
// of key those that belong to it, and none that needs no key or a shared one.

#include "auth/signing_key.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

struct evp_pkey_st;

namespace cacao::auth {

enum class JoseAlgorithm : std::uint8_t { rs256, ps256, es256, eddsa };
// By its registered name (RFC 7518, 8037); nothing for all that are not taken here.
std::optional<JoseAlgorithm> jose_algorithm(std::string_view name);

// header.payload.signature, as it was received.
struct TokenParts {
    std::string_view signed_text;
    std::string_view header, payload, signature;
};
std::optional<TokenParts> split_token(std::string_view token);

// A public key of somebody else's.
class ForeignKey {
public:
    // Numbers as raw bytes, as a JWK has them. Nothing for what is no such key, for RSA below 2048 bits and above 8192.
    static std::optional<ForeignKey> rsa(std::string_view modulus, std::string_view exponent);
    static std::optional<ForeignKey> p256(std::string_view x, std::string_view y);
    static std::optional<ForeignKey> ed25519(std::string_view x);

    bool makes(JoseAlgorithm algorithm) const;
    // False for everything but a valid signature of an algorithm that such a key makes.
    bool verify(JoseAlgorithm algorithm, std::string_view text, std::string_view signature) const;

private:
    struct Rsa {
        std::shared_ptr<evp_pkey_st> key;
    };
    struct Ed25519 {
        std::shared_ptr<evp_pkey_st> key;
    };
    using Kind = std::variant<Rsa, PublicKey, Ed25519>;
    explicit ForeignKey(Kind kind) : kind_(std::move(kind)) {}
    Kind kind_;
};

}  // namespace cacao::auth
