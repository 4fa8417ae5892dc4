#pragma once
// Secrets that we make: API keys, refresh tokens, first passwords. All are shown once and stored hashed. They hold 256 random
// bits, so one SHA-256 protects them as well as any slow hash would.
//
//     cacao_8charsPP_43 characters of secret and 6 of checksum      API key
//     cacaor_43 characters of secret and 6 of checksum              refresh token
//
// The fixed beginning lets secret scanners find a leaked one; the checksum tells a typo from an unknown key without a look-up.

#include <optional>
#include <string>
#include <string_view>

namespace cacao::auth {

class CodeMaker;

struct StoredKey {
    std::string prefijo;  // public, shown in lists, unique enough to look up by
    std::string huella;   // SHA-256 of the secret, 32 bytes
};

struct NewApiKey {
    std::string texto;  // for the eyes of its owner, once
    StoredKey guardada;
};

NewApiKey generate_api_key();
// Nothing when the form or the checksum is wrong. Otherwise look `prefijo` up and ask key_matches.
std::optional<StoredKey> parse_api_key(std::string_view text);
bool key_matches(const StoredKey& presented, const StoredKey& stored) noexcept;

struct NewRefreshToken {
    std::string texto;
    std::string huella;
};

NewRefreshToken generate_refresh_token();
// The one that comes after `previous`: the same whenever it is asked for, and known to nobody who lacks either the token or the
// key.
NewRefreshToken refresh_token_after(std::string_view previous, const CodeMaker& maker);
// What to look up; nothing when the form or the checksum is wrong.
std::optional<std::string> parse_refresh_token(std::string_view text);

// Six groups of four from an alphabet without look-alikes: 118 bits, easy to read aloud.
std::string generate_readable_password();

}  // namespace cacao::auth
