#pragma once
// The frame of the pages that need no JavaScript.

#include <string>
#include <string_view>

namespace cacao::serve {

// `title` is text, `body` is HTML.
std::string html_page(std::string_view language, std::string_view title, const std::string& body);

}  // namespace cacao::serve
