#include "api/http.hpp"

#include <algorithm>

namespace cacao::api {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

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
    const auto same = [&](const Header& h) {
        return h.name.size() == name.size() &&
               std::ranges::equal(h.name, name, [](char a, char b) { return lower(a) == lower(b); });
    };
    const auto found = std::ranges::find_if(headers, same);
    return found == headers.end() ? std::string_view{} : found->value;
}

}  // namespace cacao::api
