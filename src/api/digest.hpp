#pragma once
// Fingerprints of the api: of requests, of list queries, of audit rows. (auth/ has its own, for secrets; api does not include
// it.)

#include <string>
#include <string_view>

namespace cacao::api {

std::string sha256(std::string_view text);  // 32 bytes

}  // namespace cacao::api
