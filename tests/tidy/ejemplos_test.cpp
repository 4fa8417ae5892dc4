// The examples that the document shows (docs/examples) are what the service was asked and answered.

#include "http/openapi.hpp"
#include "tidy/source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace cacao::test {
namespace {

// What readers are shown was asked and answered by the service itself, and has the form that the document says.
TEST(Tidy, EveryOperationHasARecordedExample) {
    const auto json = read_source("openapi.json");
    const Document document{json};
    std::vector<std::string> wrong;
    Names known;
    for (const auto& o : document.operations()) {
        if (o.node["deprecated"].error() == simdjson::SUCCESS) continue;  // withdrawn: it answers nothing but that
        simdjson::dom::element shown;
        if (o.node["responses"]["200"]["content"]["application/json"].get(shown) != simdjson::SUCCESS) continue;
        const auto path = fmt::format("docs/examples/{}.json", o.id);
        known.insert(path);
        simdjson::dom::parser parser;
        simdjson::dom::element example, body;
        if (!std::filesystem::exists(std::string{CACAO_SOURCE} + '/' + path) ||
            parser.parse(read_source(path)).get(example) != simdjson::SUCCESS) {
            wrong.push_back(path + " is missing");
            continue;
        }
        const HttpAnswer answer{200, {{"Content-Type", "application/json"}}, simdjson::minify(example["answer"].value())};
        wrong.push_back(document.check(o, answer));
        if (!o.has_body) continue;
        if (example["body"].get(body) != simdjson::SUCCESS) wrong.push_back(path + " has no body");
        else wrong.push_back(document.check_body(o, body));
    }
    for (const auto& path : files_under("docs/examples", ".json"))
        if (!known.contains(path)) wrong.push_back(path + " is of no operation");
    std::erase(wrong, "");
    EXPECT_EQ(fmt::format("{}", fmt::join(wrong, "\n")), "")
        << "CACAO_WRITE_EXAMPLES=1 build/release/tests/casos/casos_test --gtest_filter='*/sqlite_*' writes them anew";
    EXPECT_GT(known.size(), 300U);
}

}  // namespace
}  // namespace cacao::test
