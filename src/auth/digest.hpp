#pragma once
// The two small things that every part of this floor needs: a fast SHA-256 and a comparison that tells nothing by its time.

#include <array>
#include <string>
#include <string_view>

namespace cacao::auth {

using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes);

// The same as raw bytes, the form in which digests are stored.
std::string sha256_bytes(std::string_view bytes);

// The time depends on the sizes only.
bool equal_constant_time(std::string_view a, std::string_view b) noexcept;

// Must have run before anything of libsodium is used; cheap after the first call. Throws when the system has no random source.
void sodium_ready();

}  // namespace cacao::auth
