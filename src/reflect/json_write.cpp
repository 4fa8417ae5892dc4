#include "reflect/json_write.hpp"

#include <cstring>

namespace cacao::reflect {
namespace {

// Whether none of eight bytes needs an escape: no control character, quote or backslash. The usual zero-byte trick on whole
// words.
bool clean_word(const char* at) {
    std::uint64_t w{};
    std::memcpy(&w, at, 8);
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t highs = 0x8080808080808080U;
    const auto has_zero = [](std::uint64_t v) { return (v - ones) & ~v & highs; };
    const std::uint64_t control = (w - ones * 0x20) & ~w & highs;
    return (control | has_zero(w ^ (ones * '"')) | has_zero(w ^ (ones * '\\'))) == 0;
}

}  // namespace

void write_string(std::string& out, std::string_view text) {
    Pieces pieces{out};
    write_string(pieces, text);
    pieces.flush();
}

void write_string(Pieces& out, std::string_view text) {
    static constexpr std::string_view hex = "0123456789abcdef";
    out.put('"');
    std::size_t clean = 0;  // start of the run that needs no escape
    for (std::size_t i = 0; i < text.size(); ++i) {
        while (i + 8 <= text.size() && clean_word(text.data() + i)) i += 8;
        if (i == text.size()) break;
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        out.put(text.substr(clean, i - clean));
        clean = i + 1;
        switch (c) {
            case '"': out.put("\\\""); break;
            case '\\': out.put("\\\\"); break;
            case '\n': out.put("\\n"); break;
            case '\r': out.put("\\r"); break;
            case '\t': out.put("\\t"); break;
            default:
                out.put("\\u00");
                out.put(hex[c >> 4U]);
                out.put(hex[c & 15U]);
        }
    }
    out.put(text.substr(clean));
    out.put('"');
}

}  // namespace cacao::reflect
