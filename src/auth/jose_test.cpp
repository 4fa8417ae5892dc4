#include "auth/jose.hpp"

#include "support/identidad.hpp"

#include <gtest/gtest.h>

namespace cacao::auth {
namespace {

using test::LlaveJose;

std::optional<ForeignKey> key_of(const LlaveJose& k) {
    const auto [a, b] = k.publica();
    if (k.alg() == "RS256") return ForeignKey::rsa(a, b);
    return k.alg() == "ES256" ? ForeignKey::p256(a, b) : ForeignKey::ed25519(a);
}

TEST(Jose, EachKindOfKeyTakesItsOwnAlgorithmsAlone) {
    const std::vector<std::pair<LlaveJose, std::vector<JoseAlgorithm>>> kinds{
        {LlaveJose::rsa("r"), {JoseAlgorithm::rs256, JoseAlgorithm::ps256}},
        {LlaveJose::p256("e"), {JoseAlgorithm::es256}},
        {LlaveJose::ed25519("o"), {JoseAlgorithm::eddsa}}};
    for (const auto& [pair, its] : kinds) {
        SCOPED_TRACE(pair.alg());
        const auto key = key_of(pair);
        ASSERT_TRUE(key);
        for (const auto a : {JoseAlgorithm::rs256, JoseAlgorithm::ps256, JoseAlgorithm::es256, JoseAlgorithm::eddsa}) {
            const bool own = std::find(its.begin(), its.end(), a) != its.end();
            EXPECT_EQ(key->makes(a), own);
            const auto signature = pair.firma("text", a == JoseAlgorithm::ps256 && own);
            EXPECT_EQ(key->verify(a, "text", signature), own);
            EXPECT_FALSE(key->verify(a, "texT", signature));
            EXPECT_FALSE(key->verify(a, "text", ""));
            EXPECT_FALSE(key->verify(a, "text", signature.substr(1)));
            EXPECT_FALSE(key->verify(a, "text", signature + '\0'));
        }
    }
    // The two paddings of RSA are not each other's.
    const auto& rsa = kinds.front().first;
    EXPECT_FALSE(key_of(rsa)->verify(JoseAlgorithm::ps256, "text", rsa.firma("text", false)));
    EXPECT_FALSE(key_of(rsa)->verify(JoseAlgorithm::rs256, "text", rsa.firma("text", true)));
}

TEST(Jose, WeakAndBrokenKeysAreNone) {
    EXPECT_FALSE(key_of(LlaveJose::rsa("r", 1024)));
    const auto [n, e] = LlaveJose::rsa("r").publica();
    EXPECT_TRUE(ForeignKey::rsa(n, e));
    EXPECT_FALSE(ForeignKey::rsa(n, std::string{"\x01", 1}));
    EXPECT_FALSE(ForeignKey::rsa(n, std::string{"\x02", 1}));
    EXPECT_FALSE(ForeignKey::rsa(n, ""));
    EXPECT_FALSE(ForeignKey::rsa("", e));
    EXPECT_FALSE(ForeignKey::rsa(std::string(2000, '\xFF'), e));
    EXPECT_FALSE(ForeignKey::p256(std::string(32, '\x01'), std::string(32, '\x01')));
    EXPECT_FALSE(ForeignKey::p256("", ""));
    EXPECT_FALSE(ForeignKey::ed25519("short"));
}

TEST(Jose, AlgorithmsWithoutAKeyOfTheirOwnAreUnknown) {
    for (const char* none : {"none", "None", "HS256", "HS512", "RS384", "ES384", "rs256", ""})
        EXPECT_FALSE(jose_algorithm(none)) << none;
}

}  // namespace
}  // namespace cacao::auth
