#include "auth/tokens.hpp"

#include "auth/digest.hpp"
#include "base/texto.hpp"

#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <thread>

namespace cacao::auth {
namespace {

constexpr std::int64_t now = 1'800'000'000;
const TokenScope scope{"https://cacao.example", "cacao-api"};

Claims some_claims() {
    return {.organizacionId = 7,
            .usuarioId = 42,
            .consumidorId = 3,
            .familia = "fam-1",
            .emitido = now,
            .vence = now + 900,
            .jti = "01-abc"};
}

std::string decoded(std::string_view text) {
    std::string bytes;
    EXPECT_TRUE(leer_base64url(text, bytes)) << text;
    return bytes;
}

// A key, and the freedom to sign with it whatever an attacker could wish for.
class TokensTest : public testing::Test {
protected:
    SigningKey key = SigningKey::generate();
    std::shared_ptr<TokenKeys> keys = std::make_shared<TokenKeys>(KeySet{.active = key, .accepted = {}});
    Signer signer{keys, scope};
    Verifier verifier{keys, scope};
    std::string token = signer.sign(some_claims());

    std::string header() const { return decoded(token.substr(0, token.find('.'))); }
    std::string payload() const { return decoded(token.substr(token.find('.') + 1, token.rfind('.') - token.find('.') - 1)); }
    std::string forged(std::string_view header_json, std::string_view payload_json) const {
        const std::string text = base64url(header_json) + '.' + base64url(payload_json);
        return text + '.' + base64url(key.sign(text));
    }
    std::string with(std::string text, std::string_view old, std::string_view fresh) const {
        const std::size_t at = text.find(old);
        EXPECT_NE(at, std::string::npos) << old;
        return text.replace(at, old.size(), fresh);
    }
    // "ok" or the name of the refusal.
    std::string outcome(std::string_view text, std::int64_t when = now) const {
        const auto result = verifier.verify(text, when);
        return std::holds_alternative<Claims>(result) ? "ok" : std::string{nombre(std::get<Refusal>(result))};
    }
};

TEST_F(TokensTest, GivesBackWhatWasSigned) {
    const auto result = verifier.verify(token, now);
    ASSERT_TRUE(std::holds_alternative<Claims>(result));
    EXPECT_EQ(std::get<Claims>(result), some_claims());
    EXPECT_EQ(outcome(forged(header(), payload())), "ok") << "the forging helper itself must make good tokens";
    EXPECT_EQ(outcome(forged(with(header(), "at+jwt", "JWT"), payload())), "ok");
}

TEST_F(TokensTest, HoldsFromIssueToExpiry) {
    EXPECT_EQ(outcome(token, now + 899), "ok");
    EXPECT_EQ(outcome(token, now + 900), "expired");
    EXPECT_EQ(outcome(token, now - clock_leeway_seconds), "ok");
    EXPECT_EQ(outcome(token, now - clock_leeway_seconds - 1), "not_yet");
    const std::string later = with(payload(), R"("jti")", R"("nbf":1800000500,"jti")");
    EXPECT_EQ(outcome(forged(header(), later)), "not_yet");
    EXPECT_EQ(outcome(forged(header(), later), now + 600), "ok");
}

TEST_F(TokensTest, RefusesOtherAlgorithms) {
    for (const char* alg : {"none", "None", "HS256", "ES384", "RS256", "EdDSA", "es256", ""})
        EXPECT_EQ(outcome(forged(with(header(), R"("ES256")", '"' + std::string{alg} + '"'), payload())), "malformed") << alg;
    const std::string bare = base64url(R"({"alg":"none","typ":"JWT"})") + '.' + base64url(payload());
    EXPECT_EQ(outcome(bare + '.'), "malformed");
    EXPECT_EQ(outcome(bare), "malformed");
}

TEST_F(TokensTest, IsNotConfusedIntoAMacWithThePublicKey) {
    const std::string text = base64url(with(header(), "ES256", "HS256")) + '.' + base64url(payload());
    const std::string secret = key.public_key().jwk();
    std::string mac(32, '\0');
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), reinterpret_cast<const unsigned char*>(text.data()),
         text.size(), reinterpret_cast<unsigned char*>(mac.data()), &size);
    EXPECT_EQ(outcome(text + '.' + base64url(mac)), "malformed");
}

TEST_F(TokensTest, RefusesEveryOtherHeaderMember) {
    for (const char* extra : {R"("crit":"exp")", R"("jku":"https://evil.example/k")", R"("jwk":"x")", R"("x5u":"x")",
                              R"("x5c":"x")", R"("b64":false)", R"("zip":"DEF")", R"("alg":"ES256")", R"("kid":"otro")"})
        EXPECT_EQ(outcome(forged(with(header(), "}", ',' + std::string{extra} + '}'), payload())), "malformed") << extra;
    EXPECT_EQ(outcome(forged(R"({"alg":"ES256","typ":"JWT"})", payload())), "malformed") << "no kid";
    EXPECT_EQ(outcome(forged(with(header(), R"("typ":"at+jwt",)", ""), payload())), "malformed") << "no typ";
    EXPECT_EQ(outcome(forged(with(header(), "at+jwt", "JOSE"), payload())), "malformed");
}

TEST_F(TokensTest, RefusesAnUnknownAndASwappedKey) {
    const SigningKey other = SigningKey::generate();
    EXPECT_EQ(outcome(forged(with(header(), key.kid(), other.kid()), payload())), "unknown_key");
    keys->replace({.active = key, .accepted = {{other.public_key(), 0}}});
    EXPECT_EQ(outcome(token), "ok");
    EXPECT_EQ(outcome(forged(with(header(), key.kid(), other.kid()), payload())), "bad_signature")
        << "a known kid over another key's signature";
}

TEST_F(TokensTest, RefusesAlteredParts) {
    EXPECT_EQ(outcome(base64url(header()) + '.' + base64url(with(payload(), "\"org\":7", "\"org\":8")) +
                      token.substr(token.rfind('.'))),
              "bad_signature");
    EXPECT_EQ(outcome(base64url(with(header(), "at+jwt", "JWT")) + token.substr(token.find('.'))), "bad_signature");
    // Every single character changed, one at a time: no other text may pass.
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string altered = token;
        altered[i] = altered[i] == 'A' ? 'B' : 'A';
        EXPECT_NE(outcome(altered), "ok") << i;
    }
    for (std::size_t size = 0; size < token.size(); ++size) EXPECT_NE(outcome(token.substr(0, size)), "ok") << size;
}

TEST_F(TokensTest, RefusesOtherSpellingsOfTheSameToken) {
    EXPECT_EQ(outcome(token + '.'), "malformed");
    EXPECT_EQ(outcome(token + ".AAAA"), "malformed");
    EXPECT_EQ(outcome(token + "=="), "malformed");
    EXPECT_EQ(outcome(token + '\n'), "malformed");
    EXPECT_EQ(outcome(' ' + token), "malformed");
    EXPECT_EQ(outcome(token + std::string(1, '\0')), "malformed");
    EXPECT_EQ(outcome(std::string(largest_token + 1, 'A')), "malformed");
    // 64 bytes leave four stray bits in the last character; only the spelling with zeros is canonical.
    std::string stray = token;
    const std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    stray.back() = alphabet[alphabet.find(stray.back()) + 1];
    EXPECT_EQ(outcome(stray), "malformed");
}

TEST_F(TokensTest, RefusesClaimsThatTwoReadersCouldReadDifferently) {
    const std::string good = payload();
    const auto refused = [&](const std::string& json) { return outcome(forged(header(), json)); };
    EXPECT_EQ(refused(with(good, "{", R"({"org":8,)")), "malformed") << "a member twice";
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":\"7\"")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":7.0")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":-7")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":0")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":07")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":9007199254740992")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":99999999999999999999999")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":null")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"org\":[7]")), "malformed");
    EXPECT_EQ(refused(with(good, "\"org\":7", "\"\\u006frg\":7")), "malformed");
    EXPECT_EQ(refused(with(good, "\"sub\":\"42\"", "\"sub\":\"042\"")), "malformed");
    EXPECT_EQ(refused(with(good, "\"sub\":\"42\"", "\"sub\":\"+42\"")), "malformed");
    EXPECT_EQ(refused(with(good, "\"con\":3,", "")), "malformed") << "a claim missing";
    EXPECT_EQ(refused(good + ' '), "malformed");
    EXPECT_EQ(refused(good + good), "malformed");
    EXPECT_EQ(refused(with(good, "fam-1", "fam-\xFF")), "malformed");
    EXPECT_EQ(refused(with(good, "}", R"(,"nbf":"x"})")), "malformed");
    EXPECT_EQ(refused(with(good, "1800000900", "1800000000")), "malformed") << "expires when issued";
    EXPECT_EQ(refused(with(good, "}", R"(,"nuevo":true})")), "ok") << "a claim of a later version";
}

TEST_F(TokensTest, ComparesIssuerAndAudienceExactly) {
    EXPECT_EQ(outcome(forged(header(), with(payload(), "cacao-api", "cacao-ap"))), "wrong_audience");
    EXPECT_EQ(outcome(forged(header(), with(payload(), "cacao-api", "Cacao-api"))), "wrong_audience");
    EXPECT_EQ(outcome(forged(header(), with(payload(), "cacao.example", "cacao.example/"))), "wrong_issuer");
    EXPECT_EQ(outcome(forged(header(), with(payload(), R"("aud":"cacao-api")", R"("aud":["cacao-api"])"))), "malformed");
}

TEST_F(TokensTest, TakesRawSignaturesOfExactly64BytesOnly) {
    const std::string text = token.substr(0, token.rfind('.'));
    const std::string raw = decoded(token.substr(token.rfind('.') + 1));
    const auto with_signature = [&](std::string_view signature) { return outcome(text + '.' + base64url(signature)); };
    ASSERT_EQ(with_signature(raw), "ok");
    const auto integer = [](std::string number) {
        if (static_cast<unsigned char>(number[0]) >= 0x80) number.insert(number.begin(), '\0');
        return '\x02' + std::string(1, static_cast<char>(number.size())) + number;
    };
    const std::string body = integer(raw.substr(0, 32)) + integer(raw.substr(32));
    EXPECT_EQ(with_signature("\x30" + std::string(1, static_cast<char>(body.size())) + body), "bad_signature") << "DER";
    EXPECT_EQ(with_signature(raw + '\0'), "bad_signature");
    EXPECT_EQ(with_signature(raw.substr(0, 63)), "bad_signature");
    EXPECT_EQ(with_signature(""), "bad_signature");

    std::string order;
    ASSERT_TRUE(leer_base64url("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE", order));
    const std::string zero(32, '\0'), ones(32, '\xFF');
    for (const std::string& bad : {zero, order, ones}) {
        EXPECT_EQ(with_signature(bad + raw.substr(32)), "bad_signature");
        EXPECT_EQ(with_signature(raw.substr(0, 32) + bad), "bad_signature");
        EXPECT_EQ(with_signature(bad + bad), "bad_signature");
    }
}

TEST_F(TokensTest, RotatesKeysAndRetiresTheOldOnes) {
    const SigningKey fresh = SigningKey::generate();
    keys->replace({.active = fresh, .accepted = {{key.public_key(), now + 100}}});
    EXPECT_EQ(outcome(signer.sign(some_claims())), "ok");
    EXPECT_EQ(outcome(token, now + 99), "ok");
    EXPECT_EQ(outcome(token, now + 100), "unknown_key");
    EXPECT_EQ(keys->jwks(now), "{\"keys\":[" + fresh.public_key().jwk() + ',' + key.public_key().jwk() + "]}");
    EXPECT_EQ(keys->jwks(now + 100), "{\"keys\":[" + fresh.public_key().jwk() + "]}");
    EXPECT_EQ(keys->jwks(now).find("\"d\""), std::string::npos);
    keys->replace({.active = fresh, .accepted = {}});
    EXPECT_EQ(outcome(token), "unknown_key");
    keys->replace({});
    EXPECT_THROW(signer.sign(some_claims()), std::logic_error);
    EXPECT_EQ(keys->jwks(now), R"({"keys":[]})");
}

TEST_F(TokensTest, KeysMayBeReplacedWhileOthersSignAndVerify) {
    const SigningKey other = SigningKey::generate();
    const KeySet sets[] = {{.active = key, .accepted = {{other.public_key(), 0}}},
                           {.active = other, .accepted = {{key.public_key(), 0}}}};
    std::thread worker{[&] {
        for (int i = 0; i < 200; ++i) EXPECT_EQ(outcome(signer.sign(some_claims())), "ok");
    }};
    for (std::size_t i = 0; i < 2000; ++i) keys->replace(sets[i % 2]);
    worker.join();
}

TEST_F(TokensTest, SignsOnlyWhatItWouldTake) {
    auto claims = some_claims();
    claims.familia = "a\"b";
    EXPECT_THROW(signer.sign(claims), std::invalid_argument);
    claims = some_claims();
    claims.organizacionId = 0;
    EXPECT_THROW(signer.sign(claims), std::invalid_argument);
    claims = some_claims();
    claims.vence = claims.emitido;
    EXPECT_THROW(signer.sign(claims), std::invalid_argument);
    EXPECT_THROW((Verifier{keys, {"", "x"}}), std::invalid_argument);
    EXPECT_THROW((Signer{keys, {"a\\b", "x"}}), std::invalid_argument);
}

TEST(SigningKeyTest, SurvivesStorageAsPkcs8) {
    const SigningKey key = SigningKey::generate();
    const std::string der = key.pkcs8();
    const SigningKey loaded = SigningKey::from_pkcs8(der);
    EXPECT_EQ(loaded.kid(), key.kid());
    EXPECT_TRUE(key.public_key().verify("hola", loaded.sign("hola")));
    EXPECT_FALSE(key.public_key().verify("Hola", loaded.sign("hola")));
    EXPECT_THROW(SigningKey::from_pkcs8(der + 'x'), std::invalid_argument);
    EXPECT_THROW(SigningKey::from_pkcs8(der.substr(1)), std::invalid_argument);
    EXPECT_THROW(SigningKey::from_pkcs8(""), std::invalid_argument);
    EXPECT_NE(SigningKey::generate().kid(), key.kid());
}

TEST(SigningKeyTest, RefusesAPointOffTheCurve) {
    EXPECT_THROW(PublicKey::from_coordinates(std::string(32, '\1'), std::string(32, '\1')), std::invalid_argument);
    EXPECT_THROW(PublicKey::from_coordinates("short", std::string(32, '\1')), std::invalid_argument);
}

TEST(SigningKeyTest, LeavesNoErrorBehindForOthersOnTheThread) {
    const SigningKey key = SigningKey::generate();
    ERR_clear_error();
    EXPECT_THROW(SigningKey::from_pkcs8("nada"), std::invalid_argument);
    EXPECT_THROW(PublicKey::from_coordinates(std::string(32, '\1'), std::string(32, '\1')), std::invalid_argument);
    EXPECT_FALSE(key.public_key().verify("hola", std::string(64, '\1')));
    EXPECT_EQ(ERR_peek_error(), 0U);
}

// RFC 7515, appendix A.3: an ES256 signature and its key.
TEST(SigningKeyTest, VerifiesThePublishedExample) {
    const auto key = PublicKey::from_coordinates(decoded("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                                                 decoded("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"));
    const std::string text =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    std::string signature = decoded("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q");
    EXPECT_TRUE(key.verify(text, signature));
    signature[0] = static_cast<char>(signature[0] ^ 1);
    EXPECT_FALSE(key.verify(text, signature));
}

// RFC 9449, section 6.1: a P-256 key and its RFC 7638 thumbprint.
TEST(SigningKeyTest, NamesAKeyByItsThumbprint) {
    const auto key = PublicKey::from_coordinates(decoded("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"),
                                                 decoded("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"));
    EXPECT_EQ(key.kid(), "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
}

TEST(DigestTest, MatchesThePublishedExample) {  // FIPS 180-2, B.1
    EXPECT_EQ(hexadecimal(sha256_bytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_TRUE(equal_constant_time("abc", "abc"));
    EXPECT_FALSE(equal_constant_time("abc", "abd"));
    EXPECT_FALSE(equal_constant_time("abc", "ab"));
    EXPECT_TRUE(equal_constant_time("", ""));
}

}  // namespace
}  // namespace cacao::auth
