#include "serve/markdown.hpp"

#include <gtest/gtest.h>

namespace cacao::serve {
namespace {

TEST(Markdown, BloquePorBloque) {
    EXPECT_EQ(html_of("# Uno\n\nDos\ntres.\n\n- a\n- b\n  más\n\n## Fin\n"),
              "<h1>Uno</h1>\n<p>Dos tres.</p>\n<ul>\n<li>a</li>\n<li>b más</li>\n</ul>\n<h2>Fin</h2>\n");
    EXPECT_EQ(html_of("```sh\na <b>\n\n- c\n```\nd"), "<pre tabindex=\"0\">a &lt;b&gt;\n\n- c\n</pre>\n<p>d</p>\n");
    EXPECT_EQ(html_of("    a\n    b\n\nc"), "<pre tabindex=\"0\">a\nb\n</pre>\n<p>c</p>\n");
    EXPECT_EQ(html_of("| a | b |\n|---|---|\n| 1 | `2` |\n"),
              "<table><thead>\n<tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr>\n</thead><tbody>\n<tr><td>1</td>"
              "<td><code>2</code></td></tr>\n</tbody></table>\n");
    EXPECT_EQ(html_of("```\nsin fin"), "<pre tabindex=\"0\">sin fin\n</pre>\n");
    EXPECT_EQ(html_of(""), "");
}

TEST(Markdown, DentroDeUnRenglon) {
    EXPECT_EQ(html_of("a `<b>` **c `d`** [e](f.md) & g"),
              "<p>a <code>&lt;b&gt;</code> <strong>c <code>d</code></strong> <a href=\"f\">e</a> &amp; g</p>\n");
    EXPECT_EQ(html_of("[a](/docs/x.md) [b] **c `d"), "<p><a href=\"/docs/x.md\">a</a> [b] **c `d</p>\n");
    EXPECT_EQ(title_of("nada\n# Uno\n# Dos"), "Uno");
    EXPECT_EQ(title_of("## Dos"), "");
}

}  // namespace
}  // namespace cacao::serve
