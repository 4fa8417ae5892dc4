#pragma once
// What HTTP headers say, as far as the dispatcher cares.

#include "api/http.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::api {

// The headers that the dispatcher looks at, found in one pass over the request; of several the first counts. Not so of keys: who
// sends two, or an empty one, counts on something that one of them would not keep.
struct KnownHeaders {
    std::string_view accept, accept_language, authorization, content_encoding, content_type, idempotency_key, if_match,
        if_none_match, version;
    int idempotency_keys = 0;
    explicit KnownHeaders(const std::vector<Header>& headers);
};

// The token of `Bearer …`, or "".
std::string_view bearer(std::string_view authorization);
// `application/json; charset=utf-8` → `application/json`.
std::string_view media_type(std::string_view header);
// Which of the types on offer a caller likes best (RFC 9110, 12.5.1): of equals the first, nothing when he takes none.
std::optional<std::size_t> preferred_type(std::string_view accept, std::span<const std::string_view> offered);
bool accepts_json(std::string_view accept);
// `attachment; filename="…"`, and `filename*` beside it where the name is more than ASCII (RFC 6266, RFC 8187).
std::string content_disposition(std::string_view name, bool shown);
// `"7"` → 7. An ETag of another form matches nothing.
std::optional<std::int64_t> version_in(std::string_view etag);
// Whether If-None-Match names this ETag (without quotes).
bool etag_listed(std::string_view list, std::string_view etag);

}  // namespace cacao::api
