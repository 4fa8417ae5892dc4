#pragma once
// Texts as OpenSSL and libsodium want them.

#include <string>
#include <string_view>

namespace cacao::auth {

inline const unsigned char* bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
inline unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace cacao::auth
