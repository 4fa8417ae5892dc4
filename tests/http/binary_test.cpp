// What makes a fault of the service harder to use is in the code itself: read from the binary that is shipped, whatever the build
// was told.

#include "http/process.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace cacao::test {
namespace {

// `readelf` with these options, of the service.
std::string readelf(const std::string& options) {
    Process process{{"/usr/bin/env", "readelf", options, "--wide", cacao_binary()}, {"LC_ALL=C"}};
    EXPECT_EQ(process.wait(), 0) << process.err();
    return process.out();
}

bool holds(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

// The machine code: the section .text.
std::string code() {
    std::ostringstream bytes;
    bytes << std::ifstream{cacao_binary(), std::ios::binary}.rdbuf();
    const std::string file = std::move(bytes).str();
    Elf64_Ehdr head{};
    std::memcpy(&head, file.data(), sizeof head);
    const auto section = [&](std::size_t number) {
        Elf64_Shdr s{};
        std::memcpy(&s, file.data() + head.e_shoff + number * head.e_shentsize, sizeof s);
        return s;
    };
    const auto names = section(head.e_shstrndx);
    for (std::size_t i = 0; i < head.e_shnum; ++i) {
        const auto s = section(i);
        if (std::string_view{file.data() + names.sh_offset + s.sh_name} == ".text") return file.substr(s.sh_offset, s.sh_size);
    }
    return {};
}

std::size_t instructions(const std::string& code, std::string_view bytes, std::size_t step) {
    std::size_t found = 0;
    for (std::size_t at = 0; at + bytes.size() <= code.size(); at += step)
        if (code.compare(at, bytes.size(), bytes) == 0) ++found;
    return found;
}

TEST(Binary, StandsAnywhereInMemory) {
    EXPECT_TRUE(holds(readelf("--file-header"), "DYN (Position-Independent Executable file)"));
    EXPECT_TRUE(holds(readelf("--dynamic"), " PIE"));
}

TEST(Binary, WhatTheLinkerFilledInCannotBeChanged) {
    EXPECT_TRUE(holds(readelf("--segments"), "GNU_RELRO"));
    const auto dynamic = readelf("--dynamic");
    EXPECT_TRUE(holds(dynamic, "BIND_NOW") || holds(dynamic, "Flags: NOW")) << dynamic;
    EXPECT_FALSE(holds(dynamic, "TEXTREL"));
}

TEST(Binary, ItsStackDoesNotRun) {
    const auto segments = readelf("--segments");
    const auto stack = segments.find("GNU_STACK");
    ASSERT_NE(stack, std::string::npos);
    const auto line = segments.substr(stack, segments.find('\n', stack) - stack);
    EXPECT_TRUE(holds(line, " RW ") && !holds(line, "RWE")) << line;
}

TEST(Binary, ItsStackIsWatchedAndItsCopiesAreMeasured) {
    const auto symbols = readelf("--dyn-syms");
    EXPECT_TRUE(holds(symbols, "__stack_chk_fail"));
    EXPECT_TRUE(holds(symbols, "__memcpy_chk") || holds(symbols, "__memset_chk") || holds(symbols, "__read_chk") ||
                holds(symbols, "__snprintf_chk") || holds(symbols, "__recv_chk") || holds(symbols, "__fprintf_chk"))
        << "no function that checks its buffer";
}

// Functions sign where they return to, and calls land only where they may.
TEST(Binary, ItsBranchesAreProtected) {
    const auto text = code();
    ASSERT_GT(text.size(), 1'000'000U);
#if defined(__aarch64__)
    constexpr std::string_view paciasp{"\x3F\x23\x03\xD5", 4}, bti_c{"\x5F\x24\x03\xD5", 4};
    EXPECT_GT(instructions(text, paciasp, 4), 5000U);
    EXPECT_GT(instructions(text, bti_c, 4), 1000U);
#elif defined(__x86_64__)
    EXPECT_GT(instructions(text, std::string_view{"\xF3\x0F\x1E\xFA", 4}, 1), 5000U);  // endbr64
#else
    GTEST_SKIP() << "no such protection is known for this processor";
#endif
}

}  // namespace
}  // namespace cacao::test
