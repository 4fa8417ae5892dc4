// What people read stands beside the code, not in it: each operation has its section of Markdown, where it is entered.

#include "base/renglones.hpp"
#include "base/texto.hpp"
#include "http/openapi.hpp"
#include "palabras/secciones.hpp"
#include "tidy/source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>

namespace cacao::test {
namespace {

// One operation or right as the source enters it.
struct Entered {
    std::string id;
    std::string statement;
};

// Names of ids that code asks for itself.
std::map<std::string, std::string> named_ids() {
    static const std::regex constant{R"re(string_view (derecho_\w+) = "(\w+)")re"};
    std::map<std::string, std::string> ids;
    for (const char* folder : {"src/engine", "src/rooms"})
        for (const auto& file : source_files(folder))
            for (std::sregex_iterator it{file.text.begin(), file.text.end(), constant}, end; it != end; ++it)
                ids[(*it)[1]] = (*it)[2];
    return ids;
}

std::vector<Entered> entered(const std::string& text, const std::map<std::string, std::string>& ids) {
    static const std::regex call{R"(\bops\.(add|right)\()"}, by_name{R"(\b(derecho_\w+))"};
    std::vector<Entered> list;
    const auto code = code_only(text);
    for (std::sregex_iterator it{code.begin(), code.end(), call}, end; it != end; ++it) {
        const auto from = static_cast<std::size_t>(it->position());
        Entered one{.id = {}, .statement = text.substr(from, code.find(';', from) - from)};
        std::smatch name;
        if (std::regex_search(one.statement, name, by_name)) one.id = ids.at(name[1]);
        else
            for (const auto& literal : literals(one.statement))
                if (one.id.empty() && !literal.text.starts_with('/')) one.id = literal.text;
        list.push_back(std::move(one));
    }
    return list;
}

TEST(Tidy, EveryOperationIsToldBesideItsCode) {
    const auto ids = named_ids();
    std::map<std::string, std::string> code, told;  // by id, the file without its extension
    std::vector<std::string> wrong;
    for (const auto& file : source_files("src/rooms")) {
        if (file.is_test()) continue;
        for (const auto& one : entered(file.text, ids)) {
            code[one.id] = file.path.substr(0, file.path.rfind('.'));
            for (const auto& literal : literals(one.statement))
                if (literal.text.find(' ') != std::string::npos)
                    wrong.push_back(fmt::format("{}: \"{}\" belongs into the Markdown beside it", file.path, literal.text));
        }
    }
    for (const auto& path : files_under("src/rooms", ".md")) {
        const auto markdown = read_source(path);
        for (const auto& section : glosario::secciones(markdown)) {
            const std::string id{section.titulo};
            if (!told.emplace(id, path.substr(0, path.rfind('.'))).second) wrong.push_back(path + " tells again of " + id);
            if (code[id] != told[id]) wrong.push_back(fmt::format("{} tells of {}, which is entered in {}", path, id, code[id]));
            if (section.resumen.empty() || section.resumen.ends_with('.'))
                wrong.push_back(fmt::format("{}: the first line of {} says what it does, without a period", path, id));
        }
    }
    for (const auto& [id, file] : code)
        if (!told.contains(id)) wrong.push_back(fmt::format("{}.md tells nothing of {}", file, id));
    const auto json = read_source("openapi.json");
    const Document document{json};
    for (const auto& o : document.operations())
        if (o.path != "/" && !told.contains(o.id)) wrong.push_back("nothing tells of " + o.id);
    EXPECT_EQ(fmt::format("{}", fmt::join(wrong, "\n")), "");
    EXPECT_GT(told.size(), 300U);
    const auto seen =
        entered("ops.add(GET, \"/a;b\", \"A\", f).rechaza({b});\nops.right(engine::derecho_x);", {{"derecho_x", "X"}});
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[0].id + seen[1].id, "AX");
}

// The longest paragraph of every description in the document, where one is longer than people read.
void walls(simdjson::dom::element node, const std::string& where, std::vector<std::string>& found) {
    constexpr std::size_t longest = 700;
    simdjson::dom::array list;
    if (node.get(list) == simdjson::SUCCESS)
        for (const auto item : list) walls(item, where, found);
    simdjson::dom::object object;
    if (node.get(object) != simdjson::SUCCESS) return;
    for (const auto [key, value] : object) {
        std::string_view text;
        if (key == "description" && value.get(text) == simdjson::SUCCESS)
            while (!text.empty())
                if (const auto paragraph = tomar_hasta(text, '\n'); largo_utf8(paragraph) > longest)
                    found.push_back(fmt::format("{}: {}", where, paragraph));
        if (key != "example") walls(value, where + '/' + std::string{key}, found);
    }
}

TEST(Tidy, NoParagraphOfTheDocumentIsAWall) {
    simdjson::dom::parser parser;
    const auto json = read_source("openapi.json");
    std::vector<std::string> found;
    walls(parser.parse(json).value(), "", found);
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "") << "a first sentence, then short paragraphs or a list";
    const auto wall = R"({"description":"corto\n)" + std::string(701, 'x') + R"("})";
    walls(parser.parse(wall).value(), "", found);
    EXPECT_EQ(found.size(), 1U);
}

TEST(Tidy, EveryGroupOfTheDocumentIsExplained) {
    simdjson::dom::parser parser;
    const auto json = read_source("openapi.json");
    std::vector<std::string> found;
    for (auto tag : parser.parse(json)["tags"].get_array())
        if (std::string_view words; tag["description"].get(words) != simdjson::SUCCESS || words.empty())
            found.emplace_back(tag["name"].get_string().value());
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "") << "a line in group_descriptions of src/serve/openapi.cpp";
}

}  // namespace
}  // namespace cacao::test
