#include "auth/keys.hpp"

#include "auth/digest.hpp"
#include "auth/seal.hpp"

#include <sodium.h>

#include <algorithm>
#include <cstdint>

namespace cacao::auth {
namespace {

constexpr std::string_view letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view readable = "23456789abcdefghjkmnpqrstuvwxyz";  // no 0 o, no 1 i l
constexpr std::string_view api_key_start = "cacao_";
constexpr std::string_view refresh_start = "cacaor_";
constexpr std::size_t prefix_size = 8;
constexpr std::size_t secret_size = 43;  // 43 · log2(62) = 256.03 bits
constexpr std::size_t checksum_size = 6;

std::string random_text(std::size_t size, std::string_view alphabet) {
    sodium_ready();
    std::string text(size, '\0');
    for (char& c : text) c = alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
    return text;
}

// 32 bits of a hash in six letters. It guards against typing mistakes only; nothing secret depends on it.
std::string checksum(std::string_view text) {
    const Digest digest = sha256(text);
    std::uint32_t rest = 0;
    for (std::size_t i = 0; i < 4; ++i) rest = rest << 8U | digest[i];
    std::string out(checksum_size, '0');
    for (char& c : out) {
        c = letters[rest % letters.size()];
        rest /= static_cast<std::uint32_t>(letters.size());
    }
    return out;
}

bool only_letters(std::string_view text) { return text.find_first_not_of(letters) == std::string_view::npos; }

// Whether a text of the right size ends in the checksum of the rest.
bool checksum_fits(std::string_view text) {
    return checksum(text.substr(0, text.size() - checksum_size)) == text.substr(text.size() - checksum_size);
}

NewRefreshToken refresh_token_of(std::string_view secret) {
    NewRefreshToken token;
    token.huella = sha256_bytes(secret);
    token.texto.append(refresh_start).append(secret);
    token.texto += checksum(token.texto);
    return token;
}

}  // namespace

NewApiKey generate_api_key() {
    NewApiKey key;
    key.guardada.prefijo = random_text(prefix_size, letters);
    const std::string secret = random_text(secret_size, letters);
    key.guardada.huella = sha256_bytes(secret);
    key.texto.append(api_key_start).append(key.guardada.prefijo).append("_").append(secret);
    key.texto += checksum(key.texto);
    return key;
}

std::optional<StoredKey> parse_api_key(std::string_view text) {
    constexpr std::size_t secret_at = api_key_start.size() + prefix_size + 1;
    if (text.size() != secret_at + secret_size + checksum_size || !text.starts_with(api_key_start)) return std::nullopt;
    const std::string_view prefix = text.substr(api_key_start.size(), prefix_size);
    if (text[secret_at - 1] != '_' || !only_letters(prefix) || !only_letters(text.substr(secret_at)) || !checksum_fits(text))
        return std::nullopt;
    return StoredKey{std::string{prefix}, sha256_bytes(text.substr(secret_at, secret_size))};
}

bool key_matches(const StoredKey& presented, const StoredKey& stored) noexcept {
    return presented.prefijo == stored.prefijo && !stored.huella.empty() && equal_constant_time(presented.huella, stored.huella);
}

NewRefreshToken generate_refresh_token() { return refresh_token_of(random_text(secret_size, letters)); }

NewRefreshToken refresh_token_after(std::string_view previous, const CodeMaker& maker) {
    std::string secret;
    for (char part = '0'; secret.size() < secret_size; ++part)
        for (const char byte : maker.code(std::string{previous} + part)) {
            // Bytes beyond the last whole round of letters would make the first ones more frequent.
            const auto value = static_cast<unsigned char>(byte);
            if (secret.size() < secret_size && value < 256 / letters.size() * letters.size())
                secret += letters[value % letters.size()];
        }
    return refresh_token_of(secret);
}

std::optional<std::string> parse_refresh_token(std::string_view text) {
    if (text.size() != refresh_start.size() + secret_size + checksum_size || !text.starts_with(refresh_start) ||
        !only_letters(text.substr(refresh_start.size())) || !checksum_fits(text))
        return std::nullopt;
    return sha256_bytes(text.substr(refresh_start.size(), secret_size));
}

std::string generate_readable_password() {
    std::string text = random_text(4, readable);
    for (int group = 1; group < 6; ++group) text.append("-").append(random_text(4, readable));
    return text;
}

}  // namespace cacao::auth
