#include "api/http.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace cacao::api {
std::string_view nombre(Verb verb) {
    switch (verb) {
        case Verb::GET: return "GET";
        case Verb::POST: return "POST";
        case Verb::PUT: return "PUT";
        case Verb::DELETE: return "DELETE";
        case Verb::HEAD: return "HEAD";
        case Verb::OPTIONS: return "OPTIONS";
        case Verb::other: break;
    }
    return "?";
}

std::string_view Request::header(std::string_view name) const {
    // Most are written as they are asked for.
    const auto found =
        std::ranges::find_if(headers, [&](const Header& h) { return h.name == name || iguales_ascii(h.name, name); });
    return found == headers.end() ? std::string_view{} : found->value;
}

}  // namespace cacao::api
