// The guides: each in both languages, with the same requests and figures, and no page of the documentation with a dead link.

#include "casos/guia.hpp"
#include "tidy/source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

namespace cacao::test {
namespace {

std::vector<GuiaEnDosIdiomas> all_guides() { return leer_guias(std::string{CACAO_SOURCE} + "/docs/guides"); }

std::vector<std::string> found_in(const std::string& text, const std::regex& what) {
    std::vector<std::string> list;
    for (std::sregex_iterator it{text.begin(), text.end(), what}, end; it != end; ++it) list.push_back((*it)[1]);
    return list;
}

// The levels of its headings: a chapter that only one language has shows.
std::vector<std::string> headings(const std::string& guide) {
    static const std::regex heading{R"((?:^|\n)(#+) )"};
    return found_in(prosa_de_guia(guide), heading);
}

// How the two differ where they must not; "" when they do not.
std::string difference(const std::string& one, const std::string& other) {
    if (bloques_de_guia(one) != bloques_de_guia(other)) return "the blocks of code differ";
    if (headings(one) != headings(other)) return "the chapters differ";
    if (importes_de_guia(one) != importes_de_guia(other)) return "the amounts in the text differ";
    return {};
}

TEST(Guides, EveryFileStandsInTheIndex) {
    Names indexed, files;
    for (const auto& guide : all_guides())
        for (const auto* page : {&guide.en, &guide.es})
            EXPECT_TRUE(indexed.insert("docs/guides/" + page->archivo).second) << page->archivo << " twice";
    for (const auto& path : files_under("docs/guides", ".md")) files.insert(path);
    EXPECT_EQ(indexed, files);
}

TEST(Guides, BothLanguagesSayTheSame) {
    for (const auto& guide : all_guides()) {
        EXPECT_EQ(difference(guide.en.texto, guide.es.texto), "") << guide.en.archivo << " and " << guide.es.archivo;
        EXPECT_TRUE(guide.en.texto.starts_with("# ") && guide.es.texto.starts_with("# ")) << guide.en.archivo;
        EXPECT_EQ(importes_sin_prueba(guide.en.texto), std::vector<std::string>{}) << guide.en.archivo;
        // Who asks is said by headers, as a reader would send them.
        EXPECT_EQ(guide.en.texto.find("@ como "), std::string::npos) << guide.en.archivo;
    }
}

TEST(Guides, ADifferenceIsSeen) {
    const std::string guide = "# A\n\nIt costs $1,160.50.\n\n```http\nGET /a\n200 {\"total\": 1160.5}\n```\n";
    const auto with = [&](std::string_view what, std::string_view instead) {
        auto text = guide;
        return text.replace(text.find(what), what.size(), instead);
    };
    EXPECT_EQ(difference(guide, with("It costs", "Cuesta")), "");
    EXPECT_NE(difference(guide, with("GET /a", "GET /b")), "");
    EXPECT_NE(difference(guide, with("```http", "```sh")), "");
    EXPECT_NE(difference(guide, with("It costs", "## B\n")), "");
    EXPECT_NE(difference(guide, with("$1,160.50", "$1,161")), "");
    EXPECT_EQ(importes_sin_prueba(guide), std::vector<std::string>{});
    EXPECT_EQ(importes_sin_prueba(with("1160.5}", "1161}")), std::vector<std::string>{"1160.5"});
    EXPECT_THROW(bloques_de_guia("```http\nGET /a\n"), std::runtime_error);
    EXPECT_EQ(pasos_de_guia(guide).at(0).linea, 6);
    EXPECT_EQ(archivos_de_guia("```csv a.csv\nx,y\n1,2\n```\n").at("a.csv"), "x,y\n1,2\n");
}

// The files that a page of the repository leads to and that are not there.
std::vector<std::string> dead_links(const std::string& path, const std::string& text) {
    static const std::regex link{R"(\]\(([^)\s]+)\))"};
    std::vector<std::string> dead;
    for (auto target : found_in(prosa_de_guia(text), link)) {
        target = target.substr(0, target.find('#'));
        if (target.empty() || target.find("://") != std::string::npos) continue;
        const auto file = std::filesystem::path{CACAO_SOURCE} / std::filesystem::path{path}.parent_path() / target;
        if (!std::filesystem::exists(file)) dead.push_back(fmt::format("{} leads to {}", path, target));
    }
    return dead;
}

TEST(Guides, NoPageLeadsNowhere) {
    auto pages = files_under("docs", ".md");
    for (const char* page : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}) pages.emplace_back(page);
    for (const auto& page : pages) EXPECT_EQ(dead_links(page, read_source(page)), std::vector<std::string>{});
    EXPECT_EQ(dead_links("docs/a.md", "[a](operations.md) [b](../README.md#x) [c](nothing.md) [d](https://a.mx/b.md)\n"),
              std::vector<std::string>{"docs/a.md leads to nothing.md"});
}

TEST(Guides, TheReadmeNamesThemAll) {
    const auto readme = read_source("README.md");
    for (const auto& guide : all_guides())
        for (const auto* page : {&guide.en, &guide.es})
            EXPECT_NE(readme.find("(docs/guides/" + page->archivo + ')'), std::string::npos) << page->archivo;
}

}  // namespace
}  // namespace cacao::test
