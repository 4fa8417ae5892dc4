#include "auth/keys.hpp"

#include "auth/digest.hpp"
#include "auth/seal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace cacao::auth {
namespace {

using testing::MatchesRegex;

TEST(ApiKeyTest, IsRecognisableAndParsesToWhatIsStored) {
    const NewApiKey key = generate_api_key();
    EXPECT_THAT(key.texto, MatchesRegex("cacao_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}"));
    const auto parsed = parse_api_key(key.texto);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->prefijo, key.texto.substr(6, 8));
    EXPECT_TRUE(key_matches(*parsed, key.guardada));
    EXPECT_EQ(key.guardada.huella.size(), 32U);
    EXPECT_EQ(key.guardada.huella, sha256_bytes(key.texto.substr(15, 43)));
}

TEST(ApiKeyTest, ATypoIsToldWithoutALookUp) {
    const std::string text = generate_api_key().texto;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string typo = text;
        typo[i] = typo[i] == 'a' ? 'b' : 'a';
        EXPECT_FALSE(parse_api_key(typo)) << i;
    }
    std::string swapped = text;
    for (std::size_t i = 15; i + 1 < text.size(); ++i)
        if (text[i] != text[i + 1]) {
            std::swap(swapped[i], swapped[i + 1]);
            break;
        }
    EXPECT_FALSE(parse_api_key(swapped));
    EXPECT_FALSE(parse_api_key(text.substr(0, text.size() - 1)));
    EXPECT_FALSE(parse_api_key(text + 'a'));
    EXPECT_FALSE(parse_api_key(' ' + text));
    EXPECT_FALSE(parse_api_key(""));
    EXPECT_FALSE(parse_api_key(generate_refresh_token().texto));
}

TEST(ApiKeyTest, MatchesItselfOnly) {
    const NewApiKey one = generate_api_key(), other = generate_api_key();
    EXPECT_FALSE(key_matches(*parse_api_key(one.texto), other.guardada));
    EXPECT_FALSE(key_matches(*parse_api_key(one.texto), {one.guardada.prefijo, other.guardada.huella}));
    EXPECT_FALSE(key_matches(*parse_api_key(one.texto), {other.guardada.prefijo, one.guardada.huella}));
    EXPECT_FALSE(key_matches({one.guardada.prefijo, ""}, {one.guardada.prefijo, ""})) << "an empty stored hash opens nothing";
}

TEST(RefreshTokenTest, ParsesToItsHash) {
    const NewRefreshToken token = generate_refresh_token();
    EXPECT_THAT(token.texto, MatchesRegex("cacaor_[0-9A-Za-z]{49}"));
    EXPECT_EQ(parse_refresh_token(token.texto), token.huella);
    for (std::size_t i = 0; i < token.texto.size(); ++i) {
        std::string typo = token.texto;
        typo[i] = typo[i] == 'a' ? 'b' : 'a';
        EXPECT_FALSE(parse_refresh_token(typo)) << i;
    }
    EXPECT_FALSE(parse_refresh_token(generate_api_key().texto));
    EXPECT_NE(generate_refresh_token().huella, token.huella);
}

TEST(RefreshTokenTest, TheNextOneIsKnownByTokenAndKeyAlone) {
    const MasterKey key = MasterKey::from_bytes(std::string(32, 'k')), other = MasterKey::from_bytes(std::string(32, 'o'));
    const CodeMaker maker{key, "renovacion"};
    const auto first = generate_refresh_token();
    const auto next = refresh_token_after(first.texto, maker);
    EXPECT_EQ(refresh_token_after(first.texto, maker).texto, next.texto);
    EXPECT_EQ(parse_refresh_token(next.texto), next.huella);
    std::set<std::string> all{first.texto,
                              next.texto,
                              refresh_token_after(next.texto, maker).texto,
                              refresh_token_after(first.texto, CodeMaker{other, "renovacion"}).texto,
                              refresh_token_after(first.texto, CodeMaker{key, "enlaces"}).texto,
                              refresh_token_after(generate_refresh_token().texto, maker).texto};
    EXPECT_EQ(all.size(), 6U);
}

TEST(ReadablePasswordTest, HoldsNoLookAlikes) {
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const std::string text = generate_readable_password();
        EXPECT_THAT(text, MatchesRegex("([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}"));
        EXPECT_TRUE(seen.insert(text).second);
    }
}

}  // namespace
}  // namespace cacao::auth
