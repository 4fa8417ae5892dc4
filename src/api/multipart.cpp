#include "api/multipart.hpp"

#include "base/ascii.hpp"
#include "base/texto.hpp"

#include <algorithm>

namespace cacao::api {
namespace {

constexpr std::size_t max_parts = 1000;

// The value of `name=` among the parameters of a header: a token or a quoted string.
std::optional<std::string> parameter(std::string_view header, std::string_view name) {
    const std::string low = minusculas_ascii(header);
    for (auto at = low.find(name); at != std::string::npos; at = low.find(name, at + 1)) {
        const bool starts = at > 0 && (low[at - 1] == ';' || low[at - 1] == ' ' || low[at - 1] == '\t');
        auto i = at + name.size();
        if (!starts || i >= low.size() || low[i] != '=') continue;
        ++i;
        std::string value;
        if (i < header.size() && header[i] == '"') {
            for (++i; i < header.size() && header[i] != '"'; ++i) {
                if (header[i] == '\\' && i + 1 < header.size()) ++i;
                value.push_back(header[i]);
            }
            if (i >= header.size()) return std::nullopt;
        } else {
            for (; i < header.size() && header[i] != ';' && header[i] != ' '; ++i) value.push_back(header[i]);
        }
        return value;
    }
    return std::nullopt;
}

bool parse_headers(std::string_view headers, Part& part) {
    bool named = false;
    while (!headers.empty()) {
        const auto end = std::min(headers.find("\r\n"), headers.size());
        const auto line = headers.substr(0, end);
        headers.remove_prefix(std::min(end + 2, headers.size()));
        const auto colon = line.find(':');
        if (colon == std::string_view::npos) return false;
        const std::string name = minusculas_ascii(line.substr(0, colon));
        const auto value = recortado(line.substr(colon + 1));
        if (name == "content-disposition") {
            if (!minusculas_ascii(value).starts_with("form-data")) return false;
            const auto field = parameter(value, "name");
            if (!field) return false;
            part.name = *field;
            part.filename = parameter(value, "filename").value_or("");
            named = true;
        } else if (name == "content-type") {
            part.type = value;
        }
    }
    return named && utf8_valido(part.name) && utf8_valido(part.filename);
}

}  // namespace

std::optional<std::vector<Part>> parse_multipart(std::string_view content_type, std::string_view body) {
    const auto boundary = parameter(content_type, "boundary");
    if (!boundary || boundary->empty() || boundary->size() > 70) return std::nullopt;
    const std::string delimiter = "\r\n--" + *boundary;
    // The first delimiter may open the body without its line break.
    if (!body.starts_with(std::string_view{delimiter}.substr(2))) {
        const auto preamble = body.find(delimiter);
        if (preamble == std::string_view::npos) return std::nullopt;
        body.remove_prefix(preamble + 2);
    }
    body.remove_prefix(delimiter.size() - 2);
    std::vector<Part> parts;
    for (;;) {
        if (body.starts_with("--")) return parts;
        while (body.starts_with(' ') || body.starts_with('\t')) body.remove_prefix(1);
        if (!body.starts_with("\r\n") || parts.size() >= max_parts) return std::nullopt;
        body.remove_prefix(2);
        const auto blank = body.find("\r\n\r\n");
        if (blank == std::string_view::npos) return std::nullopt;
        Part part;
        if (!parse_headers(body.substr(0, blank), part)) return std::nullopt;
        body.remove_prefix(blank + 4);
        const auto end = body.find(delimiter);
        if (end == std::string_view::npos) return std::nullopt;
        part.content = body.substr(0, end);
        body.remove_prefix(end + delimiter.size());
        parts.push_back(std::move(part));
    }
}

}  // namespace cacao::api
