#include "auth/tokens.hpp"

#include "auth/flat_json.hpp"
#include "auth/jose.hpp"
#include "base/texto.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace cacao::auth {
namespace {

// The kid of an acceptable header. No member may stand beside the three, which refuses crit, jku, jwk, x5u and x5c at once.
std::optional<std::string> kid_of(std::string_view encoded) {
    std::string json;
    if (!leer_base64url(encoded, json)) return std::nullopt;
    const auto header = FlatObject::parse(json);
    if (!header || header->text("alg") != "ES256" || !header->text("kid")) return std::nullopt;
    const auto type = header->text("typ");
    if (header->size() != 3 || (type != "JWT" && type != "at+jwt")) return std::nullopt;
    return std::string{*header->text("kid")};
}

const PublicKey* find_key(const KeySet& keys, std::string_view kid, std::int64_t now) {
    if (keys.active && keys.active->kid() == kid) return &keys.active->public_key();
    for (const AcceptedKey& accepted : keys.accepted)
        if (accepted.key.kid() == kid && (accepted.hasta == 0 || now < accepted.hasta)) return &accepted.key;
    return nullptr;
}

// `sub` is a text by RFC 7519; ours is a number written the one canonical way.
std::optional<std::int64_t> user_of(std::string_view subject) {
    std::int64_t user = 0;
    const char* end = subject.data() + subject.size();
    const auto [at, error] = std::from_chars(subject.data(), end, user);
    if (error != std::errc{} || at != end || user <= 0 || std::to_string(user) != subject) return std::nullopt;
    return user;
}

std::variant<Claims, Refusal> read_claims(std::string_view json, const TokenScope& scope, std::int64_t now) {
    const auto members = FlatObject::parse(json);
    if (!members) return Refusal::malformed;
    const auto issuer = members->text("iss"), audience = members->text("aud"), subject = members->text("sub");
    const auto family = members->text("fam"), token_id = members->text("jti");
    const auto organization = members->integer("org"), consumer = members->integer("con");
    const auto issued = members->integer("iat"), expires = members->integer("exp");
    if (!issuer || !audience || !subject || !family || !token_id || !organization || !consumer || !issued || !expires)
        return Refusal::malformed;
    const auto user = user_of(*subject);
    if (!user || *organization <= 0 || *expires <= *issued) return Refusal::malformed;

    if (*issuer != scope.issuer) return Refusal::wrong_issuer;
    if (*audience != scope.audience) return Refusal::wrong_audience;
    if (now >= *expires) return Refusal::expired;
    if (*issued > now + clock_leeway_seconds) return Refusal::not_yet;
    if (const auto not_before = members->integer("nbf"); members->has("nbf")) {
        if (!not_before) return Refusal::malformed;
        if (*not_before > now + clock_leeway_seconds) return Refusal::not_yet;
    }
    return Claims{*organization, *user, *consumer, std::string{*family}, *issued, *expires, std::string{*token_id}};
}

TokenScope checked(TokenScope scope) {
    if (scope.issuer.empty() || scope.audience.empty() || !needs_no_escape(scope.issuer) || !needs_no_escape(scope.audience))
        throw std::invalid_argument("the issuer and the audience of tokens must be plain texts");
    return scope;
}

}  // namespace

std::string_view nombre(Refusal refusal) {
    switch (refusal) {
        case Refusal::malformed: return "malformed";
        case Refusal::bad_signature: return "bad_signature";
        case Refusal::unknown_key: return "unknown_key";
        case Refusal::expired: return "expired";
        case Refusal::not_yet: return "not_yet";
        case Refusal::wrong_audience: return "wrong_audience";
        case Refusal::wrong_issuer: return "wrong_issuer";
    }
    return "malformed";
}

void TokenKeys::replace(KeySet keys) {
    auto fresh = std::make_shared<const KeySet>(std::move(keys));
    const std::scoped_lock lock{mutex_};
    keys_.swap(fresh);
}

std::shared_ptr<const KeySet> TokenKeys::snapshot() const {
    const std::scoped_lock lock{mutex_};
    return keys_;
}

std::string TokenKeys::jwks(std::int64_t now) const {
    const auto keys = snapshot();
    std::vector<std::string> list;
    if (keys->active) list.push_back(keys->active->public_key().jwk());
    for (const AcceptedKey& accepted : keys->accepted)
        if (accepted.hasta == 0 || now < accepted.hasta) list.push_back(accepted.key.jwk());
    return fmt::format(R"({{"keys":[{}]}})", fmt::join(list, ","));
}

Signer::Signer(std::shared_ptr<const TokenKeys> keys, TokenScope scope)
    : keys_(std::move(keys)), scope_(checked(std::move(scope))) {}

std::string Signer::sign(const Claims& claims) const {
    const auto keys = keys_->snapshot();
    if (!keys->active) throw std::logic_error("there is no active signing key");
    if (claims.organizacionId <= 0 || claims.usuarioId <= 0 || claims.consumidorId < 0 || claims.emitido < 0 ||
        claims.vence <= claims.emitido || !needs_no_escape(claims.familia) || !needs_no_escape(claims.jti))
        throw std::invalid_argument("claims that no verifier would take");
    const std::string header = fmt::format(R"({{"alg":"ES256","typ":"at+jwt","kid":"{}"}})", keys->active->kid());
    const std::string payload =
        fmt::format(R"({{"iss":"{}","aud":"{}","sub":"{}","org":{},"con":{},"fam":"{}","iat":{},"exp":{},"jti":"{}"}})",
                    scope_.issuer, scope_.audience, claims.usuarioId, claims.organizacionId, claims.consumidorId, claims.familia,
                    claims.emitido, claims.vence, claims.jti);
    std::string token = base64url(header) + '.' + base64url(payload);
    const std::string signature = keys->active->sign(token);
    token.append(".").append(base64url(signature));
    return token;
}

Verifier::Verifier(std::shared_ptr<const TokenKeys> keys, TokenScope scope)
    : keys_(std::move(keys)), scope_(checked(std::move(scope))) {}

std::variant<Claims, Refusal> Verifier::verify(std::string_view token, std::int64_t now) const {
    if (token.size() > largest_token) return Refusal::malformed;
    const auto parts = split_token(token);
    if (!parts) return Refusal::malformed;
    const auto kid = kid_of(parts->header);
    std::string payload, signature;
    if (!kid || !leer_base64url(parts->payload, payload) || !leer_base64url(parts->signature, signature))
        return Refusal::malformed;

    const auto keys = keys_->snapshot();
    const PublicKey* key = find_key(*keys, *kid, now);
    if (key == nullptr) return Refusal::unknown_key;
    if (!key->verify(parts->signed_text, signature)) return Refusal::bad_signature;
    return read_claims(payload, scope_, now);
}

}  // namespace cacao::auth
