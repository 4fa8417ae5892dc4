#pragma once
// The source tree as text, for the rules that no compiler checks.

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::test {

using Names = std::set<std::string, std::less<>>;

struct SourceFile {
    std::string path;  // from the root of the repository: src/api/http.hpp
    std::string text;
    bool is_test() const;  // _test.cpp, _fuzz.cpp and what only they use
};

// The .cpp, .hpp and .inc files under `folder`, in order of name.
std::vector<SourceFile> source_files(const std::string& folder);
std::string read_source(const std::string& path);
// The paths of all files under `folder` that end in `extension`.
std::vector<std::string> files_under(const std::string& folder, std::string_view extension);

// The same text with comments, and the insides of literals, blank; line breaks stay where they were.
std::string code_only(std::string_view text);

// A string literal as the compiler sees it: neighbours joined, raw or not.
struct Literal {
    int line = 0;
    std::string text;
};
std::vector<Literal> literals(std::string_view text);

}  // namespace cacao::test
