#include "serve/fixed_page.hpp"

#include "api/headers.hpp"
#include "base/digest.hpp"
#include "base/texto.hpp"
#include "serve/http_reader.hpp"
#include "serve/http_writer.hpp"

namespace cacao::serve {

FixedPage::FixedPage(std::string_view type, std::string_view policy, std::string body, std::string_view caching, Body is)
    : type_(type), policy_(policy), caching_(caching) {
    if (is == Body::gzip) {
        plain_ = kept(decompressed(body));
        gzip_ = kept(std::move(body));
        return;
    }
    std::string smaller = body;
    if (compress(smaller)) gzip_ = kept(std::move(smaller));
    plain_ = kept(std::move(body));
}

api::Answer FixedPage::operator()(const api::Request& request) const {
    const bool zipped = gzip_.bytes && allows_gzip(request.header("Accept-Encoding"));
    const Kept& chosen = zipped ? gzip_ : plain_;
    api::Answer a;
    a.content_type = type_;
    a.headers.emplace_back("ETag", '"' + chosen.etag + '"');
    a.headers.emplace_back("Cache-Control", caching_);
    a.headers.emplace_back("Vary", "Accept-Encoding");
    a.headers.emplace_back("Content-Security-Policy", std::string{policy_});
    a.headers.emplace_back("Referrer-Policy", "no-referrer");
    if (const auto known = request.header("If-None-Match"); !known.empty() && api::etag_listed(known, chosen.etag)) {
        a.status = 304;
        return a;
    }
    if (zipped) a.headers.emplace_back("Content-Encoding", "gzip");
    a.shared_body = chosen.bytes;
    return a;
}

FixedPage::Kept FixedPage::kept(std::string bytes) {
    std::string etag = hexadecimal(sha256(bytes)).substr(0, 32);
    return {std::make_shared<const std::string>(std::move(bytes)), std::move(etag)};
}

}  // namespace cacao::serve
