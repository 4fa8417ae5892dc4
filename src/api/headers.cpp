#include "api/headers.hpp"

#include "base/ascii.hpp"
#include "base/decimal.hpp"
#include "base/texto.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace cacao::api {
namespace {

void take(const Header& h, std::string_view lower_name, std::string_view& into) {
    if (into.empty() && iguales_ascii(h.name, lower_name)) into = h.value;
}

// `text/csv;q=0.8` → 800. What is no number between 0 and 1 is passed over, as if it had not been said.
int quality_of(std::string_view item) {
    for (auto at = item.find(';'); at != std::string_view::npos; at = item.find(';', at + 1)) {
        const auto parameter = recortado(item.substr(at + 1, item.find(';', at + 1) - at - 1));
        if (!parameter.starts_with("q=") && !parameter.starts_with("Q=")) continue;
        const auto quality = Tasa::leer(parameter.substr(2));
        if (!quality || *quality < Tasa{} || *quality > Tasa::de_enteros(1)) return 1000;
        return static_cast<int>(quality->micros() / 1000);
    }
    return 1000;
}

// How closely a range names a type: 3 exactly, 2 by its family, 1 as one of all, 0 not at all.
int closeness_of(std::string_view range, std::string_view type) {
    if (iguales_ascii(range, type)) return 3;
    if (range == "*/*") return 1;
    const auto family = type.substr(0, type.find('/') + 1);
    return range.size() == family.size() + 1 && range.back() == '*' && iguales_ascii(range.substr(0, family.size()), family) ? 2
                                                                                                                             : 0;
}

}  // namespace

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
                if (iguales_ascii(h.name, "idempotency-key") && ++idempotency_keys == 1) idempotency_key = h.value;
                break;
            case 16: take(h, "content-encoding", content_encoding); break;
            case 19: take(h, "service-api-version", version); break;
            default: break;
        }
    }
}

std::string_view bearer(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    if (authorization.size() <= scheme.size() || !iguales_ascii(authorization.substr(0, scheme.size()), scheme)) return {};
    return recortado(authorization.substr(scheme.size()));
}

std::string_view media_type(std::string_view header) { return recortado(header.substr(0, header.find(';'))); }

std::optional<std::size_t> preferred_type(std::string_view accept, std::span<const std::string_view> offered) {
    if (recortado(accept).empty()) return 0;
    struct Liking {
        int closeness = 0;  // of the range that decides: the closer one wins, whatever it says
        int quality = 0;
    };
    std::vector<Liking> likings(offered.size());
    while (!accept.empty()) {
        const auto end = std::min(accept.find(','), accept.size());
        const auto item = accept.substr(0, end);
        accept.remove_prefix(std::min(end + 1, accept.size()));
        const auto range = media_type(item);
        const int quality = quality_of(item);
        for (std::size_t i = 0; i < offered.size(); ++i) {
            const int closeness = closeness_of(range, offered[i]);
            if (closeness > likings[i].closeness) likings[i] = {closeness, quality};
        }
    }
    const auto best = std::ranges::max_element(likings, {}, &Liking::quality);
    if (best == likings.end() || best->quality == 0) return std::nullopt;
    return static_cast<std::size_t>(best - likings.begin());
}

bool accepts_json(std::string_view accept) {
    // Nearly everyone; of a type that stands there twice the first is heard.
    if (accept.empty() || accept == "*/*" || accept == "application/json" || accept.starts_with("application/json,")) return true;
    constexpr std::array<std::string_view, 2> json{"application/json", "application/problem+json"};
    return preferred_type(accept, json).has_value();
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

std::string content_disposition(std::string_view name, bool shown) {
    std::string plain;
    bool same = true;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool ascii = byte >= ' ' && byte < 0x7F;
        // Neither quotes nor what ends or escapes them; a percent sign is taken for a code by some. Of a character that is not
        // ASCII one mark remains.
        const bool fine = ascii && c != '"' && c != '\\' && c != '%';
        if (fine) plain.push_back(c);
        else if (ascii || (byte & 0xC0U) != 0x80U) plain.push_back('_');
        same = same && fine;
    }
    std::string header{shown ? "inline" : "attachment"};
    header.append("; filename=\"").append(plain).append("\"");
    if (!same) header.append("; filename*=UTF-8''").append(por_ciento(name));
    return header;
}

}  // namespace cacao::api
