#pragma once
// What the models' runs have in common: how long, from which seed, and what went wrong.

#include <cstdint>
#include <cstdlib>
#include <string>

namespace cacao::test::modelo {

inline std::uint64_t del_entorno(const char* nombre, std::uint64_t si_no) {
    const char* dado = std::getenv(nombre);
    return dado == nullptr ? si_no : std::strtoull(dado, nullptr, 10);
}

// What goes wrong, without its figures: a shorter sequence must go wrong in the same way.
inline std::string clase(const std::string& mal) { return mal.substr(0, mal.find_first_of("0123456789\n")); }

}  // namespace cacao::test::modelo
