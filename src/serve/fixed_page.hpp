#pragma once
// A page that stays as it is while the service runs: made, compressed and named once.

#include "api/http.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace cacao::serve {

class FixedPage {
public:
    enum class Body : std::uint8_t { plain, gzip };

    // `type` and `policy` are literals: its media type, and what browsers may do with it (Content-Security-Policy).
    FixedPage(std::string_view type, std::string_view policy, std::string body, std::string_view caching, Body is = Body::plain);

    api::Answer operator()(const api::Request& request) const;

private:
    struct Kept {
        std::shared_ptr<const std::string> bytes;
        std::string etag;
    };
    static Kept kept(std::string bytes);

    std::string_view type_, policy_;
    std::string caching_;
    Kept plain_, gzip_;
};

}  // namespace cacao::serve
