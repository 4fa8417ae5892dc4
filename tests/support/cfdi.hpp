#pragma once
// Documents, schemas, catalogs and certificates for testing, which public repositories publish and this one does not hold: a
// folder beside it. Where it is missing, what needs it is skipped and says so.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace cacao::test {

inline std::filesystem::path cfdi_folder() { return std::filesystem::path{CACAO_SOURCE}.parent_path() / "shared" / "cfdi"; }
inline bool cfdi_there() { return std::filesystem::exists(cfdi_folder() / "samples" / "verdicts.csv"); }

inline std::string cfdi_file(const std::filesystem::path& path) {
    std::ifstream file{cfdi_folder() / path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

}  // namespace cacao::test

#define CACAO_SKIP_WITHOUT_CFDI \
    if (!cacao::test::cfdi_there()) GTEST_SKIP() << "there is no folder " << cacao::test::cfdi_folder()
