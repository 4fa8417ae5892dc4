#include "serve/guides.hpp"

#include "base/renglones.hpp"
#include "serve/embedded.hpp"
#include "serve/html_page.hpp"
#include "serve/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace cacao::serve {
namespace {

constexpr std::string_view guides_root = "/docs/guides/";

std::string_view code_of(Idioma idioma) { return idioma == Idioma::en ? "en" : "es"; }

GuidePage guide_page(Idioma idioma, std::string_view name) {
    const auto file = fmt::format("{}/{}.md", code_of(idioma), name);
    const auto files = embedded::guides();
    const auto found = std::ranges::find(files, file, &Embedded::path);
    if (found == files.end()) throw std::logic_error("docs/guides/index.tsv names " + file + ", which is not there");
    return {idioma, name, found->text};
}

std::vector<Guide> read_index() {
    std::vector<Guide> list;
    auto rows = embedded::index_tsv();
    tomar_hasta(rows, '\n');
    while (!rows.empty()) {
        auto row = tomar_hasta(rows, '\n');
        const auto english = tomar_hasta(row, '\t');
        list.push_back({{guide_page(Idioma::es, row), guide_page(Idioma::en, english)}});
    }
    return list;
}

}  // namespace

std::string GuidePage::path() const { return fmt::format("{}{}/{}", guides_root, code_of(idioma), name); }

const GuidePage& Guide::in(Idioma idioma) const { return *std::ranges::find(pages, idioma, &GuidePage::idioma); }

std::string Guide::path() const { return fmt::format("{}{}", guides_root, in(Idioma::en).name); }

std::span<const Guide> guides() {
    static const std::vector<Guide> list = read_index();
    return list;
}

std::string guide_html(const Guide& guide, Idioma idioma) {
    std::string head = "<p><a href=\"/docs\">/docs</a> · <a href=\"/docs/plain\">/docs/plain</a>";
    for (const auto& other : guide.pages)
        if (other.idioma != idioma)
            head += fmt::format(R"( · <a href="{}" hreflang="{}" lang="{}">{}</a>)", other.path(), code_of(other.idioma),
                                code_of(other.idioma), escaped(title_of(other.text)));
    const auto text = guide.in(idioma).text;
    return html_page(code_of(idioma), title_of(text), head + "</p>\n" + html_of(text));
}

std::string guide_links() {
    std::string links;
    for (const auto& guide : guides()) {
        std::string_view between = "- ";
        for (const auto& page : guide.pages) {
            links += fmt::format("{}[{}]({})", between, title_of(page.text), page.path());
            between = " · ";
        }
        links += '\n';
    }
    return links;
}

}  // namespace cacao::serve
