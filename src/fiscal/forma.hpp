#pragma once
// The form of a text: a small regular expression over characters, made once into a table of states, so that a match costs one
// step for each character and nothing else. Knows [sets] and [^sets] with ranges, (groups|alternatives), ? * + {n} {n,} {n,m},
// any character as a dot, a backslash before what is meant literally, \s for blanks. Always of the whole text.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cacao::fiscal {

class Forma {
public:
    // Throws std::invalid_argument for what is no expression.
    explicit Forma(std::string_view expresion);
    bool cumple(std::string_view utf8) const;

private:
    std::array<std::uint8_t, 128> ascii_{};  // the kind of each character
    std::vector<char32_t> limites_;          // where each kind begins
    std::size_t cuantas_ = 0;
    std::vector<std::uint16_t> pasos_;  // of a state with a kind of character; 0 leads nowhere
    std::vector<bool> finales_;
};

}  // namespace cacao::fiscal
