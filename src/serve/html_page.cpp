#include "serve/html_page.hpp"

#include "serve/markdown.hpp"

#include <fmt/format.h>

namespace cacao::serve {

std::string html_page(std::string_view language, std::string_view title, const std::string& body) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" "
        "href=\"/docs/plain.css\"></head><body><main>\n{}</main></body></html>\n",
        language, escaped(title), body);
}

}  // namespace cacao::serve
