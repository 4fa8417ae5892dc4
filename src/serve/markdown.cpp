#include "serve/markdown.hpp"

#include "base/renglones.hpp"
#include "base/texto.hpp"

#include <algorithm>
#include <vector>

namespace cacao::serve {
namespace {

constexpr std::string_view fence = "```", cell_rule = "|---", indentation = "    ";

// Where what `open` begins ends; npos when it does not.
std::size_t closing(std::string_view text, std::string_view open, std::string_view close) {
    return text.starts_with(open) ? text.find(close, open.size()) : std::string_view::npos;
}

// A page beside this one is named by its file.
std::string_view target_of(std::string_view link) {
    constexpr std::string_view extension = ".md";
    if (link.ends_with(extension) && link.find('/') == std::string_view::npos) link.remove_suffix(extension.size());
    return link;
}

// Takes code, emphasis or a link off the front of `text`; false when it begins with none.
bool take_marked(std::string& out, std::string_view& text);

std::string inline_html(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        if (take_marked(out, text)) continue;
        out += escaped(text.substr(0, 1));
        text.remove_prefix(1);
    }
    return out;
}

bool take_marked(std::string& out, std::string_view& text) {
    if (const auto end = closing(text, "`", "`"); end != std::string_view::npos) {
        out += "<code>" + escaped(text.substr(1, end - 1)) + "</code>";
        text.remove_prefix(end + 1);
        return true;
    }
    if (const auto end = closing(text, "**", "**"); end != std::string_view::npos) {
        out += "<strong>" + inline_html(text.substr(2, end - 2)) + "</strong>";
        text.remove_prefix(end + 2);
        return true;
    }
    const auto middle = closing(text, "[", "](");
    const auto end = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (end == std::string_view::npos) return false;
    out += "<a href=\"" + escaped(target_of(text.substr(middle + 2, end - middle - 2))) + "\">" +
           inline_html(text.substr(1, middle - 1)) + "</a>";
    text.remove_prefix(end + 1);
    return true;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) lines.push_back(tomar_hasta(text, '\n'));
    return lines;
}

// Line by line; each block takes the lines that are its own.
class MarkdownPage {
public:
    explicit MarkdownPage(std::string_view markdown) : lines_(lines_of(markdown)) {}

    std::string html() {
        while (at_ < lines_.size()) {
            const auto line = lines_[at_];
            if (line.empty()) ++at_;
            else if (line.starts_with(fence)) fenced();
            else if (line.starts_with(indentation)) indented_code();
            else if (line.starts_with('#')) heading();
            else if (line.starts_with("- ")) list();
            else if (line.starts_with('|')) table();
            else paragraph();
        }
        return std::move(out_);
    }

private:
    bool here(std::string_view start) const { return at_ < lines_.size() && lines_[at_].starts_with(start); }

    void code(std::string_view start, bool closed) {
        out_ += "<pre tabindex=\"0\">";
        for (; at_ < lines_.size() && (closed ? !here(start) : here(start)); ++at_)
            out_ += escaped(closed ? lines_[at_] : lines_[at_].substr(start.size())) + "\n";
        out_ += "</pre>\n";
    }
    void fenced() {
        ++at_;
        code(fence, true);
        ++at_;
    }
    void indented_code() { code(indentation, false); }

    void heading() {
        const auto line = lines_[at_++];
        const auto level = std::min<std::size_t>(line.find_first_not_of('#'), 6);
        const auto tag = "h" + std::to_string(level) + ">";
        out_ += "<" + tag + inline_html(recortado(line.substr(level))) + "</" + tag + "\n";
    }

    // The line and those that go on with it.
    std::string_view whole(std::string& joined, std::string_view first) {
        joined = first;
        for (++at_; at_ < lines_.size() && !lines_[at_].empty() && !here("- ") && !here("|") && !here("#") && !here(fence); ++at_)
            joined.append(" ").append(recortado(lines_[at_]));
        return joined;
    }
    void paragraph() {
        std::string joined;
        out_ += "<p>" + inline_html(whole(joined, lines_[at_])) + "</p>\n";
    }
    void list() {
        out_ += "<ul>\n";
        for (std::string joined; here("- ");) out_ += "<li>" + inline_html(whole(joined, lines_[at_].substr(2))) + "</li>\n";
        out_ += "</ul>\n";
    }

    void row(std::string_view tag) {
        std::string_view line = lines_[at_++];
        line.remove_prefix(1);
        out_ += "<tr>";
        while (!line.empty())
            out_.append("<")
                .append(tag)
                .append(">")
                .append(inline_html(recortado(tomar_hasta(line, '|'))))
                .append("</")
                .append(tag.substr(0, 2))
                .append(">");
        out_ += "</tr>\n";
    }
    void table() {
        out_ += "<table><thead>\n";
        row("th scope=\"col\"");
        if (here(cell_rule)) ++at_;
        out_ += "</thead><tbody>\n";
        while (here("|")) row("td");
        out_ += "</tbody></table>\n";
    }

    std::vector<std::string_view> lines_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out.push_back(c);
    }
    return out;
}

std::string html_of(std::string_view markdown) { return MarkdownPage{markdown}.html(); }

std::string_view title_of(std::string_view markdown) {
    while (!markdown.empty())
        if (const auto line = tomar_hasta(markdown, '\n'); line.starts_with("# ")) return line.substr(2);
    return {};
}

}  // namespace cacao::serve
