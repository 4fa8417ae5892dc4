#include "api/http.hpp"

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
    return "OTHER";
}

std::string_view Request::header(std::string_view name) const {
    // Setting bit 5 folds the case of letters; it also pairs a few signs ('^' with '~'), which no header of ours holds.
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    for (const Header& h : headers)
        if (h.name.size() == name.size() && std::equal(name.begin(), name.end(), h.name.begin(), same)) return h.value;
    return {};
}

}  // namespace cacao::api
