#pragma once
// The fingerprint of bytes: of requests, of list queries, of audit rows, of files. (auth/ has its own, for secrets.)

#include <string>
#include <string_view>

namespace cacao {

std::string sha256(std::string_view bytes);  // 32 bytes

}  // namespace cacao
