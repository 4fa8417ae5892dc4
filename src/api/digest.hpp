#pragma once
// Fingerprints of the api: of requests, of list queries, of audit rows.

#include "base/digest.hpp"

namespace cacao::api {

using cacao::sha256;

}  // namespace cacao::api
