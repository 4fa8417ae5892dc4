// The release preset compiles the files of a folder as one (docs/decisions/0026-the-build.md): what is private to a file must
// have a name that no other file of its folder has. Whoever builds file by file learns it here.

#include "tidy/source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>

namespace cacao::test {
namespace {

// Reads a text by its brackets and keywords alone, and notes what it declares in anonymous namespaces or `static` outside of any
// struct or function, each with the namespaces around it.
class PrivateNames {
public:
    explicit PrivateNames(const std::string& text) {
        const auto code = code_only(text);
        const auto of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
        for (std::size_t i = 0; i < code.size();) {
            std::size_t end = i + 1;
            if (code[i] == '#') end = std::min(code.find('\n', i), code.size());
            else if (of_name(code[i]))
                while (end < code.size() && of_name(code[end])) ++end;
            else if (code.compare(i, 2, "::") == 0) ++end;
            if (code[i] != '#' && code[i] != ' ' && code[i] != '\n') words_.push_back(code.substr(i, end - i));
            i = end;
        }
        words_.resize(words_.size() + 3);  // so that there is always something to look at
        while (at_ + 3 < words_.size()) read();
    }
    Names names() && { return std::move(names_); }

private:
    using Words = std::vector<std::string>;

    void read() {
        const std::string& next = words_[at_];
        if (next == "}") {
            if (!around_.empty()) around_.pop_back();
            ++at_;
        } else if (next == "namespace") {
            open_namespace();
        } else if (next == ";") {
            ++at_;
        } else if (is_macro(next) && words_[at_ + 1] == "(") {
            ++at_;
            skip("(", ")");  // a description, a test; the body of a test comes as a statement of its own
        } else {
            statement();
        }
    }
    static bool is_macro(const std::string& name) {
        return name.size() > 3 && name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string::npos;
    }
    void open_namespace() {
        std::string name;
        for (++at_; words_[at_] != "{" && words_[at_] != ";" && !words_[at_].empty(); ++at_) name += words_[at_];
        if (words_[at_] == "{") around_.push_back(name);  // "" is an anonymous one
        ++at_;
    }
    void skip(const std::string& open, const std::string& close) {
        int depth = 0;
        do {
            depth += words_[at_] == open ? 1 : words_[at_] == close ? -1 : 0;
            ++at_;
        } while (depth > 0 && at_ + 3 < words_.size());
    }
    // Up to its semicolon, or through its body. Parameters, arguments of templates and what follows an equal sign are not looked
    // into.
    void statement() {
        Words head;
        while (words_[at_] != ";" && words_[at_] != "{" && words_[at_] != "}" && !words_[at_].empty()) {
            const std::string word = words_[at_];
            const bool named = word != "template" && word != "requires" && word != "<";
            if (named) head.push_back(word);
            if (word == "=") {
                while (words_[at_] != ";" && !words_[at_].empty()) words_[at_] == "{" ? skip("{", "}") : void(++at_);
            } else if (word == "(") {
                skip("(", ")");
            } else if (word == "[") {
                skip("[", "]");
            } else if (word == "<" && (head.empty() || head.back() != "operator")) {
                skip("<", ">");
            } else {
                ++at_;
                if (word == "requires" && words_[at_] == "(") skip("(", ")");
            }
        }
        const bool body = words_[at_] == "{";
        if (body) skip("{", "}");
        if (!head.empty() && head.front() == "[") head.erase(head.begin());  // an attribute
        const bool own = std::ranges::find(around_, "") != around_.end() || (!head.empty() && head.front() == "static");
        if (const auto name = declared(head, body); own && !name.empty()) note(name);
    }
    void note(const std::string& name) {
        std::string path;
        for (const auto& space : around_)
            if (!space.empty()) path += space + "::";
        names_.insert(path + name);
    }
    static std::string declared(const Words& head, bool body) {
        if (head.empty()) return {};
        if (head.front() == "using") return head.size() > 2 && head[2] == "=" ? head[1] : "";
        const bool type = std::ranges::any_of(std::array{"struct", "class", "union", "enum"},
                                              [&](const char* word) { return head.front() == word; });
        if (type) return !body || head.size() < 2 ? "" : head[1] == "class" ? head[2] : head[1];
        // The name of a function stands before its parameters, that of a variable before its value or at the end.
        const auto end =
            std::ranges::find_if(head, [](const std::string& word) { return word == "(" || word == "=" || word == "["; });
        if (end == head.begin() || std::ranges::find(head, "operator") != head.end()) return {};
        const auto name = std::prev(end);
        const bool member = name != head.begin() && *std::prev(name) == "::";  // declared elsewhere
        return member || std::isalpha(static_cast<unsigned char>(name->front())) == 0 ? "" : *name;
    }

    Words words_;
    std::size_t at_ = 0;
    std::vector<std::string> around_;
    Names names_;
};

// Whose files are compiled together: cmake/cacao.cmake has the same expressions.
std::string folder_of(const SourceFile& file) {
    static const std::regex folder{R"(^(src/(engine|rooms)/[^/]+|[^/]+/[^/]+))"};
    static const std::regex folder_of_tests{R"(^[^/]+/[^/]+)"};
    std::smatch found;
    if (!std::regex_search(file.path, found, file.is_test() ? folder_of_tests : folder)) return file.path;
    return found.str() + (file.is_test() ? " tests" : "");
}

// Names that two files of a folder have, with both files.
std::vector<std::string> private_names_that_meet(const std::vector<SourceFile>& files) {
    std::map<std::pair<std::string, std::string>, std::string> first;  // of folder and name, the file
    std::vector<std::string> meet;
    for (const auto& file : files) {
        const auto folder = folder_of(file);
        for (const auto& name : PrivateNames{file.text}.names()) {
            const auto [known, is_new] = first.try_emplace({folder, name}, file.path);
            if (!is_new) meet.push_back(fmt::format("{} is in {} and in {}", name, known->second, file.path));
        }
    }
    return meet;
}

TEST(Tidy, PrivateNamesOfAFolderAreDistinct) {
    std::vector<SourceFile> files;
    for (const char* folder : {"src", "tests"})
        std::ranges::copy_if(source_files(folder), std::back_inserter(files),
                             [](const SourceFile& file) { return file.path.ends_with(".cpp"); });
    EXPECT_EQ(fmt::format("{}", fmt::join(private_names_that_meet(files), "\n")), "");
    std::size_t seen = 0;
    for (const auto& file : files) seen += PrivateNames{file.text}.names().size();
    EXPECT_GT(seen, 1000U);
}

TEST(Tidy, TheRuleOfPrivateNamesCanFail) {
    const std::string text = R"(
        namespace cacao { namespace {
        constexpr std::string_view columnas = R"q(SELECT leer(x))q";
        struct Fila : Base { int a = 0; int leer() { return a; } };
        DESCRIBE_STRUCT(Fila, (Base), (a))
        enum class Clase : std::uint8_t { uno, dos };
        using Filas = std::vector<Fila>;
        template <class T> requires(x<T>) std::optional<T> leer(db::Reader& tx, int id = 3) { int dentro = 1; return dentro; }
        [[nodiscard]] bool es(const Fila& f) { return f.a == 1; }
        const std::map<int, std::array<int, 2>> tabla[] = {{1, {2, 3}}};
        const std::function<bool(int)> menor = [](int n) { return n < 3 || n > 5; };
        bool operator==(const Fila&, const Fila&);
        class Otra; } 
        static int suelta() { return 1; }
        void publica() { int local = 2; }
        int Fila::fuera() { return 3; }
        namespace dentro { namespace { int hondo{}; } } }
        TEST(A, B) { int prueba = 1; })";
    EXPECT_EQ(fmt::format("{}", fmt::join(PrivateNames{text}.names(), " ")),
              "cacao::Clase cacao::Fila cacao::Filas cacao::columnas cacao::dentro::hondo cacao::es cacao::leer cacao::menor "
              "cacao::suelta cacao::tabla");
    const std::string one = "namespace a { namespace { int leer() { return 1; } } }";
    EXPECT_EQ(private_names_that_meet({{"src/rooms/x/reportes/a.cpp", one}, {"src/rooms/x/b.cpp", one}}).size(), 1U);
    EXPECT_TRUE(private_names_that_meet({{"src/rooms/x/a.cpp", one}, {"src/rooms/y/a.cpp", one}}).empty());
    EXPECT_EQ(private_names_that_meet({{"src/rooms/x/a_test.cpp", one}, {"src/rooms/y/a_test.cpp", one}}).size(), 1U);
    EXPECT_TRUE(private_names_that_meet({{"src/rooms/x/a.cpp", one}, {"src/rooms/x/a_test.cpp", one}}).empty());
    EXPECT_TRUE(private_names_that_meet({{"src/engine/x/a_test.cpp", one}, {"src/rooms/x/a_test.cpp", one}}).empty());
    EXPECT_TRUE(
        private_names_that_meet({{"src/db/a.cpp", one}, {"src/db/b.cpp", "namespace b { namespace { int leer; } }"}}).empty());
}

// A missing include is found wherever files are compiled one by one.
TEST(Tidy, OnlyReleaseAndTheSanitizersBuildInUnits) {
    simdjson::dom::parser parser;
    const auto presets = parser.parse(simdjson::padded_string{read_source("CMakePresets.json")});
    Names in_units;
    Names all;
    for (const simdjson::dom::element preset : presets["configurePresets"].get_array()) {
        const std::string name{preset["name"].get_string().value()};
        all.insert(name);
        std::string_view value;
        if (preset["cacheVariables"]["CACAO_UNITS"].get(value) == simdjson::SUCCESS) in_units.insert(name);
        if (name == "release") {
            EXPECT_EQ(preset["cacheVariables"]["CMAKE_CXX_FLAGS_RELEASE"].get_string().value(), "-O2 -DNDEBUG");
            EXPECT_EQ(value, "ON");
        }
    }
    EXPECT_EQ(in_units, (Names{"asan", "release", "tsan"}));
    for (const char* name : {"dev", "debug", "asan", "tsan", "fuzz", "tidy"}) EXPECT_TRUE(all.contains(name)) << name;
}

}  // namespace
}  // namespace cacao::test
