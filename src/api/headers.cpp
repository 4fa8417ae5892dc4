#include "api/headers.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace cacao::api {
namespace {

void take(const Header& h, std::string_view lower_name, std::string_view& into) {
    if (into.empty() && same_ignoring_case(h.name, lower_name)) into = h.value;
}

}  // namespace

bool same_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x + 32 : x) == (y >= 'A' && y <= 'Z' ? y + 32 : y); });
}

KnownHeaders::KnownHeaders(const std::vector<Header>& headers) {
    for (const auto& h : headers) {
        switch (h.name.size()) {
            case 6: take(h, "accept", accept); break;
            case 8: take(h, "if-match", if_match); break;
            case 12: take(h, "content-type", content_type); break;
            case 13:
                take(h, "authorization", authorization);
                take(h, "if-none-match", if_none_match);
                break;
            case 15:
                take(h, "accept-language", accept_language);
                take(h, "idempotency-key", idempotency_key);
                break;
            case 19: take(h, "service-api-version", version); break;
            default: break;
        }
    }
}

std::string_view bearer(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    if (authorization.size() <= scheme.size()) return {};
    for (std::size_t i = 0; i < scheme.size(); ++i)
        if ((authorization[i] | 0x20) != scheme[i] && authorization[i] != scheme[i]) return {};
    return recortado(authorization.substr(scheme.size()));
}

std::string_view media_type(std::string_view header) { return recortado(header.substr(0, header.find(';'))); }

bool accepts_json(std::string_view accept) {
    if (accept.empty()) return true;
    while (!accept.empty()) {
        const auto end = std::min(accept.find(','), accept.size());
        const auto item = accept.substr(0, end);
        const auto type = media_type(item);
        accept.remove_prefix(std::min(end + 1, accept.size()));
        const bool refused = item.find(";q=0") != std::string_view::npos && item.find(";q=0.") == std::string_view::npos;
        if (!refused && (type == "*/*" || type == "application/*" || same_ignoring_case(type, "application/json") ||
                         same_ignoring_case(type, "application/problem+json")))
            return true;
    }
    return false;
}

std::optional<std::int64_t> version_in(std::string_view etag) {
    if (etag.size() < 3 || etag.front() != '"' || etag.back() != '"') return std::nullopt;
    etag = etag.substr(1, etag.size() - 2);
    std::int64_t version{};
    const auto [end, ec] = std::from_chars(etag.data(), etag.data() + etag.size(), version);
    if (ec != std::errc{} || end != etag.data() + etag.size()) return std::nullopt;
    return version;
}

bool etag_listed(std::string_view list, std::string_view etag) {
    const std::string quoted = '"' + std::string{etag} + '"';
    return recortado(list) == "*" || list.find(quoted) != std::string_view::npos;
}

}  // namespace cacao::api
