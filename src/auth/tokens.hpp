#pragma once
// Access tokens: JWT signed with ES256, ours alone. The key decides the algorithm, never the header: a token whose header says
// anything but {"alg":"ES256","typ":"JWT" or "at+jwt","kid":"…"} is refused before any key is looked at.

#include "auth/signing_key.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cacao::auth {

struct Claims {
    std::int64_t organizacionId = 0;
    std::int64_t usuarioId = 0;
    std::int64_t consumidorId = 0;  // 0: a person, not an API consumer
    std::string familia;            // the refresh family, which is the session
    std::int64_t emitido = 0;       // seconds since 1970
    std::int64_t vence = 0;
    std::string jti;
    friend bool operator==(const Claims&, const Claims&) = default;
};

enum class Refusal : std::uint8_t { malformed, bad_signature, unknown_key, expired, not_yet, wrong_audience, wrong_issuer };
std::string_view nombre(Refusal refusal);

struct AcceptedKey {
    PublicKey key;
    std::int64_t hasta = 0;  // seconds since 1970; 0: until it is taken out
};

struct KeySet {
    std::optional<SigningKey> active;   // signs, and is accepted
    std::vector<AcceptedKey> accepted;  // older or coming ones, which only verify
};

// The keys in force. Replaced as a whole, so that whoever signs or verifies sees one set from start to end. Safe for threads.
class TokenKeys {
public:
    TokenKeys() = default;
    explicit TokenKeys(KeySet keys) { replace(std::move(keys)); }
    void replace(KeySet keys);
    std::shared_ptr<const KeySet> snapshot() const;
    // The public half as a JWK set: the active key first, then those still accepted at `now`.
    std::string jwks(std::int64_t now) const;

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const KeySet> keys_ = std::make_shared<const KeySet>();
};

// Who issues tokens and for whom; both are compared byte by byte.
struct TokenScope {
    std::string issuer;
    std::string audience;
};

class Signer {
public:
    // Throws std::invalid_argument when a name of the scope could not stand in JSON as it is.
    Signer(std::shared_ptr<const TokenKeys> keys, TokenScope scope);
    // Throws std::logic_error without an active key, std::invalid_argument for claims that no verifier would take.
    std::string sign(const Claims& claims) const;

private:
    std::shared_ptr<const TokenKeys> keys_;
    TokenScope scope_;
};

class Verifier {
public:
    Verifier(std::shared_ptr<const TokenKeys> keys, TokenScope scope);
    // Never throws for what a caller sent. The signature is checked before any claim is believed.
    std::variant<Claims, Refusal> verify(std::string_view token, std::int64_t now) const;

private:
    std::shared_ptr<const TokenKeys> keys_;
    TokenScope scope_;
};

// How far another instance's clock may run ahead before its tokens are refused as not yet valid.
inline constexpr std::int64_t clock_leeway_seconds = 30;
inline constexpr std::size_t largest_token = 4096;

}  // namespace cacao::auth
