#pragma once
// P-256 keys for ES256. Signatures are raw r‖s, 64 bytes, as tokens carry them; OpenSSL's DER form stays inside.

#include <memory>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace cacao::auth {

class PublicKey {
public:
    // Coordinates as 32 raw bytes each. Throws std::invalid_argument when the point is not on the curve.
    static PublicKey from_coordinates(std::string_view x, std::string_view y);

    // False for everything but a valid signature of exactly 64 bytes with r and s in [1, n-1].
    bool verify(std::string_view message, std::string_view signature) const;

    const std::string& kid() const { return kid_; }  // RFC 7638 thumbprint, SHA-256, base64url
    // The member of a JWKS: kty, crv, x, y, kid, alg, use.
    std::string jwk() const;

private:
    friend class SigningKey;
    explicit PublicKey(std::shared_ptr<evp_pkey_st> key);
    std::shared_ptr<evp_pkey_st> key_;
    std::string x_, y_;  // base64url
    std::string kid_;
};

class SigningKey {
public:
    static SigningKey generate();
    // The DER of PKCS#8, unencrypted: seal it before storing. Throws std::invalid_argument for anything but one whole P-256 key.
    static SigningKey from_pkcs8(std::string_view der);
    std::string pkcs8() const;

    std::string sign(std::string_view message) const;
    const PublicKey& public_key() const { return public_; }
    const std::string& kid() const { return public_.kid(); }

private:
    explicit SigningKey(std::shared_ptr<evp_pkey_st> key);
    std::shared_ptr<evp_pkey_st> key_;
    PublicKey public_;
};

}  // namespace cacao::auth
