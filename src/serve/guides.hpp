#pragma once
// The guides (docs/guides), each in every language, in the order of docs/guides/index.tsv.

#include "base/error.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace cacao::serve {

struct GuidePage {
    Idioma idioma{};
    std::string_view name;  // of its file, without the extension
    std::string_view text;  // Markdown

    std::string path() const;  // where it is served
};

struct Guide {
    std::array<GuidePage, 2> pages;

    const GuidePage& in(Idioma idioma) const;
    // Where whoever does not say a language finds it: that of the request is chosen.
    std::string path() const;
};

std::span<const Guide> guides();

// As HTML, with a way to the same guide in the other language.
std::string guide_html(const Guide& guide, Idioma idioma);

// Links to all of them, a line of Markdown for each.
std::string guide_links();

}  // namespace cacao::serve
