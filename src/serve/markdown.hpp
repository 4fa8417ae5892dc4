#pragma once
// The Markdown that this project writes, as HTML: headings, paragraphs, lists, tables, code; within them code, emphasis and
// links.

#include <string>
#include <string_view>

namespace cacao::serve {

std::string escaped(std::string_view text);

std::string html_of(std::string_view markdown);

// The text of its first heading.
std::string_view title_of(std::string_view markdown);

}  // namespace cacao::serve
