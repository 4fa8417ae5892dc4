// Chance is drawn in a written order. The language leaves open which argument of a call, and which operand of most operators, is
// worked out first; where two of them draw, the same seed walks another sequence on another machine.

#include "support/alcance.hpp"
#include "tidy/source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <set>

namespace cacao::test {
namespace {

struct Token {
    std::string text;
    int line = 0;
};

std::vector<Token> tokens(const std::string& text) {
    static const std::regex token{R"(\n\s*#[^\n]*|\n|\w+|<<=|>>=|<=>|&&|\|\||<<|>>|->|::|[-+*/%&|^<>=!]=|\S)"};
    const auto code = '\n' + code_only(text);
    std::vector<Token> list;
    int line = 0;
    for (std::sregex_iterator it{code.begin(), code.end(), token}, end; it != end; ++it) {
        const auto found = it->str();
        if (found[0] == '\n') line += static_cast<int>(std::ranges::count(found, '\n'));
        else list.push_back({found, line});
    }
    return list;
}

// The names under which a text declares its sources of chance.
Names generators(const std::string& text) {
    static const std::regex declared{R"(\b(?:Azar|std::mt19937(?:_64)?)\s*&?\s+(\w+)\s*[{;,)])"};
    const auto code = code_only(text);
    Names names;
    for (std::sregex_iterator it{code.begin(), code.end(), declared}, end; it != end; ++it) names.insert((*it)[1]);
    return names;
}

// Reads a text by its brackets and operators alone; what a name means it knows only as far as it says which ones draw.
class Draws {
public:
    Draws(const std::string& text, Names generators) : tokens_(tokens(text)), generators_(std::move(generators)) {
        tokens_.push_back({"", 0});
        // A function that calls one further down is known in the next round.
        while (learn_functions()) continue;
        std::size_t from = 0;
        read(from, "");
    }
    std::vector<std::string> faults() && { return std::move(faults_); }

private:
    // What stands between two brackets, as far as it was read.
    struct Stretch {
        bool draws = false;
        bool operand = false;   // the one being read draws
        int operands = 0;       // so many have drawn since an operator that says what goes first
        bool argument = false;  // likewise between commas
        int arguments = 0;
    };

    const std::string& at(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)].text; }
    static bool in(const std::string& t, std::initializer_list<std::string_view> these) {
        return std::ranges::find(these, t) != these.end();
    }
    static bool is_word(const std::string& t) {
        return !t.empty() && (t[0] == '_' || std::isalnum(static_cast<unsigned char>(t[0])) != 0);
    }
    static bool is_statement(const std::string& t) { return in(t, {"if", "for", "while", "switch", "catch"}); }
    bool is_draw(std::size_t i) const { return generators_.contains(at(i)) || (drawing_.contains(at(i)) && at(i + 1) == "("); }
    std::size_t closing(std::size_t open) const {
        int depth = 0;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            if (in(at(i), {"(", "[", "{"})) ++depth;
            if (in(at(i), {")", "]", "}"}) && --depth == 0) return i;
        }
        return tokens_.size() - 1;
    }
    bool is_lambda(std::size_t i) const {
        return at(i) == "[" && (i == 0 || (!is_word(at(i - 1)) && !in(at(i - 1), {")", "]", "["})) || at(i - 1) == "return");
    }
    std::size_t body_of_lambda(std::size_t captures) const {
        std::size_t i = closing(captures) + 1;
        if (at(i) == "(") i = closing(i) + 1;
        while (!in(at(i), {"{", "", ";"})) ++i;
        return i;
    }
    // Statements, rather than the values of an initializer.
    bool is_block(std::size_t open) const {
        if (at(open - 1) == ")") return true;
        for (std::size_t i = open + 1, end = closing(open); i < end; ++i) {
            if (at(i) == ";") return true;
            if (in(at(i), {"(", "[", "{"})) i = closing(i);
        }
        return false;
    }

    // Whether it learned of any.
    bool learn_functions() {
        const auto before = drawing_.size();
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (!is_word(at(i)) || is_statement(at(i))) continue;
            std::size_t body = 0;
            if (at(i + 1) == "(") body = closing(i + 1) + 1;
            else if (at(i + 1) == "=" && is_lambda(i + 2)) body = body_of_lambda(i + 2);
            if (at(body) == "const") ++body;
            if (body == 0 || at(body) != "{") continue;
            for (std::size_t k = body, end = closing(body); k < end; ++k)
                if (is_draw(k)) drawing_.insert(at(i));
        }
        return drawing_.size() > before;
    }

    void end_operand(Stretch& s, int line) {
        if (s.operand && ++s.operands == 2) faults_.push_back(fmt::format("{}: two operands draw", line));
        s.operand = false;
    }
    void end_argument(Stretch& s, int line, const std::string& close) {
        end_operand(s, line);
        s.operands = 0;
        if (s.argument && ++s.arguments == 2 && close == ")") faults_.push_back(fmt::format("{}: two arguments draw", line));
        s.argument = false;
    }
    static void begin_anew(Stretch& s) { s = {.draws = s.draws}; }

    // From after an opening bracket to its closing one, where `i` stands then; whether anything in it draws.
    bool read(std::size_t& i, const std::string& close) {
        Stretch s;
        for (; i + 1 < tokens_.size() && at(i) != close; ++i) {
            const std::string& t = at(i);
            const int line = tokens_[i].line;
            if (is_lambda(i)) {
                // Captures draw here, the body when it is called.
                const std::size_t body = body_of_lambda(i);
                if (read(++i, "]")) s.draws = s.operand = s.argument = true;
                if (at(body) != "{") continue;
                i = body + 1;
                read(i, "}");
            } else if (in(t, {"(", "[", "{"})) {
                const std::size_t open = i++;
                const bool inside = read(i, t == "(" ? ")" : t == "[" ? "]" : "}");
                s.draws = s.draws || inside;
                const bool ends = t == "{" ? is_block(open) : open > 0 && is_statement(at(open - 1));
                if (ends) begin_anew(s);
                else if (inside) s.operand = s.argument = true;
            } else if (is_draw(i)) {
                s.draws = s.operand = true;
                // Handed on as it is, it is drawn from when all arguments are there.
                const bool handed_on = i > 0 && in(at(i - 1), {"(", ","}) && in(at(i + 1), {")", ","});
                s.argument = s.argument || !handed_on;
            } else if (t == ",") {
                end_argument(s, line, close);
            } else if (in(t, {";", "return", "throw", "else", "do", "case"})) {
                end_operand(s, line);
                begin_anew(s);
            } else if (in(t, {"&&", "||", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<", ">>",
                              "<<=", ">>="})) {
                end_operand(s, line);
                s.operands = 0;
            } else if (in(t, {"+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "<=>"})) {
                end_operand(s, line);
            }
        }
        end_argument(s, tokens_[std::min(i, tokens_.size() - 1)].line, close);
        return s.draws;
    }

    std::vector<Token> tokens_;
    Names generators_;
    Names drawing_;  // functions
    std::vector<std::string> faults_;
};

std::vector<std::string> draws_at_once(const std::string& text, const Names& generators) {
    return Draws{text, generators}.faults();
}
std::string draws_at_once(const std::string& text) {
    return fmt::format("{}", fmt::join(draws_at_once(text, generators(text)), "; "));
}

TEST(Tidy, ChanceIsDrawnInAWrittenOrder) {
    const auto with_chance = [](const SourceFile& file) {
        return std::ranges::any_of(std::array{"Azar", "azar_.", "mt19937"},
                                   [&](const char* sign) { return file.text.find(sign) != std::string::npos; });
    };
    std::vector<SourceFile> files;
    for (const char* folder : {"src", "tests", "benchmark"})
        std::ranges::copy_if(source_files(folder), std::back_inserter(files), with_chance);
    // A member is declared in a header and drawn from elsewhere.
    Names names;
    for (const auto& file : files) names.merge(generators(file.text));
    EXPECT_TRUE(names.contains("azar") && names.contains("azar_") && names.contains("random"));
    for (const auto& file : files)
        for (const auto& fault : draws_at_once(file.text, names)) ADD_FAILURE() << file.path << ':' << fault;
}

TEST(Tidy, TheRuleOfDrawsCanFail) {
    const auto body = [](const std::string& line) { return draws_at_once("Azar azar{7};\nvoid f() {\n" + line + "\n}"); };
    EXPECT_EQ(body("g(azar.menor(2), azar.menor(3));"), "3: two arguments draw");
    EXPECT_EQ(body("g(azar.menor(2),\n  h(1, azar.menor(3)));"), "4: two arguments draw");
    EXPECT_EQ(body("x = azar.menor(2) + azar.menor(3);"), "3: two operands draw");
    EXPECT_EQ(body("x = y && lista[azar.menor(2)] < (1 + azar.menor(3)) * 2;"), "3: two operands draw");
    EXPECT_EQ(body("if (azar.menor(2) == azar.menor(3)) return;"), "3: two operands draw");
    EXPECT_EQ(body("v.push_back({std::min(azar.menor(2), azar.menor(3)), 1});"), "3: two arguments draw");
    EXPECT_EQ(body("const auto cuantos = [&] { return azar.menor(9); };\ng(azar.uno(lista), cuantos());"),
              "4: two arguments draw");
    EXPECT_EQ(draws_at_once("struct S { int a() { return b(); } int b() { return azar_.menor(2); } void c() { d(a(), b()); }\n"
                            "Azar azar_; };"),
              "1: two arguments draw");
    EXPECT_EQ(draws_at_once("std::mt19937 random{7};\nint x = static_cast<int>(random()) - static_cast<int>(random());"),
              "2: two operands draw");

    EXPECT_EQ(body("g(azar.menor(2), 3); h(azar.menor(2));"), "");
    EXPECT_EQ(body("g(azar, azar.menor(2));"), "");
    EXPECT_EQ(body("S s{azar.menor(2), azar.menor(3)}; v.push_back({azar.menor(2), azar.menor(3)});"), "");
    EXPECT_EQ(body("x = azar.una_de(2) ? azar.menor(2) : azar.una_de(3) && azar.una_de(2) ? 1 : azar.menor(3);"), "");
    EXPECT_EQ(body("if (azar.una_de(2)) return 1 + azar.menor(3); else return 2 * azar.menor(2);"), "");
    EXPECT_EQ(body("if (azar.una_de(2)) { x = 1; } -azar.menor(2);"), "");
    EXPECT_EQ(body("x = azar.uno(azar.una_de(2) ? a : b).f(azar.menor(3));"), "");
    EXPECT_EQ(body("g(azar.menor(2), [&](int n) { return azar.menor(n); });"), "");
    EXPECT_EQ(body("for (int i = azar.menor(2); i < azar.menor(3); ++i) g(azar.menor(4));"), "");
    EXPECT_EQ(body("// g(azar.menor(2), azar.menor(3))\ng(\"azar, azar\", azar.menor(2));"), "");
}

// What random tests reach is named where it is missing.
TEST(Tidy, AReachCanBeMissed) {
    Alcance alcance{"Entrega", {"refused", 3}, "Traspaso"};
    alcance.hubo("Entrega");
    alcance.hubo("refused", 2);
    alcance.hubo("Merma");
    EXPECT_EQ(alcance.falta(), "Traspaso: reached 0 of 1 times\nrefused: reached 2 of 3 times\n");
    alcance.hubo("refused");
    alcance.hubo("Traspaso");
    EXPECT_EQ(alcance.falta(), "");
}

}  // namespace
}  // namespace cacao::test
