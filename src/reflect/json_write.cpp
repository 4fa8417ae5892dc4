#include "reflect/json_write.hpp"

namespace cacao::reflect {

void write_string(std::string& out, std::string_view text) {
    static constexpr std::string_view hex = "0123456789abcdef";
    out.push_back('"');
    std::size_t clean = 0;  // start of the run that needs no escape
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        out.append(text.data() + clean, i - clean);
        clean = i + 1;
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                out += "\\u00";
                out.push_back(hex[c >> 4U]);
                out.push_back(hex[c & 15U]);
        }
    }
    out.append(text.data() + clean, text.size() - clean);
    out.push_back('"');
}

}  // namespace cacao::reflect
